import { applies, type Field, type FormRow, type FormSection, type Resource, writableOf } from '#kernel'

export type LaidRow = readonly string[]
export type LaidSection = { key: string | null; rows: LaidRow[] }

const isSection = (entry: FormRow | FormSection): entry is FormSection => typeof entry === 'object' && 'section' in entry
const asRow = (row: FormRow): LaidRow => (typeof row === 'string' ? [row] : row)

/** The rows of a form by section; without a layout every writable field in order, two halves side by side. */
export const layoutOf = (resource: Resource): LaidSection[] => {
  const fields = writableOf(resource)
  const known = (row: LaidRow): LaidRow => row.filter((name) => fields[name])
  const sections: LaidSection[] = []
  const open = (): LaidSection => {
    const last = sections.at(-1)
    if (last && last.key === null) return last
    const fresh: LaidSection = { key: null, rows: [] }
    sections.push(fresh)
    return fresh
  }
  for (const entry of resource.form ?? inOrder(fields)) {
    if (isSection(entry)) sections.push({ key: entry.section, rows: entry.rows.map(asRow).map(known) })
    else open().rows.push(known(asRow(entry)))
  }
  return sections.map((s) => ({ ...s, rows: s.rows.filter((r) => r.length > 0) }))
}

const inOrder = (fields: Record<string, Field>): FormRow[] => {
  const rows: string[][] = []
  for (const [name, field] of Object.entries(fields)) {
    const last = rows.at(-1)
    if (field.width === 'half' && last?.length === 1 && fields[last[0]!]?.width === 'half') last.push(name)
    else rows.push([name])
  }
  return rows
}

/** Fields that are asked for and take part for these values; a row without any disappears. */
export const visibleLayout = (
  layout: readonly LaidSection[],
  fields: Record<string, Field>,
  values: Record<string, unknown>,
): LaidSection[] =>
  layout
    .map((s) => ({
      ...s,
      rows: s.rows.map((row) => row.filter((name) => fields[name] && applies(fields[name], values))).filter((row) => row.length > 0),
    }))
    .filter((s) => s.rows.length > 0)

const WIDE = new Set<Field['kind']>(['richText', 'code', 'json', 'images'])
/** 480 for a short form of single rows, 720 where something needs the room. */
export const drawerWidth = (layout: readonly LaidSection[], fields: Record<string, Field>): number => {
  const rows = layout.flatMap((s) => s.rows)
  if (rows.some((row) => row.some((name) => WIDE.has(fields[name]!.kind)))) return 720
  return rows.some((row) => row.length > 1) || rows.length > 10 ? 640 : 480
}
