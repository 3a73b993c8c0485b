import type { Words } from '#kernel'

/** Parts of the page of a data file. */
export const TABS = {
  content: { 'zh-cn': '内容', en: 'Content' },
  profile: { 'zh-cn': '概况', en: 'Profile' },
} as const satisfies Record<string, Words>
