import { seesEveryStudy } from './reader.ts'
import type { Asking, Reader, Rows, Seen } from './reader.ts'

/** Those who decide about the study and its team. */
export const LEADS = ['pi', 'dataManager'] as const
/** Those who hand data over and enter them. */
export const HANDS: readonly string[] = [...LEADS, 'coordinator']

const HELD = `m."deleted_at" IS NULL AND (m."from" IS NULL OR m."from" <= now()) AND (m."to" IS NULL OR m."to" > now())`
/** `$1` is the reader. A place in the team holds from its first moment to its last; members and admins are numbered apart. */
export const placeOf = ({ kind }: Reader): string => `m."${kind === 'member' ? 'user' : 'admin'}" = $1::bigint AND ${HELD}`

/** Of studies: those whose team the reader is in. What belongs to a study says `scopedBy: 'study'` and is seen with it. */
export const ownStudies = ({ actor }: Pick<Asking, 'actor'>): Seen =>
  seesEveryStudy(actor) || { where: `t."id" IN (SELECT m."study" FROM study_member m WHERE ${placeOf(actor)})`, params: [actor.id] }

/** What names no site is for all of them. */
const amongSites = (sites: string) => (departments: string) => `(${sites} = '{}' OR ${sites} && ${departments})`
const HOLDS = {
  department: (departments: string) => `(t."department" IS NULL OR t."department" = ANY(${departments}))`,
  departments: amongSites('t."departments"'),
} as const

/**
 * Of what belongs to a study and to sites in it: those of the departments that the reader's place in that team names; where it names none,
 * those of the reader's own data scope. The department chosen in the header narrows further.
 */
export const ownSites = (by: keyof typeof HOLDS = 'department') => heldAt(HOLDS[by])
/** The same of what stands at the sites of something else: `sites` says which, as an array over the row `t`; an empty one is all of them. */
export const ownSitesOf = (sites: string) => heldAt(amongSites(`coalesce(${sites}, '{}')`))
const heldAt =
  (holds: (departments: string) => string) =>
  ({ actor, departments }: Asking): Seen => {
    const chosen = `(cardinality($2::bigint[]) = 0 OR ${holds('$2::bigint[]')})`
    if (seesEveryStudy(actor)) return departments.length === 0 || { where: holds('$1::bigint[]'), params: [departments] }
    const own = `m."departments" = '{}' AND ($3::boolean OR ${holds('$4::bigint[]')})`
    return {
      where: `${chosen} AND EXISTS (SELECT 1 FROM study_member m WHERE ${placeOf(actor)} AND m."study" = t."study"
        AND (${holds('m."departments"')} AND m."departments" <> '{}' OR ${own}))`,
      params: [actor.id, departments, actor.scope.all, actor.scope.departments],
    }
  }

/** Of what says of which study it is and whose department asked for it, and not of which site it tells: whoever stands at some sites reads what these asked for. */
export const ownUnsited = ({ actor }: Pick<Asking, 'actor'>): Seen =>
  seesEveryStudy(actor) || {
    where: `EXISTS (SELECT 1 FROM study_member m WHERE ${placeOf(actor)} AND m."study" = t."study"
      AND (m."departments" = '{}' OR t."department_id" = ANY(m."departments")))`,
    params: [actor.id],
  }

type Place = { role: string; departments: number[] }
/** The places that the reader holds in a team now. */
export const placesIn = (db: Rows, actor: Reader, study: number): Promise<Place[]> =>
  db.query<Place>(`SELECT m."role", m."departments" FROM study_member m WHERE ${placeOf(actor)} AND m."study" = $2::bigint`, [
    actor.id,
    study,
  ])

/**
 * The roles that somebody has at each of their sites; what their other places name no site for is one more. A list hides a variable in all of its
 * rows or in none: whoever is more at one site than at another reads in clear what both allow.
 */
export const rolesBySite = (places: readonly Place[]): string[][] => {
  const rolesAt = (holds: (place: Place) => boolean) => [...new Set(places.filter(holds).map(({ role }) => role))].toSorted()
  const isWhole = ({ departments }: Place): boolean => departments.length === 0
  const sites = [...new Set(places.flatMap(({ departments }) => departments))]
  const named = sites.map((site) => rolesAt((place) => isWhole(place) || place.departments.includes(site)))
  return places.some(isWhole) ? [rolesAt(isWhole), ...named] : named
}

/** The studies in whose team the reader holds this role now. */
export const studiesAs = async (db: Rows, actor: Reader, role: string): Promise<number[]> => {
  const text = `SELECT DISTINCT m."study" FROM study_member m WHERE ${placeOf(actor)} AND m."role" = $2 ORDER BY 1`
  return (await db.query<{ study: number }>(text, [actor.id, role])).map(({ study }) => study)
}

const PARTS = (actor: Reader) =>
  `SELECT 1 FROM study_member m WHERE ${placeOf(actor)} AND (m."departments" <> '{}' OR NOT $2::boolean) LIMIT 1`
