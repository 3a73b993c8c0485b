import { defineLocale } from '#kernel'
import { approval } from './index.ts'

export default defineLocale(approval, {
  'zh-cn': {
    title: '双人批准申请',
    remark: '需要第二人同意才能执行的操作。申请人和批准人必须是不同的人；记录在申请后有变动的，申请自动失效。',
    fields: {
      action: '申请事项',
      input: '内容',
      rule: '所需权限',
      resource: '对象',
      record: '记录编号',
      recordVersion: '申请时的版本',
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
      state: { requested: '待批准', approved: '已批准', rejected: '已驳回', withdrawn: '已撤回', lapsed: '已失效' },
    },
    actions: { approve: '批准并执行', reject: '驳回', withdraw: '撤回申请' },
    inputs: { answer: '驳回理由' },
    errors: {
      samePerson: '不能批准自己的申请',
      notYours: '只有申请人可以撤回',
      closed: '这个申请已经处理过了，请刷新列表',
      pending: '“{title}”已有待批准的申请',
    },
  },
  en: {
    title: 'Approvals',
    remark:
      'Actions that need the approval of a second person. Nobody approves their own request, and a request lapses when its record is changed afterwards.',
    fields: {
      action: 'Requested action',
      input: 'Content',
      rule: 'Required right',
      resource: 'Record type',
      record: 'Record',
      recordVersion: 'Version at the request',
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
      state: { requested: 'Waiting', approved: 'Approved', rejected: 'Rejected', withdrawn: 'Withdrawn', lapsed: 'Lapsed' },
    },
    actions: { approve: 'Approve', reject: 'Reject', withdraw: 'Withdraw' },
    inputs: { answer: 'Reason for the rejection' },
    errors: {
      samePerson: 'You cannot approve your own request',
      notYours: 'Only the person who asked may withdraw it',
      closed: 'This request has already been decided; refresh the list',
      pending: 'There is already an open request for “{title}”',
    },
  },
})
