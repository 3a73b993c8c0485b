import { defineLocale } from '#kernel'
import { userScoreLog } from './index.ts'

export default defineLocale(userScoreLog, {
  'zh-cn': {
    title: '积分流水',
    remark: '会员积分的每一次变动。只能新建，不能编辑或删除；积分始终等于全部变动之和。',
    fields: { member: '会员', change: '变动', before: '变动前', after: '变动后', memo: '备注' },
    help: { change: '正数增加，负数减少；积分不能小于零' },
  },
  en: {
    title: 'Points ledger',
    remark: 'Every change of a member’s points. Entries are added, never changed; the points are always the sum of all changes.',
    fields: { member: 'Member', change: 'Change', before: 'Before', after: 'After', memo: 'Memo' },
    help: { change: 'Positive adds, negative takes away; the points cannot fall below zero' },
  },
})
