import type { Db } from './db/database.ts'
import { DEFAULT_ITEMS } from './settings/default-item.ts'
import { readSettings } from './settings/read.ts'

const NAMES = Object.keys(DEFAULT_ITEMS)
const VERSION = '0.1.0'

/** The site configuration of the specification (E-03), from the settings; what is missing or blank there falls back to its default. */
export const readSite = async (db: Db) => {
  const settings = await readSettings(db, NAMES)
  const value = (name: string) => settings[name] ?? DEFAULT_ITEMS[name]!.value
  const text = (name: string) => String(value(name))
  return {
    siteName: text('site_name'),
    recordNumber: text('record_number'),
    version: VERSION,
    cdnUrl: text('cdn_url'),
    apiUrl: text('api_url'),
    openMemberCenter: value('open_member_center') === true,
    homeFigures: (Array.isArray(value('home_figures')) ? value('home_figures') : []) as { key: string; value: string }[],
    upload: {
      mode: 'local',
      maxsize: Number(value('upload_max_mb')) * 1024 * 1024,
      mimetype: text('upload_mimetype'),
      savename: text('upload_savename'),
    },
    uploadsPerHour: Number(value('upload_per_hour')),
    terminal: { port: text('terminal_port'), packageManager: text('terminal_package_manager') },
  }
}
export type Site = Awaited<ReturnType<typeof readSite>>

/** Where the site is found from outside, for links in mails; '' where nobody has said. */
export const siteAddress = async (db: Db): Promise<string> => {
  const { site_url: given } = await readSettings(db, ['site_url'])
  const address = typeof given === 'string' ? given : ''
  return address.endsWith('/') ? address.slice(0, -1) : address
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
