import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { refuse } from '#kernel'
import type { Language } from '#kernel'
import type { Call } from '#server'
import { csvLine, CSV_MARK } from '#server/excel/csv.ts'
import { SENT } from '#server/http/route.ts'
import locale from '../locale.ts'
import { problemRows } from './problem.ts'
import type { Seen } from './seen.ts'

const HEAD: Readonly<Record<Language, readonly string[]>> = {
  'zh-cn': ['行号', '原因', '受试者', '访视', '序号'],
  en: ['Row', 'Reason', 'Subject', 'Visit', 'Number'],
}
const csvLines = async function* (call: Call, seen: Seen, language: Language): AsyncGenerator<string> {
  const { fields } = seen.model.locale[language]
  let slots: string[] | undefined
  for await (const { row, texts, subject, visit, instance, values } of problemRows(call, seen, language)) {
    if (!slots) {
      slots = Object.keys(values).filter(Boolean)
      yield CSV_MARK + csvLine([...HEAD[language], ...slots.map((slot) => fields[slot] ?? slot)])
    }
    yield csvLine([row, texts.join(' · '), subject, visit, instance, ...slots.map((slot) => values[slot] ?? null)])
  }
}

/** The rows that do not pass as a file to correct, each with its reason in words. */
export const sendRefused = (call: Call, seen: Seen, reply: FastifyReply, language: Language): typeof SENT => {
  if (!seen.files?.['refused']) throw refuse(locale, 'nothing')
  const file = `${seen.name.replace(/\.[^.]*$/, '')}-refused.csv`
  void reply
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file)}`)
    .type('text/csv; charset=utf-8')
    .send(Readable.from(csvLines(call, seen, language)))
  return SENT
}
