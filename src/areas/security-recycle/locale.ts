import { defineLocale } from '#kernel'
import { securityRecycle } from './index.ts'

export default defineLocale(securityRecycle, {
  'zh-cn': {
    title: '回收规则',
    remark: '每个对象的记录在回收站至少保留多久，彻底删除是否需要第二人批准，以及谁可以批准。',
    fields: {
      title: '规则名称',
      resource: '对象',
      days: '至少保留天数',
      approval: '彻底删除需第二人批准',
      groups: '可批准的角色组',
      status: '启用',
      remark: '备注',
    },
    help: {
      groups: '留空表示拥有该对象“彻底删除”权限的人都可以',
      resource: '每个对象一条规则；没有规则的对象按“不限天数、无需批准”处理',
      days: '0 表示不限',
    },
    errors: {
      needsApproval: '彻底删除“{resource}”需要第二人批准，请在回收站中申请',
      tooEarly: '记录在回收站中保留不足 {days} 天，不能彻底删除',
      needsSecond: '取消双人批准、停用或删除这条规则需要第二人同意，请先用“申请取消双人批准”提出',
      notAllowed: '您不在可批准此对象的角色组中',
      notTwo: '这条规则没有启用双人批准，可以直接编辑',
    },
    actions: { loosen: '申请取消双人批准' },
    inputs: { reason: '原因' },
  },
  en: {
    title: 'Recycle rules',
    one: 'recycle rule',
    remark: 'How long deleted records stay in the bin, whether deleting them for good needs a second person, and who that may be.',
    fields: {
      title: 'Rule',
      resource: 'Record type',
      days: 'Minimum days in the bin',
      approval: 'Needs a second person',
      groups: 'Groups that may approve',
      status: 'Enabled',
      remark: 'Remark',
    },
    help: {
      groups: 'Blank: everybody who may delete these records for good',
      resource: 'One rule each; without a rule, one person may delete records for good at any time',
      days: '0: no limit',
    },
    errors: {
      needsApproval: 'Deleting “{resource}” for good needs a second person; ask for it in the bin',
      tooEarly: 'The record has been in the bin for less than {days} days',
      needsSecond:
        'To stop asking for a second person, or to disable or delete this rule, a second person must approve; first use “Ask to drop the second person”',
      notAllowed: 'You are not in a group that may approve this',
      notTwo: 'This rule does not need a second person; change it directly',
    },
    actions: { loosen: 'Ask to drop the second person' },
    inputs: { reason: 'Reason' },
  },
})
