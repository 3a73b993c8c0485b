import type { Db } from './db/database.ts'

/** The site configuration of the seed, section 3. Stored under one key; what is missing falls back to this. */
export const SITE_DEFAULTS = {
  siteName: '数据管理与质控系统',
  recordNumber: '',
  version: '0.1.0',
  cdnUrl: '',
  apiUrl: '',
  openMemberCenter: true,
  upload: {
    mode: 'local',
    maxsize: 10 * 1024 * 1024,
    mimetype: 'jpg,png,bmp,jpeg,gif,webp,zip,xls,xlsx,doc,docx,ppt,pptx,pdf,csv,tsv,json,parquet,xpt,wav,mp4,mp3,txt,md',
    savename: '/storage/{topic}/{year}{mon}{day}/{filesha1}{.suffix}',
  },
  terminal: { port: '8000', packageManager: 'pnpm' },
}
export type Site = typeof SITE_DEFAULTS

export const readSite = async (db: Db): Promise<Site> => {
  const [row] = await db.query<{ value: Partial<Site> }>(`SELECT value FROM setting WHERE key = 'site'`)
  return {
    ...SITE_DEFAULTS,
    ...row?.value,
    upload: { ...SITE_DEFAULTS.upload, ...row?.value.upload },
    terminal: { ...SITE_DEFAULTS.terminal, ...row?.value.terminal },
  }
}
/** What every visitor may know. */
export const publicSite = ({ siteName, recordNumber, version, cdnUrl, apiUrl, upload }: Site) => ({
  siteName,
  recordNumber,
  version,
  cdnUrl,
  apiUrl,
  upload,
})
