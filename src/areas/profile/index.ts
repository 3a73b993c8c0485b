import { definePage } from '#kernel'

export const profile = definePage({
  page: 'profile',
  menu: { group: 'home', icon: 'profile', order: 20 },
  rules: [],
  title: { 'zh-cn': '个人资料', en: 'My profile' },
  actions: {},
})
