import { definePage } from '#kernel'

export const docs = definePage({
  page: 'docs',
  menu: { group: 'routine', icon: 'api', order: 95 },
  rules: ['index'],
  title: { 'zh-cn': '接口文档', en: 'API reference' },
  actions: { index: { 'zh-cn': '查看', en: 'View' } },
})
