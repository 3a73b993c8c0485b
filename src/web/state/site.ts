import { create } from 'zustand'
import { PASSWORD_LENGTH } from '../../kernel/pattern.ts'

export type SiteConfig = {
  siteName: string
  recordNumber: string
  version: string
  cdnUrl: string
  apiUrl: string
  upload: { mode: string; maxsize: number; mimetype: string; savename: string }
}

type SiteState = SiteConfig & {
  /** How long a new password must be at least, for whom the page is. */
  passwordMin: number
  departments: { id: number; name: string }[]
  /** Fields that some people see masked, as `resource field`. */
  masked: readonly string[]
  /** Whom to ask for a right. */
  askable: readonly string[]
  take(
    site: Partial<SiteConfig> & {
      departments?: { id: number; name: string }[]
      passwordMin?: number
      masked?: readonly string[]
      askable?: readonly string[]
    },
  ): void
}

export const useSite = create<SiteState>()((set) => ({
  siteName: '',
  recordNumber: '',
  version: '',
  cdnUrl: '',
  apiUrl: '',
  upload: { mode: 'local', maxsize: 0, mimetype: '', savename: '' },
  passwordMin: PASSWORD_LENGTH.min,
  departments: [],
  masked: [],
  askable: [],
  take: (site) => set(site),
}))

/** The name the product ships with. A hospital's own name stays in every language; this one is translated. */
const shippedName = '数据管理与质控系统'

export const ownSiteName = (siteName: string): string => (siteName === shippedName ? '' : siteName)
