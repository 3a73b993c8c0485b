import type { Db } from '#server/db/database.ts'
import { definitionHash } from '#study/parameter/definition.ts'
import { keptTrial } from '#study/parameter/kept-trial.ts'

/** The last trial of exactly what the version says. */
export const evidenceFor = async (db: Db, { parameter, check, body }: { parameter: number; check: string | null; body: unknown }) => {
  const hash = definitionHash(check ?? '', body)
  const found = await keptTrial(db, hash, parameter)
  return found ? { hash, ...found.figures, at: found.at, by: found.by } : null
}
