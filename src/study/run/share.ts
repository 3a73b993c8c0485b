import { bucketShare, folderShare, type Share } from '#qc/trino/share.ts'

/** The settings of the process; undefined where nothing is shared. */
type Settings = {
  TRINO_SHARE_DIR?: string | undefined
  TRINO_SHARE_LOCATION?: string | undefined
  TRINO_SHARE_S3?: string | undefined
  TRINO_SHARE_S3_REGION: string
  TRINO_SHARE_S3_KEY?: string | undefined
  TRINO_SHARE_S3_SECRET?: string | undefined
}
export const shareOf = (settings: Settings): Share | undefined => {
  const { TRINO_SHARE_DIR: folder, TRINO_SHARE_LOCATION: location, TRINO_SHARE_S3: endpoint, TRINO_SHARE_S3_REGION: region } = settings
  const { TRINO_SHARE_S3_KEY: key, TRINO_SHARE_S3_SECRET: secret } = settings
  if (!location) return undefined
  if (folder) return folderShare(folder, location)
  return endpoint && key && secret ? bucketShare(location, { endpoint, region, key, secret }) : undefined
}
