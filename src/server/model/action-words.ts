import type { Words } from '#kernel'

/** What the buttons of a page are called in the permission tree. */
export const ACTION_WORDS: Record<string, Words> = {
  index: { 'zh-cn': '查看', en: 'View' },
  read: { 'zh-cn': '查看记录', en: 'View a record' },
  history: { 'zh-cn': '修改记录', en: 'History' },
  add: { 'zh-cn': '新建', en: 'New' },
  edit: { 'zh-cn': '编辑', en: 'Edit' },
  set: { 'zh-cn': '批量修改', en: 'Set a field' },
  del: { 'zh-cn': '删除', en: 'Delete' },
  sortable: { 'zh-cn': '排序', en: 'Sort' },
  recycle: { 'zh-cn': '回收站', en: 'Recycle bin' },
  restore: { 'zh-cn': '恢复', en: 'Restore' },
  delete: { 'zh-cn': '彻底删除', en: 'Delete for good' },
  exportExcel: { 'zh-cn': '导出', en: 'Export' },
  import: { 'zh-cn': '导入', en: 'Import' },
  lock: { 'zh-cn': '锁定', en: 'Lock' },
  unlock: { 'zh-cn': '解锁', en: 'Unlock' },
  all: { 'zh-cn': '查看全部', en: 'See all' },
  download: { 'zh-cn': '下载', en: 'Download' },
  reveal: { 'zh-cn': '查看敏感内容', en: 'Reveal masked values' },
  unblinded: { 'zh-cn': '揭盲前查看分组', en: 'See arms before unblinding' },
}
