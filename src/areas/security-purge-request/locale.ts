import { defineLocale } from '#kernel'
import { securityPurgeRequest } from './index.ts'

export default defineLocale(securityPurgeRequest, {
  'zh-cn': {
    title: '双人批准申请',
    remark: '彻底删除记录、取消双人批准规则的申请。申请人和批准人必须是不同的人；审计日志保留记录的最后状态。',
    fields: {
      asked: '申请事项',
      resource: '资源',
      record: '记录编号',
      title: '记录名称',
      reason: '原因',
      state: '状态',
      requestedBy: '申请人',
      decidedBy: '处理人',
      decidedAt: '处理时间',
      note: '处理意见',
      department: '科室',
      owner: '所有者',
    },
    options: {
      asked: { purge: '彻底删除', loosen: '取消双人批准' },
      state: { requested: '待批准', approved: '已批准', rejected: '已驳回', withdrawn: '已撤回', lapsed: '已失效' },
    },
    actions: { approve: '批准并执行', reject: '驳回', withdraw: '撤回申请' },
    inputs: { answer: '驳回理由' },
    errors: {
      samePerson: '不能批准自己的申请',
      notAllowed: '您不在可批准此资源的角色组中',
      notYours: '只有申请人可以撤回',
      closed: '这个申请已经处理过了，请刷新列表',
      pending: '“{title}”已有待批准的申请',
    },
  },
  en: {
    title: 'Requests for a second person',
    remark:
      'Requests to delete records for good or to end a rule of two. Nobody agrees to their own; the trail keeps the last state of the record.',
    fields: {
      asked: 'Asked for',
      resource: 'Resource',
      record: 'Record',
      title: 'Name of the record',
      reason: 'Reason',
      state: 'State',
      requestedBy: 'Requested by',
      decidedBy: 'Decided by',
      decidedAt: 'Decided at',
      note: 'Answer',
      department: 'Department',
      owner: 'Owner',
    },
    options: {
      asked: { purge: 'Deletion for good', loosen: 'No second person' },
      state: { requested: 'Waiting', approved: 'Agreed and done', rejected: 'Rejected', withdrawn: 'Withdrawn', lapsed: 'Lapsed' },
    },
    actions: { approve: 'Agree and carry out', reject: 'Reject', withdraw: 'Withdraw' },
    inputs: { answer: 'Reason of the rejection' },
    errors: {
      samePerson: 'You cannot agree to your own request',
      notAllowed: 'You are in no group that may agree for this resource',
      notYours: 'Only the person who asked may withdraw',
      closed: 'This request has been dealt with already; refresh the list',
      pending: '“{title}” already has a request that waits',
    },
  },
})
