import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { oddityOf, refuse } from '#kernel'
import type { Language, Words } from '#kernel'
import type { Call, Ctx } from '#server'
import { writeWorkbook } from '#server/excel/writer.ts'
import type { Cell } from '#server/excel/writer.ts'
import { SENT } from '#server/http/route.ts'
import { ODDITIES } from '#study/delivery/refusal.ts'
import { slotName } from '#study/record/table.ts'
import locale from '../locale.ts'
import { formOf } from './form.ts'
import { problemRows } from './problem.ts'
import type { ProblemRow } from './problem.ts'
import type { Seen } from './seen.ts'

const HEAD: Readonly<Record<Language, readonly string[]>> = {
  'zh-cn': ['行号', '问题', '受试者', '访视', '序号'],
  en: ['Row', 'Problems', 'Subject', 'Visit', 'Number'],
}
/** What becomes of the row as it is. */
const PREFIX: Readonly<Record<ProblemRow['kind'], Words>> = {
  refused: { 'zh-cn': '', en: '' },
  stops: { 'zh-cn': '必须改正：', en: 'Must be corrected: ' },
  warns: { 'zh-cn': '请核对：', en: 'Please check: ' },
}
const NARROW = 14
const WIDE = 48
const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What the dictionary finds odd in a value, besides why the row is refused. */
const readerOf = async (ctx: Ctx, { study, form, model, isHidden }: Seen) => {
  const content = await formOf(ctx.db, study, form)
  const codes = new Map(content?.variables.map(({ slot, missingCodes }) => [slotName(slot), missingCodes]))
  return (slot: string, text: string | null) => {
    const field = model.columns.get(slot)?.field
    const isRead = field && text !== null && text !== '' && !isHidden(slot) && !codes.get(slot)?.includes(text)
    return isRead ? oddityOf(field, text) : undefined
  }
}

/** The rows that do not pass as a sheet to correct: the problems of each in words, the cells that they are about coloured. */
export const sendRefusedBook = async (ctx: Ctx, call: Call, seen: Seen, reply: FastifyReply): Promise<typeof SENT> => {
  if (!seen.files?.['refused']) throw refuse(locale, 'nothing')
  const { language } = ctx
  const { fields } = seen.model.locale[language]
  const oddity = await readerOf(ctx, seen)
  const source = problemRows(call, seen, language)
  const first = await source.next()
  const slots = first.done ? [] : Object.keys(first.value.values).filter(Boolean)
  const cells = ({ row, kind, texts, cells: faulty, subject, visit, instance, values }: ProblemRow): Cell[] => {
    const odd = new Map(slots.map((slot) => [slot, oddity(slot, values[slot] ?? null)]))
    const found = slots.flatMap((slot) => {
      const kind = odd.get(slot)
      return kind ? [`${fields[slot] ?? slot}: ${ODDITIES[kind][language]}`] : []
    })
    const at = (name: string, text: string | null): Cell =>
      faulty.includes(name) || odd.get(name) ? { text: text ?? '', isFlagged: true } : text
    const own = [
      at('subject', subject),
      at('visit', visit),
      at('instance', instance),
      ...slots.map((slot) => at(slot, values[slot] ?? null)),
    ]
    return [row, `${PREFIX[kind][language]}${[...texts, ...found].join(' · ')}`, ...own]
  }
  const rows = async function* (): AsyncGenerator<Cell[]> {
    if (!first.done) yield cells(first.value)
    for await (const one of source) yield cells(one)
  }
  const columns = [...HEAD[language], ...slots.map((slot) => fields[slot] ?? slot)]
  const header = columns.map((title, i) => ({ title, width: i === 1 ? WIDE : NARROW }))
  const base = seen.name.replace(/\.[^.]*$/, '')
  void reply
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${base}-refused.xlsx`)}`)
    .type(EXCEL)
    .send(Readable.from(writeWorkbook(base, header, rows()), { objectMode: false }))
  return SENT
}