/** Whether the reader stands at some sites of some study, and not at all of them. */
export const holdsPart = async (db: Rows, actor: Reader): Promise<boolean> =>
  !seesEveryStudy(actor) && (await db.query(PARTS(actor), [actor.id, actor.scope.all])).length > 0

/** The studies in which every place that the reader holds now is one of these roles. */
export const studiesOnlyAs = async (db: Rows, actor: Reader, roles: readonly string[]): Promise<number[]> => {
  const text = `SELECT m."study" FROM study_member m WHERE ${placeOf(actor)} GROUP BY m."study" HAVING bool_and(m."role" = ANY($2::text[]))`
  return (await db.query<{ study: number }>(text, [actor.id, roles])).map(({ study }) => study)
}

type Held = { kind: 'admin' | 'member'; id: number; whole: boolean }
const HOLDERS = `SELECT CASE WHEN m."admin" IS NULL THEN 'member' ELSE 'admin' END AS kind, coalesce(m."admin", m."user") AS id,
  bool_or(m."departments" = '{}') AS whole FROM study_member m WHERE m."study" = $1::bigint AND m."role" = ANY($2::text[]) AND ${HELD} GROUP BY 1, 2 ORDER BY 1, 2`
/** Who holds one of these roles in the team now; `whole`: for all of its sites. */
export const holdersIn = (db: Rows, study: number, roles: readonly string[]): Promise<Held[]> => db.query<Held>(HOLDERS, [study, roles])

/**
 * Whether the reader is there to look: with no other place in the team they write nothing into the study, whatever their group may do
 * elsewhere, the right to see every study included. Only who may do everything is not held by a place.
 */
export const onlyAudits = async (db: Rows, actor: Reader, study: number): Promise<boolean> => {
  if (actor.kind === 'system' || '*' in actor.rules) return false
  const places = await placesIn(db, actor, study)
  return places.length > 0 && places.every(({ role }) => role === 'auditor')
}

export const leads = async (db: Rows, actor: Reader, study: number): Promise<boolean> =>
  seesEveryStudy(actor) || (await placesIn(db, actor, study)).some(({ role }) => LEADS.some((lead) => lead === role))

/**
 * Whether the reader answers for all that stands at these sites, `null` for the whole study: as one of these roles, by a place that names no site
 * or every one of them. A data scope narrows what somebody reads, not what the team has given into their hands.
 */
export const answersFor = async (
  db: Rows,
  actor: Reader,
  study: number,
  sites: readonly number[] | null,
  roles: readonly string[] = LEADS,
): Promise<boolean> => {
  const within = (departments: readonly number[]) =>
    departments.length === 0 || (sites !== null && sites.length > 0 && sites.every((site) => departments.includes(site)))
  return (await placesIn(db, actor, study)).some(({ role, departments }) => roles.includes(role) && within(departments))
}
/** Of those who decide about the study; whoever answers for the house closes everything. */
export const leadsAt = async (db: Rows, actor: Reader, study: number, sites: readonly number[] | null): Promise<boolean> =>
  seesEveryStudy(actor) || answersFor(db, actor, study, sites)

/** Whether the reader's place in the team is for the whole study, whichever site a record is of. */
export const seesAllSites = async (db: Rows, actor: Reader, study: number): Promise<boolean> =>
  seesEveryStudy(actor) || (actor.scope.all && (await placesIn(db, actor, study)).some(({ departments }) => departments.length === 0))

/** The departments that the reader reaches in the study; with `roles`, those that they reach as one of these. */
export const reachIn = async (db: Rows, actor: Reader, study: number, roles?: readonly string[]): Promise<'all' | ReadonlySet<number>> => {
  if (seesEveryStudy(actor)) return 'all'
  const places = (await placesIn(db, actor, study)).filter(({ role }) => !roles || roles.includes(role))
  const whole = places.some((place) => place.departments.length === 0)
  if (whole && actor.scope.all) return 'all'
  return new Set([...places.flatMap((place) => place.departments), ...(whole ? actor.scope.departments : [])])
}

/**
 * Whether what the reader counts now is all there is of these sites, of the whole study where none are named: a plan of all is no measure of what
 * some of them bring. The department chosen in the header narrows it.
 */
export const countsAll = async (
  { db, actor, departments }: Asking & { readonly db: Rows },
  study: number,
  sites: readonly number[] = [],
): Promise<boolean> => {
  if (sites.length === 0) return departments.length === 0 && seesAllSites(db, actor, study)
  return (departments.length === 0 || sites.every((site) => departments.includes(site))) && reaches(db, actor, study, sites)
}

/** Whether all these departments are among those that the reader reaches in the study: nobody puts a record where they could not see it. */
export const reaches = async (db: Rows, actor: Reader, study: number, departments: readonly number[]): Promise<boolean> => {
  const reach = await reachIn(db, actor, study)
  return reach === 'all' || departments.every((department) => reach.has(department))
}
