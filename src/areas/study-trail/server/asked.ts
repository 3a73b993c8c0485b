import { can, fail, ruleOf } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Ctx } from '#server'
import { KINDS } from '#study/trail/source.ts'
import type { Kind } from '#study/trail/source.ts'
import { reachIn } from '#study/team.ts'

export type Filter = {
  kinds: readonly Kind[]
  by: string | null
  form: number | null
  /** Days of the hospital's calendar. */
  from: string | null
  to: string | null
  isOldestFirst: boolean
}
export type Asked = {
  ctx: Ctx
  study: { id: number; code: string; title: string }
  subject: { id: number; code: string } | null
  reach: readonly number[] | null
  filter: Filter
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const numberIn = (given: unknown): number | null => (Number.isSafeInteger(Number(given ?? '')) && Number(given) > 0 ? Number(given) : null)
const dayIn = (given: unknown): string | null =>
  DAY.test(String(given)) && !Number.isNaN(Date.parse(String(given))) ? String(given) : null
const kindsIn = (given: unknown): Kind[] => {
  const wanted = new Set(String(given ?? '').split(','))
  const found = KINDS.filter((kind) => wanted.has(kind))
  return found.length ? found : [...KINDS]
}

/** Of which study and subject, and what of it. Whoever does not see them is told that they are not there. */
export const askedOf = async (call: Call, actor: Actor): Promise<Asked> => {
  const ctx = await contextOf(call, actor)
  const { query } = call
  const id = numberIn(query['study'])
  if (id === null) throw fail('record.missing')
  const study = await ctx.engine.get(ctx, 'study.project', id)
  const wanted = numberIn(query['subject'])
  const subject = wanted === null ? null : await ctx.engine.get(ctx, 'study.subject', wanted)
  if (subject && (subject['study'] !== id || !can(actor.rules, ruleOf('study.subject', 'index')))) throw fail('record.missing')
  const reach = await reachIn(ctx.db, actor, id)
  return {
    ctx,
    study: { id, code: String(study['code']), title: String(study[ctx.language === 'en' ? 'titleEn' : 'title']) },
    subject: subject && { id: subject.id, code: String(subject['code']) },
    reach: reach === 'all' ? null : [...reach],
    filter: {
      kinds: kindsIn(query['kind']),
      by:
        String(query['by'] ?? '')
          .trim()
          .slice(0, 60) || null,
      form: numberIn(query['form']),
      from: dayIn(query['from']),
      to: dayIn(query['to']),
      isOldestFirst: query['order'] === 'asc',
    },
  }
}
