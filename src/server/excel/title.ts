/** Columns that no area names. */
export const TRAIT_TITLES: Record<string, Record<string, string>> = {
  'zh-cn': {
    id: 'ID',
    createdAt: '创建时间',
    updatedAt: '更新时间',
    deletedAt: '删除时间',
    lockedAt: '锁定时间',
    weigh: '权重',
    parentId: '上级',
    departmentId: '科室',
    ownerId: '所有者',
    version: '版本',
  },
  en: {
    id: 'ID',
    createdAt: 'Created',
    updatedAt: 'Updated',
    deletedAt: 'Deleted',
    lockedAt: 'Locked',
    weigh: 'Weight',
    parentId: 'Parent',
    departmentId: 'Department',
    ownerId: 'Owner',
    version: 'Version',
  },
}
