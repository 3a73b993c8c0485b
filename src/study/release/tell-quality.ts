import { literal, Sql } from '#qc/sql.ts'
import { knownSql, type Applying } from './apply.ts'
import { told } from './figure.ts'
import type { Exception, QualityRun, Quality } from './quality.ts'
import { looksLikeSomebody } from './treat.ts'

/** Whoever wrote the reason of an exception may have named somebody in it. */
export const WITHHELD = '[…]'
type Told = Omit<Exception, 'subjects'> & {
  /** Persons of this release; null: fewer than five. Zero: it is about no single person. */
  persons: number | null
}
export type QualityTold = Omit<Quality, 'exceptions'> & { exceptions: Told[] }
type Source = { form: string; sha256: string }

/** Which of these texts tell of somebody whom the study knows, in the cohort or not. */
const tellTales = async (applying: Applying, texts: readonly string[]): Promise<ReadonlySet<string>> => {
  const said = [...new Set(texts)].filter((text) => text.length > 1)
  if (said.length === 0) return new Set()
  const found = await applying.db.all<{ text: string }>(`WITH said AS (SELECT unnest([${said.map(literal).join(', ')}]) AS text),
      known AS MATERIALIZED (SELECT DISTINCT unnest(known) AS one FROM (${knownSql(applying)}))
    SELECT text FROM said WHERE ${looksLikeSomebody(Sql`text`)} OR EXISTS (SELECT 1 FROM known WHERE contains(said.text, known.one))`)
  return new Set(found.map(({ text }) => text))
}

const countOf = async ({ db }: Applying, subjects: Exception['subjects']): Promise<number> => {
  const ids = subjects.map((id) => literal(String(id))).join(', ')
  const [found] = await db.all<{ n: number }>(`SELECT count(*) AS n FROM people WHERE id::VARCHAR IN (${ids})`)
  return Number(found?.n ?? 0)
}
/** Exceptions of those who are in the package, without saying whose each is. */
const exceptionsIn = async (applying: Applying, exceptions: readonly Exception[]): Promise<Told[]> => {
  const kept: Told[] = []
  for (const { subjects, ...one } of exceptions) {
    const count = subjects.length === 0 ? 0 : await countOf(applying, subjects)
    if (subjects.length > 0 && count === 0) continue
    kept.push({ ...one, persons: count === 0 ? 0 : told(count) })
  }
  return kept
}

/** The same bytes are proof; other ones only where each form was read alone, without the rules of its sites. */
const compared = (run: QualityRun, sources: readonly Source[]): QualityRun => {
  const own = sources.filter(({ form }) => run.form === '' || run.form === form)
  const isSame = own.length > 0 && own.every(({ form, sha256 }) => run.read.some((one) => one.form === form && one.sha256 === sha256))
  return isSame ? { ...run, isSameData: true } : run
}

/** What is told of a study's quality beside the data of some of its people: no key, no value, no name of a person, no count below five. */
export const tellQuality = async (applying: Applying, quality: Quality, sources: readonly Source[]): Promise<QualityTold> => {
  const exceptions = await exceptionsIn(applying, quality.exceptions)
  const { waivers, signatures, locks } = quality
  const texts = [...exceptions, ...waivers, ...locks].map(({ reason }) => reason)
  const tales = await tellTales(applying, [
    ...texts,
    ...waivers.flatMap(({ title, titleEn }) => [title, titleEn]),
    ...signatures.map(({ meaning }) => meaning),
  ])
  const safe = (text: string): string => (tales.has(text) ? WITHHELD : text)
  return {
    state: quality.state,
    runs: quality.runs.map((run) => compared(run, sources)),
    exceptions: exceptions.map((one) => ({ ...one, reason: safe(one.reason) })),
    waivers: waivers.map((one) => ({ ...one, title: safe(one.title), titleEn: safe(one.titleEn), reason: safe(one.reason) })),
    signatures: signatures.map((one) => ({ ...one, meaning: safe(one.meaning) })),
    locks: locks.map((one) => ({ ...one, reason: safe(one.reason) })),
  }
}
