import { defineLocale } from '#kernel'
import { userGroup } from './index.ts'

export default defineLocale(userGroup, {
  'zh-cn': {
    title: '会员分组',
    remark: '分组决定会员在会员中心能使用哪些页面。',
    fields: { name: '组名', everything: '全部权限', rules: '规则', status: '启用', members: '会员' },
  },
  en: {
    title: 'Member groups',
    one: 'member group',
    remark: 'A group decides which pages of the member centre its members may use.',
    fields: { name: 'Name', everything: 'All rights', rules: 'Rules', status: 'Enabled', members: 'Members' },
  },
})
