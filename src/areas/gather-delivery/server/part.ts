import type { Words } from '#kernel'
import type { Ctx } from '#server'
import type { Parted } from '#server/model/half.ts'
import { slotIn, unitIn } from '#study/delivery/mapping.ts'
import { REFUSALS } from '#study/delivery/refusal.ts'
import { slotsCalled } from '#study/record/called.ts'

/** What reading and comparing have found, as people speak of it. Hashes of files, and who handed it over, stand elsewhere. */
const NAMES: Readonly<Record<string, Words>> = {
  rows: { 'zh-cn': '行数', en: 'Rows' },
  format: { 'zh-cn': '格式', en: 'Format' },
  encoding: { 'zh-cn': '编码', en: 'Encoding' },
  columns: { 'zh-cn': '列', en: 'Columns' },
  notes: { 'zh-cn': '读取时的提示', en: 'Notes of the reading' },
  trouble: { 'zh-cn': '不能读取的原因', en: 'Why it cannot be read' },
  cells: { 'zh-cn': '改动的值', en: 'Values changed' },
  vanished: { 'zh-cn': '这次没有出现的行', en: 'Rows that are gone' },
  recycled: { 'zh-cn': '移入回收站的记录', en: 'Records moved to the bin' },
  flagged: { 'zh-cn': '提为问题的记录', en: 'Records raised as findings' },
  'checked.rules': { 'zh-cn': '命中的规则', en: 'Rules that hit' },
  'checked.stops': { 'zh-cn': '违反阻断规则的行', en: 'Rows against blocking rules' },
  'checked.warns': { 'zh-cn': '违反其他规则的行', en: 'Rows against other rules' },
}
const REASON = 'reasons.'
const MAPPING = 'mapping.'
const TARGETS: Readonly<Record<string, Words>> = {
  subject: { 'zh-cn': '受试者', en: 'Subject' },
  visit: { 'zh-cn': '访视', en: 'Visit' },
  instance: { 'zh-cn': '序号', en: 'Number' },
}
const reasons: Readonly<Record<string, Words>> = REFUSALS

const FORMS = 'SELECT id, form FROM gather_delivery WHERE id = ANY($1::bigint[])'

/** What changed in the manifest and in the comparison of a delivery: columns and reasons by their names, slots as the variables are called. */
export const sayFound = async ({ db, language }: Ctx, all: readonly Parted[]): Promise<readonly Parted['parts'][]> => {
  const rows = await db.query<{ id: number; form: number | null }>(FORMS, [[...new Set(all.map(({ id }) => id))]])
  const forms = new Map(rows.map(({ id, form }) => [id, form]))
  const called = await slotsCalled(
    db,
    language,
    rows.flatMap(({ form }) => form ?? []),
  )
  return all.map(({ id, parts }) => {
    const target = (text: string | null): string | null => {
      const slot = text === null ? undefined : slotIn(text)
      if (text === null || slot === undefined) return TARGETS[text ?? '']?.[language] ?? text
      const unit = unitIn(text)
      return `${called(forms.get(id) ?? 0, slot)}${unit === undefined ? '' : ` (${unit})`}`
    }
    return parts.flatMap((part) => {
      const { name, before, after } = part
      if (name.startsWith(MAPPING)) return [{ name: name.slice(MAPPING.length), before: target(before), after: target(after) }]
      const words = NAMES[name] ?? (name.startsWith(REASON) ? reasons[name.slice(REASON.length)] : undefined)
      return words ? [{ ...part, name: words[language] }] : []
    })
  })
}
