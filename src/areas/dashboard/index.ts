import { definePage } from '#kernel'

export const dashboard = definePage({
  page: 'dashboard',
  menu: { group: 'home', icon: 'dashboard', order: 10 },
  rules: ['index'],
  title: { 'zh-cn': '控制台', en: 'Dashboard' },
  actions: { index: { 'zh-cn': '查看', en: 'View' } },
})
