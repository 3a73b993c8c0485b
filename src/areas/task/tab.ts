import type { Words } from '#kernel'

/** Parts of the page of a task. */
export const TABS = {
  overview: { 'zh-cn': '概况', en: 'Overview' },
  log: { 'zh-cn': '日志', en: 'Log' },
} as const satisfies Record<string, Words>
