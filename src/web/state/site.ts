import { create } from 'zustand'

export type SiteConfig = {
  siteName: string
  recordNumber: string
  version: string
  cdnUrl: string
  apiUrl: string
  upload: { mode: string; maxsize: number; mimetype: string; savename: string }
}

type SiteState = SiteConfig & {
  departments: { id: number; name: string }[]
  fill(site: Partial<SiteConfig> & { departments?: { id: number; name: string }[] }): void
}

export const useSite = create<SiteState>()((set) => ({
  siteName: '',
  recordNumber: '',
  version: '',
  cdnUrl: '',
  apiUrl: '',
  upload: { mode: 'local', maxsize: 0, mimetype: '', savename: '' },
  departments: [],
  fill: (site) => set(site),
}))
