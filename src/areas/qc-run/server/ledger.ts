import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { copyFrom, copyInto, type Db } from '#server/db/database.ts'
import type { Covered } from '#study/finding/compare.ts'
import { holdQueries } from '#study/query/settle.ts'
import type { Judged } from '#study/run/judge.ts'
import { filePlace, formIn, studyPlace, type Source } from '#study/run/source.ts'
import type { Asked } from './asked.ts'
import { ruleNamed } from '#study/parameter/in-force.ts'
import { overrideIn } from '#study/run/split.ts'
import { ADD, BEFORE, DIFFERED, FOLLOW, GIVEN, KNOWN, MOVE, WEIGH, type Covering } from './ledger-sql.ts'

type Entering = { asked: Asked; judged: Judged; file?: Source; folder: string; violations: string; signal: AbortSignal }
export type Changes = { appeared: number; reopened: number; resolved: number; changed: number }

export const datafileOf = ({ subject }: Asked): number | null => (subject.kind === 'records' ? null : subject.datafile)
export const formsOf = ({ subject }: Asked): readonly number[] => (subject.kind === 'records' ? subject.judged : [])

export const copyKnown = (tx: Db, covering: Covering, path: string): Promise<void> =>
  pipeline(copyFrom(tx, KNOWN(covering)), createWriteStream(path, { mode: 0o600 }))

/** One run, or one mass, at a time over a file or a study. */
export const holdLedger = (tx: Db, whole: string): Promise<unknown> =>
  tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`finding:${whole}`])

type Where = { run: number; study: number | null; datafile: number | null }
/** What the ledger is told, beside it; answers how much that is. */
export const bring = async (tx: Db, path: string): Promise<number> => {
  await tx.query(GIVEN)
  const count = await copyInto(tx, 'COPY entry FROM STDIN (FORMAT csv)', createReadStream(path))
  // Nobody has counted it yet: without this every finding would be read to find a few.
  if (count > 0) await tx.query('ANALYZE entry')
  return count
}
/** What the ledger has not seen, of what was brought. */
export const addBrought = (tx: Db, { run, study, datafile }: Where): Promise<unknown> => tx.query(ADD, [run, study, datafile])

type Held = { id: number; version: number }
type Ran = { cover: string; version: number; overrides: readonly Held[] }
/** Each rule in each place as it was judged last. The overrides are read once for a run, not once for each of its rules. */
const ranBefore = async (tx: Db, run: number, asked: Asked, results: Judged['results']): Promise<Ran[]> => {
  const places = results.map(({ parameter, place }) => [ruleNamed(asked.rules, parameter)?.id ?? 0, formIn(place)] as const)
  const own = [...new Map(places.map((place) => [place.join(), place])).values()]
  const ran = await tx.query<{ cover: string; version: number; run: number }>(BEFORE, [
    datafileOf(asked),
    run,
    asked.study,
    own.map(([rule]) => rule),
    own.map(([, form]) => form),
  ])
  const runs = [...new Set(ran.map((one) => one.run))]
  const differed = await tx.query<{ run: number; version: number; overrides: readonly Held[] }>(DIFFERED, [runs])
  const held = new Map(differed.map((one) => [`${one.run} ${one.version}`, one.overrides]))
  return ran.map(({ cover, version, run: of }) => ({ cover, version, overrides: held.get(`${of} ${version}`) ?? [] }))
}
const PLACES = 'SELECT id, department FROM control_override WHERE id = ANY($1::bigint[])'
/** Overrides that began or ended since the run before: there a rule says something else. One of a gather project may be anywhere. */
const movedSince = async (tx: Db, before: readonly Held[], now: readonly Held[]): Promise<{ newAt: string[]; isEverywhere: boolean }> => {
  const same = (one: Held, other: Held): boolean => one.id === other.id && one.version === other.version
  const moved = [
    ...before.filter((one) => !now.some((other) => same(one, other))),
    ...now.filter((one) => !before.some((other) => same(one, other))),
  ]
  if (moved.length === 0) return { newAt: [], isEverywhere: false }
  const places = await tx.query<{ department: number | null }>(PLACES, [moved.map(({ id }) => id)])
  return {
    newAt: places.flatMap(({ department }) => (department === null ? [] : [String(department)])),
    isEverywhere: places.some(({ department }) => department === null),
  }
}
/** What each rule proved in each place that it judged. */
const coveredBy = async (tx: Db, { judged, asked }: Entering, before: readonly Ran[]): Promise<Covered[]> => {
  const { isMass, proves } = await import('#study/finding/cover.ts')
  const { coverOf, massFingerprint } = await import('#study/finding/identity.ts')
  const versions = new Map(before.map((ran) => [ran.cover, ran]))
  const places = Map.groupBy(judged.results, ({ parameter, place }) => `${ruleNamed(asked.rules, parameter)?.id ?? ''}@${place}`)
  const all: Covered[] = []
  for (const parts of places.values()) {
    const rule = parts[0] && ruleNamed(asked.rules, parts[0].parameter)
    const held = asked.overrides.filter(({ parameter }) => parameter === rule?.id)
    // A place without a row says nothing against what the others prove.
    const own = held.length > 0 ? parts.filter(({ reason }) => reason !== 'subgroup_absent') : parts
    const [first] = own
    // What could not be judged proves nothing about what was found there.
    if (!rule || !first || !own.every(proves)) continue
    const place = { study: String(asked.study ?? ''), lineage: String(rule.id), form: first.place }
    const lineage = coverOf(place)
    const known = versions.get(lineage)
    const { newAt, isEverywhere } = known ? await movedSince(tx, known.overrides, held) : { newAt: [], isEverywhere: false }
    const covered: Covered = { lineage, isNewRule: known !== undefined && (known.version !== rule.version || isEverywhere), newAt }
    all.push(own.some(isMass) ? { ...covered, mass: massFingerprint(place) } : covered)
  }
  return all
}

