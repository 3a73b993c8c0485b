import { definePage } from '#kernel'

export const docs = definePage({
  page: 'docs',
  menu: { group: 'home', icon: 'book-open', order: 95 },
  rules: ['index'],
  title: { 'zh-cn': '使用文档', en: 'Documentation' },
  actions: { index: { 'zh-cn': '查看', en: 'View' } },
})
