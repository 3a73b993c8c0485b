import { refuse, type Row } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import type { Blocker } from '#server/model/approval.ts'
import { nowOf } from '#server/model/context.ts'
import { bodyOf, hasSameTarget, parameterOf, problemsOf, targetOf, type Lineage } from '#study/parameter/body.ts'
import { definitionHash } from '#study/parameter/definition.ts'
import { isTriedInVain } from '#study/parameter/kept-trial.ts'
import { differenceOf } from '#study/parameter/difference.ts'
import { sayBodies } from '#study/parameter/part.ts'
import { controlVersion } from '../index.ts'
import locale from '../locale.ts'
import { follow } from './follow.ts'
import { evidenceFor } from './evidence.ts'
import { leaveFindings } from './leave-findings.ts'

type Version = Row<typeof controlVersion>

const LINEAGE = 'SELECT code, "check", name, name_en AS "nameEn" FROM control_parameter WHERE id = $1'
const blockersOf = async (ctx: Ctx, version: Version): Promise<Blocker[]> => {
  const { id, parameter, body } = version
  const [lineage] = await ctx.db.query<Lineage>(LINEAGE, [parameter])
  if (!lineage) return []
  const wrong = problemsOf(parameterOf(lineage, bodyOf(body))).map(({ words }) => ({ words, address: `/admin/control/version/${id}` }))
  // What the product itself brings along is tested where it is built.
  if (wrong.length > 0 || ctx.actor.kind === 'system' || (await evidenceFor(ctx.db, version))) return wrong
  const isVain = await isTriedInVain(ctx.db, definitionHash(version.check ?? '', body))
  return [{ words: refuse(locale, isVain ? 'inVain' : 'untried').words, address: `/admin/control/version/${id}?tab=try` }]
}

const FIRST = 'SELECT body FROM control_version WHERE parameter = $1 AND number = 1'
/** Findings belong to a rule and what it looks at: that stays the same from its first version on. */
const refuseOtherTarget = async (ctx: Ctx, { parameter, number }: Version, body: unknown): Promise<void> => {
  if (number === 1) return
  const [first] = await ctx.db.query<{ body: unknown }>(FIRST, [parameter])
  const target = bodyOf(first?.body)
  if (first && !hasSameTarget(target, bodyOf(body))) throw refuse(locale, 'otherTarget', { target: targetOf(target) })
}

const SIBLING = `SELECT number, body, message_zh AS "messageZh", message_en AS "messageEn", gates, auto_query AS "autoQuery"
  FROM control_version WHERE parameter = $1 AND number = $2`
type Said = Pick<Version, 'body' | 'messageZh' | 'messageEn' | 'gates' | 'autoQuery'>
/** All that a version says. What is left empty is not said. */
const saidBy = (version: Said | undefined): object => {
  if (!version) return {}
  const { body, messageZh, messageEn, gates, autoQuery } = version
  return {
    ...bodyOf(body),
    ...(messageZh ? { messageZh } : {}),
    ...(messageEn ? { messageEn } : {}),
    ...(gates?.length ? { gates } : {}),
    ...(autoQuery ? { autoQuery } : {}),
  }
}
const ACTIVE = `SELECT id, number FROM control_version WHERE parameter = $1 AND state = 'active' AND id <> $2`

/** What a version notes of itself as it moves on. */
const factsOf = async (ctx: Ctx, version: Version, to: string) => {
  const by = adminId(ctx.actor)
  const now = nowOf(ctx)
  if (to === 'tested') return { testedBy: by, testedOn: await evidenceFor(ctx.db, version) }
  if (to === 'draft') return { testedBy: null, testedOn: null }
  if (to === 'approved') return { approvedBy: by }
  return to === 'active' ? { effectiveFrom: now } : { effectiveTo: now }
}

export default serve(controlVersion, {
  parts: { body: sayBodies('control.version') },
  gates: { tested: blockersOf },
  before: {
    edit: async (ctx, row, change) => {
      if (row.state !== 'draft') throw refuse(locale, 'frozen', { number: row.number })
      if (change.body === undefined) return change
      await refuseOtherTarget(ctx, row, change.body)
      return { ...change, body: bodyOf(change.body) }
    },
    del: async (_, rows) => {
      for (const { state, number } of rows) if (state !== 'draft') throw refuse(locale, 'frozen', { number })
    },
    move: (ctx, row, to) => factsOf(ctx, row, to),
  },
  after: {
    add: (ctx, row) => follow(ctx, row.parameter),
    edit: (ctx, row) => follow(ctx, row.parameter),
    move: async (ctx, row) => {
      const others = await ctx.db.query<{ id: number }>(ACTIVE, [row.parameter, row.id])
      if (row.state === 'active')
        for (const { id } of others) await ctx.engine.move({ ...ctx, reason: `v${row.number}` }, controlVersion.name, { id, to: 'retired' })
      if (row.state === 'retired' && others.length === 0) await leaveFindings(ctx, row.parameter)
      await follow(ctx, row.parameter)
    },
    del: async (ctx, rows) => {
      for (const { parameter } of rows) await follow(ctx, parameter)
    },
  },
  actions: {
    difference: async (ctx, [row], { other }) => {
      if (!row) return { differences: [] }
      const number = other ?? row.number - 1
      const [before] = await ctx.db.query<Said & { number: number }>(SIBLING, [row.parameter, number])
      if (!before && other) throw refuse(locale, 'noOther', { number })
      const differences = differenceOf(saidBy(before), saidBy(row))
      return { before: before?.number ?? null, after: row.number, check: row.check, differences }
    },
  },
})
