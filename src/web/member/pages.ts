import type { ComponentType } from 'react'

type Load = () => Promise<{ default: ComponentType }>

/** Member pages by the name of their rule; a rule without a page here is not shown. */
export const memberPageOf: Record<string, Load | undefined> = {
  'account/overview': () => import('./overview-page.tsx'),
  'account/profile': () => import('./profile-page.tsx'),
}
