import { definePage } from '#kernel'

export const controlCatalogue = definePage({
  page: 'control/catalogue',
  menu: { group: 'control', icon: 'book-open', order: 10 },
  rules: ['index'],
  title: { 'zh-cn': '检查目录', en: 'Check catalogue' },
  actions: { index: { 'zh-cn': '查看', en: 'View' } },
})
