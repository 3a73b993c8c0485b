import { defineLocale } from '#kernel'
import { securityRecycleLog } from './index.ts'

export default defineLocale(securityRecycleLog, {
  'zh-cn': {
    title: '数据回收站',
    none: '回收站是空的',
    remark: '所有对象中已删除、可以恢复的记录。彻底删除需要另一人批准。',
    fields: {
      resource: '对象',
      record: '记录编号',
      title: '记录名称',
      deletedAt: '删除时间',
      admin: '删除管理员',
      actorName: '删除人',
      department: '科室',
      owner: '所有者',
      children: '下级',
      keepUntil: '保留至',
      approval: '需第二人批准',
      requested: '已申请',
    },
    actions: { recover: '恢复', purge: '申请彻底删除' },
    inputs: { withChildren: '连同下级', withParents: '连同上级', toTop: '恢复到顶层', values: '新的取值', reason: '原因' },
  },
  en: {
    title: 'Recycle bin',
    none: 'The bin is empty',
    remark: 'Deleted records of all kinds that can still be restored. Deleting one for good needs a second person.',
    fields: {
      resource: 'Record type',
      record: 'Record',
      title: 'Name of the record',
      deletedAt: 'Deleted at',
      admin: 'Deleted by (account)',
      actorName: 'Deleted by',
      department: 'Department',
      owner: 'Owner',
      children: 'Children',
      keepUntil: 'Kept until',
      approval: 'Second person needed',
      requested: 'Deletion requested',
    },
    actions: { recover: 'Restore', purge: 'Ask to delete for good' },
    inputs: {
      withChildren: 'With children',
      withParents: 'With parents',
      toTop: 'To the top level',
      values: 'New values',
      reason: 'Reason',
    },
  },
})
