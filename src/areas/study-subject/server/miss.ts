import { fail, refuse, wordsIn } from '#kernel'
import type { Row } from '#kernel'
import type { Ctx } from '#server'
import { hospitalDay } from '#server/zone.ts'
import { heldOn } from '#study/lock/held.ts'
import { timelineOf } from '#study/record/timeline.ts'
import { studySubject } from '../index.ts'
import locale from '../locale.ts'

type Subject = Row<typeof studySubject>
export const missedOf = (given: unknown): Readonly<Record<string, string>> =>
  typeof given === 'object' && given !== null
    ? Object.fromEntries(Object.entries(given).map(([visit, reason]) => [visit, String(reason)]))
    : {}

/** A visit that did not take place is waited for no more; without a reason it is again. The reason stands in the history of the subject. */
export const missVisit = async (ctx: Ctx, row: Subject, visit: number, because: string): Promise<{ count: number }> => {
  // A visit that is closed says neither that it took place nor why it did not.
  const held = await heldOn(ctx.db, { study: row.study, visit })
  if (held) throw fail('record.scopeLocked', { scope: held[ctx.language] })
  const missed = missedOf(row.missed)
  const line = (await timelineOf(ctx.db, { ...row, missed }, hospitalDay(ctx.at))).find((one) => one.visit === visit)
  if (!line) throw refuse(locale, 'otherVisit')
  if (line.entries.some(({ record }) => record !== null)) throw refuse(locale, 'hasRecords')
  const { [String(visit)]: before, ...others } = missed
  const next = because === '' ? others : { ...others, [String(visit)]: because }
  const reason = because || before || wordsIn(locale, ({ actions }) => actions.miss)
  await ctx.engine.edit({ ...ctx, reason: ctx.reason ?? reason }, studySubject.name, { id: row.id }, { missed: next })
  return { count: 1 }
}
