import type { ComponentType } from 'react'

type Load = () => Promise<{ default: ComponentType }>

/** Member pages by the name of their rule; a rule without a page here is not shown. */
export const memberPageOf: Record<string, Load | undefined> = {
  'account/overview': () => import('./account/overview-page.tsx'),
  'study/gather': () => import('./study/gather-page.tsx'),
  'study/file': () => import('./study/file-page.tsx'),
  'study/query': () => import('./study/query-page.tsx'),
  'study/comment': () => import('./study/comment-page.tsx'),
  'study/signature': () => import('./study/signature-page.tsx'),
  'study/analysis': () => import('./study/analysis-page.tsx'),
  docs: () => import('./docs-page.tsx'),
  'account/profile': () => import('./account/profile-page.tsx'),
  'account/changePassword': () => import('./account/password-page.tsx'),
  'account/balance': () => import('./account/balance-page.tsx'),
  'account/integral': () => import('./account/integral-page.tsx'),
  'account/sessions': () => import('./account/sessions-page.tsx'),
}
