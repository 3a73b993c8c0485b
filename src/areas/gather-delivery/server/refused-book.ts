import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { oddityOf, refuse } from '#kernel'
import type { Language } from '#kernel'
import type { Call, Ctx } from '#server'
import { writeWorkbook } from '#server/excel/writer.ts'
import type { Cell } from '#server/excel/writer.ts'
import { SENT } from '#server/http/route.ts'
import { ODDITIES, faultyOf } from '#study/delivery/refusal.ts'
import type { RefusedRow } from '#study/delivery/sample.ts'
import { slotName } from '#study/record/table.ts'
import locale from '../locale.ts'
import { formOf } from './form.ts'
import { refusedRows, wordsOf } from './seen.ts'
import type { Seen } from './seen.ts'

const HEAD: Readonly<Record<Language, readonly string[]>> = {
  'zh-cn': ['行号', '问题', '受试者', '访视', '序号'],
  en: ['Row', 'Problems', 'Subject', 'Visit', 'Number'],
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
  const source = refusedRows(call, seen)
  const first = await source.next()
  const slots = first.done ? [] : Object.keys(first.value.values).filter(Boolean)
  const cells = ({ row, reason, subject, visit, instance, values }: RefusedRow): Cell[] => {
    const faulty = faultyOf(reason)
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
    return [row, [wordsOf(reason, language), ...found].join(' · '), ...own]
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
