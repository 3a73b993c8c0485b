import { definePage } from '#kernel'

export const docs = definePage({
  page: 'docs',
  menu: { group: 'home', icon: 'book-open', order: 95 },
  rules: ['index'],
  title: { 'zh-cn': '使用手册', en: 'User guide' },
  actions: { index: { 'zh-cn': '查看', en: 'View' } },
})