/** Findings that are the same as before are not written; where a rule weighs otherwise than in the run before, they follow it. */
const weighAgain = async (tx: Db, { asked, judged }: Entering, covered: readonly Covered[]): Promise<void> => {
  const { coverOf } = await import('#study/finding/identity.ts')
  const moved = new Set(covered.flatMap(({ lineage, isNewRule, newAt = [] }) => (isNewRule || newAt.length > 0 ? [lineage] : [])))
  for (const result of judged.results) {
    const rule = ruleNamed(asked.rules, result.parameter)
    if (!rule || !moved.has(coverOf({ lineage: String(rule.id), form: result.place }))) continue
    const own = overrideIn(result.parameter, asked.overrides)
    // Which rows are of a gather project the ledger does not know: they follow when they change.
    if (own?.gather) continue
    const elsewhere = asked.overrides.flatMap(({ parameter, department }) =>
      parameter === rule.id && department !== null ? [department] : [],
    )
    const place = [rule.id, datafileOf(asked), asked.study, formsOf(asked)]
    await tx.query(WEIGH, [result.severity, ...place, own?.department ?? null, own ? [] : elsewhere])
  }
}

/** The violations of a run into the ledger, in the transaction of the run's end. One run at a time over a file or a study. */
export const enter = async (tx: Db, run: number, entering: Entering): Promise<Changes> => {
  const { enterRun } = await import('#study/run/enter.ts')
  const { asked, judged, file, folder, violations, signal } = entering
  const { rules, study } = asked
  const datafile = datafileOf(asked)
  const whole = datafile === null ? studyPlace(study ?? 0) : filePlace(datafile)
  await holdLedger(tx, whole)
  const covering = { datafile, study, forms: formsOf(asked), parameters: rules.map(({ id }) => id) }
  const covered = await coveredBy(tx, entering, await ranBefore(tx, run, asked, judged.results))
  const parts = new Map(judged.results.map((result) => [result.parameter, result.severity]))
  const lineages = new Map(
    judged.results.toReversed().map((result) => [String(ruleNamed(rules, result.parameter)?.id), result.severity] as const),
  )
  const apply = async (path: string): Promise<void> => {
    await holdQueries(tx, covering)
    if ((await bring(tx, path)) === 0) return
    await addBrought(tx, { run, study, datafile })
    await tx.query(MOVE, [run])
    await tx.query(FOLLOW)
  }
  const { appeared, reopened, resolved, changed } = await enterRun({
    folder,
    signal,
    violations,
    covered,
    judged,
    severities: { parts, lineages },
    whole,
    ...(file ? { file } : {}),
    known: (path) => copyKnown(tx, covering, path),
    apply,
  })
  await weighAgain(tx, entering, covered)
  return { appeared, reopened, resolved, changed }
}
