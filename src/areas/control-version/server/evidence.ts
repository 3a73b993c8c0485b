import type { Db } from '#server/db/database.ts'
import { definitionHash } from '#study/parameter/definition.ts'
import { isJudged, type Trial } from '#study/parameter/trial.ts'

type Tried = { result: Trial; endedAt: string; by: number | null }
const TRIED = `SELECT t.result, t.ended_at AS "endedAt", t.owner_id AS by FROM task t JOIN control_parameter p ON p.id = $2
  WHERE t.kind = 'control.try' AND t.state = 'done' AND t.result ->> 'hash' = $1 AND (p.study IS NULL OR t.result -> 'study' = to_jsonb(p.study) OR t.result -> 'datafile' <> 'null')
  ORDER BY t.id DESC LIMIT 20`

/** The last trial of exactly what the version says: figures and hashes, no value of anybody. */
export const evidenceFor = async (db: Db, { parameter, check, body }: { parameter: number; check: string | null; body: unknown }) => {
  const hash = definitionHash(check ?? '', body)
  const tried = await db.query<Tried>(TRIED, [hash, parameter])
  const found = tried.find(({ result }) => isJudged(result))
  if (!found) return null
  const { study, form, datafile, delivery, rows, violated, snapshot, engine, tables } = found.result
  const judged = tables.reduce((sum, { denominator }) => sum + denominator, 0)
  return { hash, study, form, datafile, delivery, rows, judged, violated, snapshot, engine, at: found.endedAt, by: found.by }
}
