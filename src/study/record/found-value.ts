import type { Language } from '#kernel'
import type { Rows } from '../reader.ts'
import { variablesCalled, visitsCalled } from './called.ts'

const BETWEEN = '; '
/** What a rule over several columns found, `sbp=88; dbp=94`, by column. Empty where the text is no such list, as a masked one. */
export const pairsOf = (field: string, value: string): [code: string, value: string][] => {
  const codes = field.split(', ')
  const starts: number[] = []
  for (const [i, code] of codes.entries()) {
    // A value may hold what stands between two: each begins where its own column is named.
    const at = i === 0 ? (value.startsWith(`${code}=`) ? 0 : -1) : value.indexOf(`${BETWEEN}${code}=`, starts.at(-1))
    if (codes.length === 1 || at < 0) return []
    starts.push(i === 0 ? 0 : at + BETWEEN.length)
  }
  return codes.map((code, i) => {
    const next = starts[i + 1]
    return [code, value.slice((starts[i] ?? 0) + code.length + 1, next === undefined ? undefined : next - BETWEEN.length)]
  })
}

/** The same for people, `Systolic: 88; Diastolic: 94`; every other value as it is. */
export const valueCalled = (
  language: Language,
  field: string,
  value: string,
  called: (code: string) => string,
  visit: (code: string) => string = (code) => code,
): string => {
  const [colon, between] = language === 'en' ? [': ', BETWEEN] : ['：', '；']
  const pairs = pairsOf(field, value)
  return pairs.length === 0
    ? value
    : pairs.map(([code, own]) => `${called(code)}${colon}${own === '' ? '∅' : code === 'visit' ? visit(own) : own}`).join(between)
}

type Place = { id: number; form: number | null; field: string }
/** Values of findings, or of what happened to them, as this reader knows the variables; of a file, by its columns. `places` answers for their ids. */
export const sayValues =
  (places: string) =>
  async ({ db, language }: { db: Rows; language: Language }, all: readonly { id: number; value: string }[]): Promise<string[]> => {
    const rows = await db.query<Place>(places, [all.map(({ id }) => id)])
    const forms = rows.flatMap(({ form }) => form ?? [])
    const [called, visit] = [await variablesCalled(db, language, forms), await visitsCalled(db, language, forms)]
    const found = new Map(rows.map((row) => [row.id, row]))
    return all.map(({ id, value }) => {
      const place = found.get(id)
      if (!place) return value
      const { form } = place
      const own = (say: typeof called) => (code: string) => (form === null ? code : say(form, code))
      return valueCalled(language, place.field, value, own(called), own(visit))
    })
  }
