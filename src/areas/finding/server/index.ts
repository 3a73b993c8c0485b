import { fail, refuse, type Row } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { record } from '#server/audit/entry.ts'
import { adminId } from '#server/model/actor.ts'
import { hospitalDay } from '#server/zone.ts'
import { beforeClosing } from '#study/closing.ts'
import { gatedFindings, IS_JUDGED } from '#study/finding/gate.ts'
import type { Within } from '#study/lock/part.ts'
import { toldCells } from '#study/told.ts'
import { seenFindings } from '#study/finding/seen.ts'
import { stepFinding, type Writer } from '#study/finding/step.ts'
import { sayVisits } from '#study/record/called.ts'
import { sayValues } from '#study/record/found-value.ts'
import { bothSeen } from '#study/reader.ts'
import { lockedAbout, refuseLocked } from '#study/lock/said.ts'
import { finding } from '../index.ts'
import locale from '../locale.ts'
import { proposeChange } from './false-positive.ts'
import { seenRoutes } from './last-seen.ts'
import { withThen } from './then.ts'
import { unsearchable, withVeil } from './veiled.ts'
import { findingWidgets } from './widget.ts'

type Finding = Row<typeof finding>
type Deed = { to: string; action: keyof typeof finding.actions; reason?: string; acceptedUntil?: string | null }

/** One step of each, with what it was for. The ledger is no audited table, since runs write it by the thousand: what people do is told here. */
const triage = async (
  ctx: Ctx,
  rows: readonly Finding[],
  { to, action, reason, acceptedUntil = null }: Deed,
): Promise<{ count: number }> => {
  for (const row of rows) {
    const { id, name, state, value } = row
    const told = { ...ctx, ...(reason === undefined ? {} : { reason }) }
    const write: Writer = {
      move: (resource, input, facts) => ctx.engine.move(told, resource, input, facts),
      add: (resource, facts) => ctx.engine.add(ctx, resource, {}, facts),
    }
    const step = { to, cause: 'person', by: adminId(ctx.actor), reason: reason ?? null, facts: { acceptedUntil } } as const
    await stepFinding(write, { id, state, value }, step)
    await record(ctx, { action, resource: finding.name, recordId: id, label: name, changes: { state: [state, to] } })
  }
  return { count: rows.length }
}

/** Findings of rules that no set judges any more hold nothing back: the door leaves them out. */
const judgedOnes =
  (where: string) =>
  (within: Within): string =>
    `WITH f AS (SELECT id, parameter, ${IS_JUDGED} AS counts FROM finding f
    WHERE study = $1 AND severity IN ('blocking', 'major') AND ${where} AND ${within('f')})
  SELECT count(*) FILTER (WHERE counts) AS n, md5(string_agg(id::text, ',' ORDER BY id) FILTER (WHERE counts)) AS which,
    array_agg(DISTINCT parameter) FILTER (WHERE NOT counts) AS but FROM f`
const leaving = (but: readonly number[]): string => (but.length > 0 ? `&filter=parameter:NOT%20IN:${but.join(',')}` : '')

const seriousOnes = beforeClosing({
  text: judgedOnes(`state IN ('new', 'reopened')`),
  words: (n) => ({ 'zh-cn': `还有 ${n} 个严重问题没有处理`, en: `Serious findings that nobody has dealt with: ${n}` }),
  address: (study, but) =>
    `/admin/finding?filter=study:IN:${study}&filter=state:IN:new,reopened&filter=severity:IN:blocking,major${leaving(but)}`,
  waiver: 'finding',
})

/** Accepted until a day that is over: nobody has to wait for a run that says so. */
const lapsedOnes = (day: string) =>
  beforeClosing({
    text: judgedOnes(`state = 'accepted' AND accepted_until < '${day}'`),
    words: (n) => ({
      'zh-cn': `接受期限已过的严重问题：${n} 个，请重新处理`,
      en: `Serious accepted findings whose date has passed: ${n}. Decide on them again`,
    }),
    address: (study, but) =>
      `/admin/finding?filter=study:IN:${study}&filter=state:IN:accepted&filter=acceptedUntil:%3C:${day}&filter=severity:IN:blocking,major${leaving(but)}`,
    waiver: 'finding',
  })

const PLACES = `SELECT id, form, field FROM finding WHERE id = ANY($1::bigint[]) AND field LIKE '%, %'`

export default serve(finding, {
  said: { name: sayVisits('finding'), value: sayValues(PLACES) },
  showAll: async (ctx, rows) => withVeil(ctx, await withThen(ctx, rows)),
  unsearchable,
  widgets: findingWidgets,
  scope: async (ctx) => bothSeen(seenFindings(ctx), await toldCells(ctx, 't."slot"')),
  routes: seenRoutes,
  lockScope: lockedAbout,
  holdsBack: async (ctx, step) => [
    ...(await seriousOnes(ctx, step)),
    ...(await lapsedOnes(hospitalDay())(ctx, step)),
    ...(await gatedFindings(ctx, step, hospitalDay())),
  ],
  actions: {
    accept: (ctx, rows, { reason, until }) => {
      if (until !== null && until < hospitalDay()) throw refuse(locale, 'past')
      return triage(ctx, rows, { to: 'accepted', action: 'accept', reason, acceptedUntil: until })
    },
    fix: (ctx, rows) => triage(ctx, rows, { to: 'fixing', action: 'fix' }),
    query: (ctx, rows, { text, due }) => ctx.engine.act(ctx, 'query', 'raise', [], { findings: rows.map(({ id }) => id), text, due }),
    falsePositive: async (ctx, rows, { reason }) => {
      const done = await triage(ctx, rows, { to: 'false_positive', action: 'falsePositive', reason })
      await proposeChange(ctx, rows, reason)
      return done
    },
    oneByOne: async (ctx, [row]) => {
      if (!row) throw fail('record.missing')
      await refuseLocked(ctx, row)
      const asked = await ctx.engine.act(ctx, 'qc.run', 'singles', [], { finding: row.id })
      await record(ctx, { action: 'oneByOne', resource: finding.name, recordId: row.id, label: row.name, changes: {} })
      return asked
    },
    giveBack: (ctx, rows, { reason }) => triage(ctx, rows, { to: 'new', action: 'giveBack', reason }),
  },
})
