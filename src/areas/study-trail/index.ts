import { definePage } from '#kernel'

/** Everything that happened to a study or to one subject of it, in the order of time. */
export const studyTrail = definePage({
  page: 'study/trail',
  menu: { group: 'closing', icon: 'scroll-text', order: 60 },
  rules: ['index', 'export'],
  title: { 'zh-cn': '全程记录', en: 'Audit trail of a study' },
  actions: { index: { 'zh-cn': '查看', en: 'View' }, export: { 'zh-cn': '导出', en: 'Export' } },
})
