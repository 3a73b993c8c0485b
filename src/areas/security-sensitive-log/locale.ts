import { defineLocale } from '#kernel'
import { securitySensitiveLog } from './index.ts'

export default defineLocale(securitySensitiveLog, {
  'zh-cn': {
    title: '敏感数据变更',
    remark: '受监视字段的每一次变更，取自操作日志。回滚是一次新的编辑；之后又有变更时会被拒绝。',
    fields: {
      at: '时间',
      admin: '管理员',
      actorName: '操作人',
      action: '操作类型',
      resource: '对象',
      record: '记录',
      label: '记录名称',
      field: '字段',
      before: '变更前',
      after: '变更后',
      reason: '原因',
      ip: 'IP',
      entry: '日志编号',
    },
    actions: { rollback: '回滚' },
    inputs: { why: '原因' },
    errors: {
      newer: '“{label}”的这个字段之后又被修改过，不能回滚。请先回滚较新的变更，或直接编辑记录',
      notEdit: '只有编辑可以回滚',
    },
  },
  en: {
    title: 'Sensitive changes',
    remark:
      'Every change of a watched field, taken from the trail. A rollback is a new edit; it is refused when the field changed again later.',
    fields: {
      at: 'Time',
      admin: 'Admin',
      actorName: 'Person',
      action: 'Action',
      resource: 'Record type',
      record: 'Record',
      label: 'Name of the record',
      field: 'Field',
      before: 'Before',
      after: 'After',
      reason: 'Reason',
      ip: 'IP',
      entry: 'Entry',
    },
    actions: { rollback: 'Roll back' },
    inputs: { why: 'Reason' },
    errors: {
      newer: 'This field of “{label}” was changed again later. Roll back the newer change first, or edit the record',
      notEdit: 'Only an edit can be rolled back',
    },
  },
})
