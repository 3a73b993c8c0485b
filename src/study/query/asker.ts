import type { Rows } from '../reader.ts'
import { LEADS } from '../team.ts'
import { teamOf } from './assignee.ts'

type Asked = { readonly study: number; readonly department: number | null; readonly author: number | null }

/**
 * Whom an answer goes to, as admins: whoever asked, as long as they are in the team or answer for the house (`isAbove`), and, where they may
 * not decide, those who manage the data of the site, else whoever leads the study there. An answer that is told to nobody who may close the
 * query stays where it is.
 */
export const askersOf = async (db: Rows, { study, department, author }: Asked, isAbove: boolean): Promise<number[]> => {
  const team = (await teamOf(db, study)).flatMap(({ admin, ...place }) => (admin === null ? [] : [{ ...place, admin }]))
  const own = team.filter(({ admin }) => admin === author)
  const asked = author !== null && (isAbove || own.length > 0) ? [author] : []
  if (isAbove || own.some(({ role }) => LEADS.some((lead) => lead === role))) return asked
  const here = team.filter(({ departments }) => department === null || departments.length === 0 || departments.includes(department))
  const as = (role: (typeof LEADS)[number]) => here.filter((place) => place.role === role)
  const managers = as('dataManager')
  const decide = managers.length > 0 ? managers : as('pi')
  return [...new Set([...asked, ...decide.map(({ admin }) => admin)])]
}
