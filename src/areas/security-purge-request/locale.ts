import { defineLocale } from '#kernel'
import { securityPurgeRequest } from './index.ts'

export default defineLocale(securityPurgeRequest, {
  'zh-cn': {
    title: '彻底删除申请',
    remark: '从回收站彻底删除记录的申请。申请人和批准人必须是不同的人；审计日志保留记录的最后状态。',
    fields: {
      resource: '资源',
      record: '记录编号',
      title: '记录名称',
      reason: '原因',
      state: '状态',
      requestedBy: '申请人',
      decidedBy: '处理人',
      decidedAt: '处理时间',
    },
    options: { state: { requested: '待批准', approved: '已批准', rejected: '已驳回' } },
    actions: { approve: '批准', reject: '驳回' },
    errors: { samePerson: '不能批准自己的申请', notAllowed: '您不在可批准此资源的角色组中' },
  },
  en: {
    title: 'Requests to delete for good',
    remark: 'Requests to take records out of the bin for good. Nobody agrees to their own; the trail keeps the last state of the record.',
    fields: {
      resource: 'Resource',
      record: 'Record',
      title: 'Name of the record',
      reason: 'Reason',
      state: 'State',
      requestedBy: 'Requested by',
      decidedBy: 'Decided by',
      decidedAt: 'Decided at',
    },
    options: { state: { requested: 'Waiting', approved: 'Approved', rejected: 'Rejected' } },
    actions: { approve: 'Approve', reject: 'Reject' },
    errors: { samePerson: 'You cannot agree to your own request', notAllowed: 'You are in no group that may agree for this resource' },
  },
})
