import type { Reader, Rows } from '../reader.ts'
import { seesEveryStudy } from '../reader.ts'
import { LEADS, placesIn } from '../team.ts'

const ASKERS: readonly string[] = [...LEADS, 'monitor']
const DECIDERS: readonly string[] = LEADS

/** What somebody is in a study, as far as its queries want to know. */
export type Part = { asks: boolean; decides: boolean; answers: boolean }

/** `department`: that of the query. Whoever decides may answer as well: where nobody else is there, it is given to them. */
export const partIn = async (db: Rows, actor: Reader, study: number, department: number | null): Promise<Part> => {
  if (seesEveryStudy(actor)) return { asks: true, decides: true, answers: true }
  const places = await placesIn(db, actor, study)
  const is = (roles: readonly string[]) => places.some(({ role }) => roles.includes(role))
  const coordinates = places.some(
    ({ role, departments }) =>
      role === 'coordinator' && (departments.length === 0 || department === null || departments.includes(department)),
  )
  return { asks: is(ASKERS), decides: is(DECIDERS), answers: coordinates || is(DECIDERS) }
}
