import { refuse } from '#kernel'
import { contextOf, type Actor, type Call, type Declare } from '#server'
import { hangUp } from '#server/http/hang-up.ts'
import { reachIn } from '#study/team.ts'
import locale from '../../locale.ts'
import { numberIn } from '../insight/run.ts'
import { readMass } from './one.ts'
import { massQuestion } from './question.ts'

const PAGE = 100

/** Under the scope of whoever asks, and of the rows those of the sites that they reach. */
const asked = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const { id } = await ctx.engine.get(ctx, 'finding', numberIn(call.query['id']) ?? 0)
  const mass = await readMass(ctx.db, id)
  if (!mass) throw refuse(locale, 'noMass')
  const { study, told, parameter, violations, place, cover, denominator } = mass
  if (violations === null) throw refuse(locale, 'massGone')
  const reach = study === null ? 'all' : await reachIn(ctx.db, actor, study)
  const wanted = {
    violations,
    cover,
    hidden: told && [...(told.hidden[place] ?? [])],
    isDiscreet: told?.discreet.includes(String(parameter)) ?? true,
    departments: reach === 'all' ? reach : [...reach],
    from: (Math.max(1, numberIn(call.query['page']) ?? 1) - 1) * PAGE,
    count: PAGE,
  }
  return { wanted, denominator }
}

export const massRoutes = ({ guarded }: Declare): void =>
  guarded('GET', '/admin/qc.run/mass', { audience: 'admin', rule: 'finding/index' }, async (call, actor, reply) => {
    const { wanted, denominator } = await asked(call, actor)
    const page = await call.backend.lane.ask(massQuestion, wanted, { signal: hangUp(reply), language: call.language })
    return { ...page, page: PAGE, denominator }
  })
