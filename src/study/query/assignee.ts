import type { Rows } from '../reader.ts'

/** By what rule: whoever handed the file over; coordinators of the site, those of all sites, or, where there are none (`isFallback`), who manages the data or leads the study. */
type Rule = 'sender' | 'site' | 'everywhere' | 'dataManager' | 'pi'
/** Who is to answer: admins and members by their numbers. */
export type Assignees = { admins: number[]; members: number[]; rule: Rule; isFallback: boolean }

type Place = { admin: number | null; user: number | null; role: string; departments: number[] }
const TEAM = `SELECT m.admin, m."user", m.role, m.departments FROM study_member m
  LEFT JOIN auth_admin a ON a.id = m.admin LEFT JOIN user_user u ON u.id = m."user"
  WHERE m.study = $1 AND m.deleted_at IS NULL AND (m."from" IS NULL OR m."from" <= now()) AND (m."to" IS NULL OR m."to" > now())
    AND (a.id IS NOT NULL AND a.status AND a.deleted_at IS NULL OR u.id IS NOT NULL AND u.status AND u.deleted_at IS NULL)`
export const teamOf = (db: Rows, study: number): Promise<Place[]> => db.query<Place>(TEAM, [study])

const numbers = (given: readonly (number | null)[]): number[] =>
  [...new Set(given.flatMap((id) => (id === null ? [] : [id])))].toSorted((a, b) => a - b)
const peopleIn = (places: readonly Place[]) => ({
  admins: numbers(places.map(({ admin }) => admin)),
  members: numbers(places.map(({ user }) => user)),
})

/** Who handed a file over, if anybody is known. */
type Sender = { readonly user?: number | null; readonly admin?: number | null }
const isOne = (id: number | null, wanted: number | null | undefined): boolean => id !== null && id === wanted

/** Whoever handed the file over and is still in the team; else the coordinators whose place names the department; else those whose place names none; else the data managers, else the investigator. */
export const assigneesOf = (team: readonly Place[], department: number | null, sender: Sender | null = null): Assignees => {
  const sent = sender ? team.filter(({ admin, user }) => isOne(admin, sender.admin) || isOne(user, sender.user)) : []
  if (sent.length > 0) return { ...peopleIn(sent), rule: 'sender', isFallback: false }
  const coordinators = team.filter(({ role }) => role === 'coordinator')
  const here = coordinators.filter(({ departments }) => department !== null && departments.includes(department))
  const everywhere = coordinators.filter(({ departments }) => department === null || departments.length === 0)
  if (here.length > 0) return { ...peopleIn(here), rule: 'site', isFallback: false }
  if (everywhere.length > 0) return { ...peopleIn(everywhere), rule: 'everywhere', isFallback: false }
  const managers = team.filter(({ role }) => role === 'dataManager')
  if (managers.length > 0) return { ...peopleIn(managers), rule: 'dataManager', isFallback: true }
  return { ...peopleIn(team.filter(({ role }) => role === 'pi')), rule: 'pi', isFallback: true }
}
