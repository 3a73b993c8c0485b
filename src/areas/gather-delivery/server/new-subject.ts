import * as z from 'zod'
import { can, fail, refuse, ruleOf } from '#kernel'
import type { Row } from '#kernel'
import type { Ctx } from '#server'
import type { gatherDelivery } from '../index.ts'
import locale from '../locale.ts'

const MOST = 20_000
const files = z.looseObject({ files: z.looseObject({ refused: z.string(), said: z.string().optional() }) })
const refused = z.looseObject({ subject: z.string().nullable(), reason: z.string() })

const sited = z.record(z.string(), z.string())
const PLACES = `SELECT d.id, d.code FROM department d, gather_project g
  WHERE g.id = $1 AND d.code = ANY($2) AND d.deleted_at IS NULL AND (g.departments = '{}' OR d.id = ANY(g.departments))`
/** By the site that the file names where it is a department of the gather project, else at the one department of the delivery. */
const siteOf = async (
  ctx: Ctx,
  { gather, department }: Row<typeof gatherDelivery>,
  file: string | undefined,
): Promise<(code: string) => number | null> => {
  const said = file === undefined ? {} : sited.parse(JSON.parse(await ctx.services.readStored(file)))
  const rows = await ctx.db.query<{ id: number; code: string }>(PLACES, [gather, [...new Set(Object.values(said))]])
  const places = new Map(rows.map(({ id, code }) => [code, id]))
  return (code) => places.get(said[code] ?? '') ?? department
}

/** The subjects that rows were refused for, each once, by the way that a subject is added by hand. */
export const addNewSubjects = async (ctx: Ctx, row: Row<typeof gatherDelivery>): Promise<number> => {
  if (!can(ctx.actor.rules, ruleOf('study.subject', 'add'))) throw fail('auth.forbidden')
  const found = files.safeParse(row.diff)
  if (!found.success) throw refuse(locale, 'notCompared')
  if ((row.rowsRejected ?? 0) > MOST) throw refuse(locale, 'tooMany')
  const lines = (await ctx.services.readStored(found.data.files.refused)).split('\n').filter(Boolean)
  const rows = lines.map((line) => refused.parse(JSON.parse(line)))
  const codes = new Set(rows.flatMap(({ subject, reason }) => (reason === 'unknownSubject' && subject !== null ? [subject] : [])))
  if (codes.size === 0) throw refuse(locale, 'noNewSubjects')
  const placed = await siteOf(ctx, row, found.data.files.said)
  if ([...codes].some((code) => placed(code) === null)) throw refuse(locale, 'noSite')
  for (const code of codes) await ctx.engine.add(ctx, 'study.subject', { study: row.study, code, department: placed(code) })
  return codes.size
}
