import type { Rows } from '../reader.ts'

/** Who is to answer: admins and members by their numbers. `isFallback`: the site has nobody, so those who manage the data are asked. */
export type Assignees = { admins: number[]; members: number[]; isFallback: boolean }

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

/** The coordinators whose place names the department; else those whose place names none; else the data managers, else the investigator. */
export const assigneesOf = (team: readonly Place[], department: number | null): Assignees => {
  const coordinators = team.filter(({ role }) => role === 'coordinator')
  const here = coordinators.filter(({ departments }) => department !== null && departments.includes(department))
  const everywhere = coordinators.filter(({ departments }) => department === null || departments.length === 0)
  const own = [here, everywhere].find((places) => places.length > 0)
  if (own) return { ...peopleIn(own), isFallback: false }
  const leads = ['dataManager', 'pi'].map((lead) => team.filter(({ role }) => role === lead)).find((places) => places.length > 0)
  return { ...peopleIn(leads ?? []), isFallback: true }
}
