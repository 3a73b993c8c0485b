import { defineLocale } from '#kernel'
import { authLog } from './index.ts'

export default defineLocale(authLog, {
  'zh-cn': {
    title: '操作日志',
    remark: '每一次改变数据的操作（包括被拒绝的），以及登录、导出和终端命令。各人只见自己的，稽查员可见全部；任何人都不能编辑。',
    fields: {
      at: '时间',
      admin: '管理员',
      actorKind: '身份',
      actorName: '操作人',
      action: '操作类型',
      kind: '类别',
      outcome: '结果',
      resource: '对象',
      record: '记录',
      label: '记录名称',
      labelEn: '记录英文名称',
      changes: '变更',
      reason: '原因',
      ip: 'IP',
      userAgent: '客户端',
      requestId: '请求编号',
    },
    options: {
      actorKind: { admin: '管理员', member: '会员', system: '系统' },
      kind: { work: '操作', signIn: '登录与会话' },
      outcome: { done: '完成', refused: '被拒绝' },
    },
  },
  en: {
    title: 'Admin logs',
    remark:
      'Every operation that changed something or was refused, and sign-ins, exports and terminal commands. Everybody sees their own, the auditor sees all; nobody can edit them.',
    fields: {
      at: 'Time',
      admin: 'Admin',
      actorKind: 'Kind',
      actorName: 'Person',
      action: 'Action',
      kind: 'Entry kind',
      outcome: 'Outcome',
      resource: 'Record type',
      record: 'Record',
      label: 'Record name',
      labelEn: 'English record name',
      changes: 'Changes',
      reason: 'Reason',
      ip: 'IP',
      userAgent: 'Client',
      requestId: 'Request',
    },
    options: {
      actorKind: { admin: 'Admin', member: 'Member', system: 'System' },
      kind: { work: 'Work', signIn: 'Sign-ins and sessions' },
      outcome: { done: 'Done', refused: 'Refused' },
    },
  },
})
