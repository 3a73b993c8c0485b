import type { MenuProps } from 'antd'
import { clearCache } from '../../api/admin.ts'
import type { Text } from '../../i18n/index.ts'

/** What a clearing must not take: it would sign the person out. */
const keep = ['adminInfo', 'userInfo', 'ba_account']

export const clearBrowserStorage = (): void => {
  const kept = keep.map((key) => [key, localStorage.getItem(key)] as const)
  sessionStorage.clear()
  localStorage.clear()
  for (const [key, value] of kept) if (value !== null) localStorage.setItem(key, value)
}

const run: Record<string, () => Promise<unknown>> = {
  tp: () => clearCache('tp'),
  storage: async () => {
    clearBrowserStorage()
    window.location.reload()
  },
  all: async () => {
    await clearCache('all')
    clearBrowserStorage()
    window.location.reload()
  },
}

export const clearMenu = (t: Text): MenuProps => ({
  items: ['tp', 'storage', 'all'].map((key) => ({ key, label: t(`cache.${key}`) })),
  onClick: ({ key }) => void run[key]?.().catch(() => {}),
})
