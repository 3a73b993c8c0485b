import { refuse, type Row } from '#kernel'
import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import { enqueue } from '#server/task/enqueue.ts'
import type { controlParameter } from '../../index.ts'
import locale from '../../locale.ts'
import { tryingAll } from './all-task.ts'
import { readTrial } from './ask.ts'

const DRAFTS = `SELECT parameter, body FROM control_version WHERE parameter = ANY($1::bigint[]) AND state = 'draft'`
type Over = { study: number | null; datafile: number | null; delivery: number | null }

/** The drafts of these rules, each over its own study or over what is chosen, as one task for whoever asks. */
export const askTrials = async (
  ctx: Ctx,
  rows: readonly Row<typeof controlParameter>[],
  { study, datafile, delivery }: Over,
): Promise<{ task: number | undefined; count: number }> => {
  const drafts = await ctx.db.query<{ parameter: number; body: unknown }>(DRAFTS, [rows.map(({ id }) => id)])
  const bodies = new Map(drafts.map(({ parameter, body }) => [parameter, body]))
  const all: { code: string; asked: Awaited<ReturnType<typeof readTrial>>['asked'] }[] = []
  for (const { id, code, check, study: own } of rows) {
    if (!bodies.has(id)) continue
    const over = { study: datafile === null ? (own ?? study) : null, form: null, datafile, delivery }
    all.push({ code, asked: (await readTrial(ctx, { check, body: bodies.get(id), parameter: id, ...over })).asked })
  }
  if (all.length === 0) throw refuse(locale, 'noDraft')
  const owner = { kind: ctx.actor.kind, id: adminId(ctx.actor), departmentId: ctx.actor.departmentId }
  const title = all.length === 1 ? (all[0]?.code ?? '') : `${all[0]?.code} … (${all.length})`
  return { task: await enqueue(ctx.db, tryingAll, { all }, { title, owner }), count: all.length }
}
