import type { Language } from '#kernel'
import type { Call } from '#server'
import { faultyOf } from '#study/delivery/refusal.ts'
import type { FoundRow, Placed, Values } from '#study/delivery/sample.ts'
import { foundRows, refusedRows, wordsOf } from './seen.ts'
import type { Seen } from './seen.ts'

/** A row that does not pass: refused, stopped by a blocking rule, or only complained of. */
export type ProblemRow = Placed & {
  kind: 'refused' | 'stops' | 'warns'
  reason?: string
  texts: string[]
  cells: readonly string[]
  values: Values
}

/** What each rule says about a row, with the values that it speaks of. */
const textsOf = ({ checked, model }: Seen, { problems, values }: FoundRow, language: Language): string[] => {
  const { fields } = model.locale[language]
  const comma = language === 'en' ? ', ' : '，'
  return [...new Set(problems.map(({ rule }) => rule))].map((rule) => {
    const said = checked?.rules.find(({ code }) => code === rule)?.words[language] ?? rule
    const named = problems.filter((one) => one.rule === rule && Object.hasOwn(values, one.field))
    const cells = named.map(({ field }) => `${fields[field] ?? field} ${values[field] ?? '∅'}`)
    return cells.length === 0 ? said : language === 'en' ? `${said} (${cells.join(comma)})` : `${said}（${cells.join(comma)}）`
  })
}
const refused = async function* (call: Call, seen: Seen, language: Language): AsyncGenerator<ProblemRow> {
  for await (const row of refusedRows(call, seen))
    yield { ...row, kind: 'refused', texts: [wordsOf(row.reason, language)], cells: faultyOf(row.reason) }
}
const found = async function* (call: Call, seen: Seen, language: Language): AsyncGenerator<ProblemRow> {
  for await (const row of foundRows(call, seen)) {
    const kind = row.problems.some(({ stops }) => stops) ? 'stops' : 'warns'
    yield { ...row, kind, texts: textsOf(seen, row, language), cells: row.problems.map(({ field }) => field) }
  }
}

/** Every row that does not pass or that somebody should look at, in the order of the file. */
export const problemRows = async function* (call: Call, seen: Seen, language: Language): AsyncGenerator<ProblemRow> {
  const sources = [refused(call, seen, language), found(call, seen, language)]
  const heads = await Promise.all(sources.map((source) => source.next()))
  for (;;) {
    let next = -1
    heads.forEach((head, i) => {
      const best = heads[next]
      if (!head.done && (!best || best.done || head.value.row < best.value.row)) next = i
    })
    const head = heads[next]
    const source = sources[next]
    if (!head || head.done || !source) return
    yield head.value
    heads[next] = await source.next()
  }
}

type Listed = Placed & { reason?: string; text: string }
const SHOWN = 200
/** The first rows of each kind, in words. */
export const listProblems = async (call: Call, seen: Seen, language: Language): Promise<Record<ProblemRow['kind'], Listed[]>> => {
  const lists: Record<ProblemRow['kind'], Listed[]> = { refused: [], stops: [], warns: [] }
  const take = ({ kind, reason, row, subject, visit, instance, department, texts }: ProblemRow): boolean => {
    if (lists[kind].length < SHOWN)
      lists[kind].push({ row, subject, visit, instance, department, ...(reason ? { reason } : {}), text: texts.join(' · ') })
    return lists[kind].length >= SHOWN
  }
  for await (const row of refused(call, seen, language)) if (take(row)) break
  for await (const row of found(call, seen, language)) if (take(row) && lists.stops.length >= SHOWN && lists.warns.length >= SHOWN) break
  return lists
}
