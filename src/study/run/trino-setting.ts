import type { Limits, TrinoOptions } from '#qc/trino/database.ts'

/** The record of the one server, as it is stored. */
export type TrinoSetting = {
  status: boolean
  url: string | null
  catalog: string | null
  schema: string | null
  user: string | null
  access: string
  ca: string | null
  above: number
  maxMinutes: number | null
  maxRows: number | null
  maxGigabytes: number | null
}

export const TRINO_SETTING = `SELECT status, url, catalog, "schema", "user", access, ca, above,
  max_minutes AS "maxMinutes", max_rows AS "maxRows", max_gigabytes AS "maxGigabytes" FROM trino_config ORDER BY id LIMIT 1`

/** What one statement may take there; blank is no limit of ours. */
const limitsOf = ({ maxMinutes, maxRows, maxGigabytes }: TrinoSetting): Limits => ({
  ...(maxMinutes ? { seconds: maxMinutes * 60 } : {}),
  ...(maxRows ? { rows: Number(maxRows) } : {}),
  ...(maxGigabytes ? { bytes: maxGigabytes * 1e9 } : {}),
})

/** How the server is reached; undefined where something is missing that it cannot be reached without. */
export const accessOf = (setting: TrinoSetting, secret: string): TrinoOptions | undefined => {
  const { url, user, catalog, schema, access, ca } = setting
  return url && user
    ? {
        url,
        user,
        ...(catalog ? { catalog } : {}),
        ...(schema ? { schema } : {}),
        ...(access === 'password' ? { password: secret } : {}),
        ...(access === 'token' ? { token: secret } : {}),
        ...(ca ? { ca } : {}),
        limits: limitsOf(setting),
      }
    : undefined
}
