export type Fields = Record<string, Record<string, unknown>>
/** A table as the designer would send it, its words the names of the fields. */
export const design = (name: string, fields: Fields, more: object = {}) => {
  const names = Object.fromEntries(Object.keys(fields).map((n) => [n, n]))
  const options = Object.fromEntries(
    Object.entries(fields).flatMap(([n, f]) =>
      Array.isArray(f['options']) ? [[n, Object.fromEntries(f['options'].map((o) => [o, o]))]] : [],
    ),
  )
  const text = { title: `表 ${name}`, remark: '说明', fields: names, options }
  return {
    definition: {
      name,
      menu: { group: 'org', icon: 'file', order: 5 },
      label: 'title',
      fields,
      traits: ['timestamps', 'recyclable', 'exportable', 'audited'],
      actions: {},
      list: { columns: ['id', 'title'], sort: '-id' },
      ...more,
    },
    locale: { 'zh-cn': text, en: { ...text, title: `Table ${name}` } },
  }
}
