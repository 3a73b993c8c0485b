import type { Db } from '#server/db/database.ts'
import type { Covered } from '#study/finding/compare.ts'
import type { Entry, Known } from '#study/run/enter.ts'
import type { Judged } from '#study/run/judge.ts'
import { filePlace, formIn, type Source } from '#study/run/source.ts'
import type { Asked } from './asked.ts'
import { ruleNamed } from '#study/parameter/in-force.ts'
import { ADD, BEFORE, FOLLOW, MOVE, PAGE } from './ledger-sql.ts'

type Entering = { asked: Asked; judged: Judged; file?: Source; folder: string; violations: string; signal: AbortSignal }
export type Changes = { appeared: number; reopened: number; resolved: number; changed: number }

const datafileOf = ({ subject }: Asked): number | null => (subject.kind === 'file' ? subject.datafile : null)
const formsOf = ({ subject }: Asked): readonly number[] => (subject.kind === 'file' ? [] : subject.judged)

const knownOf = async function* (tx: Db, asked: Asked): AsyncGenerator<readonly Known[]> {
  const lineages = asked.rules.map(({ id }) => id)
  for (let after = 0; ;) {
    const rows = await tx.query<Known & { id: number }>(PAGE, [datafileOf(asked), asked.study, formsOf(asked), lineages, after])
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

type Ran = { cover: string; version: number }
/** What each rule proved in each place that it judged. */
const coveredBy = async ({ judged, asked }: Entering, before: readonly Ran[]): Promise<Covered[]> => {
  const { isMass, proves } = await import('#study/finding/cover.ts')
  const { coverOf, massFingerprint } = await import('#study/finding/identity.ts')
  const versions = new Map(before.map(({ cover, version }) => [cover, version]))
  const places = Map.groupBy(judged.results, ({ parameter, place }) => `${ruleNamed(asked.rules, parameter)?.id ?? ''}@${place}`)
  return [...places.values()].flatMap((own) => {
    const [first] = own
    const rule = first && ruleNamed(asked.rules, first.parameter)
    // What could not be judged proves nothing about what was found there.
    if (!rule || !own.every(proves)) return []
    const place = { study: String(asked.study ?? ''), lineage: String(rule.id), form: first.place }
    const lineage = coverOf(place)
    const known = versions.get(lineage)
    const covered: Covered = { lineage, isNewRule: known !== undefined && known !== rule.version }
    return [own.some(isMass) ? { ...covered, mass: massFingerprint(place) } : covered]
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const numberIn = (value: unknown): number | null => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : null)
/** A record by what identifies it. The number of its row in the snapshot says nothing to anybody. */
const whereOf = ({ place, key, record, department, row }: Entry) => {
  const form = formIn(place)
  const read: unknown = form === null || key === null ? null : JSON.parse(key)
  const parts = isRecord(read) ? read : {}
  return {
    form,
    subject: numberIn(parts['subject.id']),
    visit: numberIn(parts['visit.id']),
    instance: numberIn(parts['instance']),
    record: numberIn(record),
    department: numberIn(department),
    row: form === null ? row : null,
  }
}

/** The violations of a run into the ledger, in the transaction of the run's end. One run at a time over a file or a study. */
export const enter = async (tx: Db, run: number, entering: Entering): Promise<Changes> => {
  const { enterRun } = await import('#study/run/enter.ts')
  const { asked, judged, file, folder, violations, signal } = entering
  const { rules, study } = asked
  const datafile = datafileOf(asked)
  const lock = datafile === null ? `finding:study:${study ?? ''}` : `finding:${filePlace(datafile)}`
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lock])
  const covered = await coveredBy(entering, await tx.query<Ran>(BEFORE, [datafile, run, study]))
  const severity = new Map(judged.results.map((result) => [String(ruleNamed(rules, result.parameter)?.id), result.severity]))
  const apply = async (entries: readonly Entry[]): Promise<void> => {
    const rows = entries.map((entry) => ({ ...entry, ...whereOf(entry), severity: severity.get(entry.lineage) ?? null }))
    const added = rows.filter(({ from }) => from === null)
    const moved = rows.filter(({ from, cause }) => from !== null && cause !== null)
    const followed = rows.filter(({ from, cause }) => from !== null && cause === null)
    if (added.length > 0) await tx.query(ADD, [JSON.stringify(added), run, study, datafile])
    if (moved.length > 0) await tx.query(MOVE, [JSON.stringify(moved), run])
    if (followed.length > 0) await tx.query(FOLLOW, [JSON.stringify(followed)])
  }
  const { appeared, reopened, resolved, changed } = await enterRun({
    folder,
    signal,
    violations,
    covered,
    judged,
    ...(file ? { file } : {}),
    known: knownOf(tx, asked),
    apply,
  })
  return { appeared, reopened, resolved, changed }
}
