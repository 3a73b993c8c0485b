import { keptReason, refuse } from '#kernel'
import type { Ctx } from '#server'
import { nowOf } from '#server/model/context.ts'
import type { AnyRow } from '#server/model/row.ts'
import { leads } from '#study/team.ts'
import locale from '../locale.ts'
import type { Lock } from './place.ts'
import { refuseOthers } from './sites.ts'

const SIGNATURE = 'study.signature'
const SCOPES: ReadonlySet<string> = new Set(['form', 'visit', 'subject'])
const SHEETS = `SELECT id FROM study_signature WHERE lock = $1 AND state <> 'void'`
const sheetsOf = (ctx: Ctx, { id }: Pick<Lock, 'id'>): Promise<{ id: number }[]> => ctx.db.query(SHEETS, [id])

/** A sheet for what this lock keeps as it is; a worker computes what is to be signed. */
export const askSheet = async (ctx: Ctx, lock: Lock): Promise<{ id: number }> => {
  const { id, study, scope, form, visit, subject, title, state } = lock
  if (!(await leads(ctx.db, ctx.actor, study))) throw refuse(locale, 'notLead')
  await refuseOthers(ctx, lock)
  if (!SCOPES.has(scope) || state === 'lifted') throw refuse(locale, 'notSigned')
  if ((await sheetsOf(ctx, lock)).length > 0) throw refuse(locale, 'hasSheet')
  const sheet = await ctx.engine.add(ctx, SIGNATURE, {}, { study, scope, lock: id, form, visit, subject, title })
  return { id: sheet.id }
}

const ASKED = `SELECT DISTINCT lock FROM study_signature WHERE lock = ANY($1::bigint[]) AND state <> 'void'`
/** Which of these have a sheet: another is not offered. */
export const withSheet = async (ctx: Ctx, rows: readonly AnyRow[]): Promise<AnyRow[]> => {
  const found = await ctx.db.query<{ lock: number }>(ASKED, [rows.map(({ id }) => id)])
  const asked = new Set(found.map(({ lock }) => lock))
  return rows.map((row) => ({ ...row, _sheet: asked.has(row.id) }))
}

/** What was signed can change from here on: nobody answers for it any more. */
export const voidSheets = async (ctx: Ctx, lock: Lock): Promise<void> => {
  const facts = { voidedAt: nowOf(ctx), voidReason: keptReason(ctx.reason) }
  for (const { id } of await sheetsOf(ctx, lock)) await ctx.engine.move(ctx, SIGNATURE, { id, to: 'void' }, facts)
}
