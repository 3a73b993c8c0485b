import { fail, ruleOf } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Declare } from '#server'
import { askedTold } from '#study/query/told.ts'
import { query } from '../index.ts'
import { askedPeople, askedPlaces, namesOf } from './raise.ts'
import { usualText } from './usual-text.ts'

/** So many places are looked at before a question is sent; of more the answer says so. */
const MOST = 50
const numberIn = (given: unknown): number | null => (Number.isSafeInteger(Number(given ?? '')) && Number(given) > 0 ? Number(given) : null)
const numbersIn = (given: unknown): number[] =>
  String(given ?? '')
    .split(',')
    .flatMap((one) => numberIn(one) ?? [])

/** Whom a question would go to, by which rule, and what it says where nobody writes it: read before it is sent. */
const asked = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const { form, record, field } = call.query
  const all = numbersIn(call.query['findings'])
  if (all.length > 1000) throw fail('input.badValue', { field: 'findings', value: String(all.length) })
  const about = {
    form: numberIn(form),
    record: numberIn(record),
    field: typeof field === 'string' && field ? field : null,
    datafile: numberIn(call.query['datafile']),
    delivery: numberIn(call.query['delivery']),
    study: numberIn(call.query['study']),
  }
  const places = await askedPlaces(ctx, { ...about, findings: all })
  const to = new Map<string, number>()
  for (const place of places.slice(0, MOST)) {
    const { admins, members, rule } = await askedPeople(ctx, place)
    const people = askedTold(ctx.language, await namesOf(ctx, admins, members), rule)
    to.set(people, (to.get(people) ?? 0) + 1)
  }
  const [first] = places
  return {
    to: [...to].map(([people, count]) => ({ people, count })),
    count: places.length,
    more: Math.max(0, places.length - MOST),
    text: first ? await usualText(ctx, first) : '',
  }
}

export const askedRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/admin/query/asked', { audience: 'admin', rule: ruleOf(query.name, 'raise') }, asked)
}
