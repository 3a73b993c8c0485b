import { defineLocale } from '#kernel'
import { userMoneyLog } from './index.ts'

export default defineLocale(userMoneyLog, {
  'zh-cn': {
    title: '余额流水',
    remark: '会员余额的每一次变动。只能新建，不能编辑或删除；余额始终等于全部变动之和。',
    fields: { member: '会员', change: '变动', before: '变动前', after: '变动后', memo: '备注' },
    help: { change: '正数增加，负数减少，最多两位小数；余额不能小于零' },
  },
  en: {
    title: 'Balance ledger',
    remark: 'Every change of a member’s balance. Entries are added, never changed; the balance is always the sum of all changes.',
    fields: { member: 'Member', change: 'Change', before: 'Before', after: 'After', memo: 'Memo' },
    help: { change: 'Positive adds, negative takes away, at most two decimals; the balance cannot fall below zero' },
  },
})
