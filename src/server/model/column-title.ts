import type { Language, Locale, Words } from '#kernel'

const words = (zh: string, en: string): Words => ({ 'zh-cn': zh, en })

/** Columns that come with a trait or with every record: no area names them. */
const COLUMN_TITLES: Readonly<Record<string, Words>> = {
  id: words('ID', 'ID'),
  version: words('版本', 'Version'),
  createdAt: words('创建时间', 'Created'),
  updatedAt: words('更新时间', 'Updated'),
  deletedAt: words('删除时间', 'Deleted'),
  lockedAt: words('锁定时间', 'Locked'),
  weigh: words('权重', 'Weight'),
  parentId: words('上级', 'Parent'),
  departmentId: words('所属科室', 'Department'),
  ownerId: words('负责人', 'Owner'),
}

/** What people call a column; a name of the code only where nobody has given it another. */
export const columnTitle = (locale: Locale | undefined, language: Language, name: string): string =>
  locale?.[language].fields[name] ?? COLUMN_TITLES[name]?.[language] ?? name
