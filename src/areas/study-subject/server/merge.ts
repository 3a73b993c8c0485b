import type { Ctx } from '#server'
import { record } from '#server/audit/entry.ts'
import { SYSTEM } from '#server/model/actor.ts'
import { readSettings } from '#server/settings/read.ts'
import { allocate, allocationOf } from '#study/allocation.ts'
import { rekeyed, type Keyed } from '#study/finding/rekey.ts'
import { OPEN_STATES } from '#study/finding/state.ts'
import { tableName } from '#study/record/table.ts'
import { recheck } from '#study/run/recheck.ts'
import { studySubject } from '../index.ts'
import { moveIdentity } from './identity.ts'
import { conflictKey, conflictsOf, formsOf, type Stands, type Subject } from './merge-plan.ts'
import { missedOf } from './miss.ts'

export type Aside = { form: number; record: number; stands: number }
export type Merge = { moved: Record<'records' | 'files' | 'queries' | 'findings', number>; aside: Aside[] }

const nameOf = (form: number): string => `clinical.data.f${form}`

/** The record that does not stand goes to the bin, where it keeps its values and its history; nobody restores or purges it from there. */
const putAside = async (ctx: Ctx, from: Subject, into: Subject, stands: Stands): Promise<Aside[]> => {
  const conflicts = await conflictsOf(ctx, from, into.id)
  const aside = conflicts.map((one) => {
    const isOurs = stands[conflictKey(one)] === 'from'
    return { form: one.form, record: isOurs ? one.into : one.from, stands: isOurs ? one.from : one.into }
  })
  for (const { form, record: id } of aside) await ctx.engine.del(ctx, nameOf(form), [id])
  return aside
}

const moveRecords = async (ctx: Ctx, from: Subject, into: Subject): Promise<{ form: number; record: number }[]> => {
  const moved: { form: number; record: number }[] = []
  for (const { id: form } of await formsOf(ctx, from.study)) {
    const text = `SELECT id FROM "record"."${tableName(form)}" WHERE subject = $1 AND deleted_at IS NULL ORDER BY id`
    for (const { id } of await ctx.db.query<{ id: number }>(text, [from.id])) {
      await ctx.engine.edit(ctx, nameOf(form), { id }, { subject: into.id, department: into.department })
      moved.push({ form, record: id })
    }
  }
  return moved
}

type Finding = Keyed & { id: number; name: string; state: string; value: string | null; record: number | null; query: number | null }
const FINDINGS = `SELECT id, name, state, value, record, query, fingerprint, key, slot, field, parameter, study, form FROM finding
  WHERE subject = $1 AND datafile IS NULL ORDER BY id`
const TAKEN = 'SELECT id, state, value, query FROM finding WHERE fingerprint = $1'
type Taken = Pick<Finding, 'id' | 'state' | 'value' | 'query'>

/** What is known of a finding follows its record; where the other subject has the same one, the older stays and the other is closed. */
const moveFindings = async (ctx: Ctx, from: Subject, into: Subject, aside: readonly Aside[]): Promise<number> => {
  const write = { ...ctx, actor: SYSTEM }
  const tell = (finding: Taken, to: string) =>
    ctx.engine.add(
      write,
      'finding.event',
      {},
      {
        finding: finding.id,
        from: finding.state,
        to,
        cause: 'merge',
        by: ctx.actor.kind === 'admin' ? ctx.actor.id : null,
        value: finding.value,
        reason: ctx.reason ?? null,
      },
    )
  const isAside = (one: Finding): boolean => aside.some(({ form, record: id }) => one.form === form && one.record === id)
  let moved = 0
  for (const finding of await ctx.db.query<Finding>(FINDINGS, [from.id])) {
    const next = isAside(finding) ? undefined : rekeyed(finding, into.id)
    if (!next) continue
    const [other] = await ctx.db.query<Taken>(TAKEN, [next.fingerprint])
    const [older, younger] = other && other.id < finding.id ? [other, finding] : [finding, other]
    if (younger) {
      await ctx.engine.edit(
        write,
        'finding',
        { id: younger.id },
        { fingerprint: `merged:${younger.id}`, state: 'resolved', subject: into.id },
      )
      await tell(younger, 'resolved')
    }
    const name = finding.name.startsWith(from.code) ? into.code + finding.name.slice(from.code.length) : finding.name
    const facts = {
      ...next,
      name,
      subject: into.id,
      department: into.department,
      record: finding.record,
      query: older.query ?? younger?.query ?? null,
    }
    await ctx.engine.edit(write, 'finding', { id: older.id }, facts)
    await tell(older, older.state)
    moved++
  }
  return moved
}

type Followed = { id: number; title: string | null }
const FOLLOWERS = [
  { name: 'datafile', text: `SELECT id, NULL AS title FROM datafile WHERE subject = $1 AND deleted_at IS NULL ORDER BY id`, kind: 'files' },
  { name: 'query', text: 'SELECT id, title FROM query WHERE subject = $1 ORDER BY id', kind: 'queries' },
  {
    name: 'study.mark',
    text: 'SELECT id, title FROM study_mark WHERE subject = $1 AND NOT record = ANY($2::bigint[]) ORDER BY id',
    kind: null,
  },
  {
    name: 'study.secondEntry',
    text: 'SELECT id, title FROM study_second_entry WHERE subject = $1 AND NOT record = ANY($2::bigint[]) ORDER BY id',
    kind: null,
  },
] as const

/** Files, queries, marks and second entries say by themselves whose they are. What is said about a record that stands aside stays with it. */
const moveFollowers = async (ctx: Ctx, from: Subject, into: Subject, aside: readonly Aside[]) => {
  const moved = { files: 0, queries: 0 }
  const system = { ...ctx, actor: SYSTEM }
  // In the person's name: a lock that keeps a file where it is keeps it from them, wherever they reach.
  const reaching = { ...ctx, departments: [], actor: { ...ctx.actor, scope: { all: true, departments: [] } } }
  for (const { name, text, kind } of FOLLOWERS) {
    const left = kind === null ? [aside.map(({ record: id }) => id)] : []
    for (const { id, title } of await ctx.db.query<Followed>(text, [from.id, ...left])) {
      const renamed = title?.startsWith(from.code) ? { title: into.code + title.slice(from.code.length) } : {}
      const place = kind === 'files' ? {} : { department: into.department }
      await ctx.engine.edit(kind === 'files' ? reaching : system, name, { id }, { subject: into.id, ...place, ...renamed })
      if (kind) moved[kind]++
    }
  }
  return moved
}

/** What the one who stays has not said yet is taken from the other; what both have said stays as it is, and the other’s on their page. */
const gapsOf = (from: Subject, into: Subject): Record<string, unknown> => {
  const consent = into.consentOn || into.consentVersion ? {} : { consentVersion: from.consentVersion, consentOn: from.consentOn }
  const missed = { ...missedOf(from.missed), ...missedOf(into.missed) }
  return {
    ...consent,
    ...(into.screenedOn ? {} : { screenedOn: from.screenedOn }),
    ...(into.enrolledOn || into.state === 'screened' ? {} : { enrolledOn: from.enrolledOn }),
    ...(into.arm === null && from.arm !== null ? { arm: from.arm } : {}),
    ...(Object.keys(missed).length > 0 ? { missed } : {}),
  }
}

const RULES = 'SELECT DISTINCT form, parameter FROM finding WHERE subject = ANY($1::bigint[]) AND form IS NOT NULL AND state = ANY($2)'
/** What was found about either of them is looked at again: findings of records that stand aside are resolved by that. */
const lookAgain = async (ctx: Ctx, from: Subject, into: Subject): Promise<void> => {
  const open = await ctx.db.query<{ form: number; parameter: number }>(RULES, [[from.id, into.id], OPEN_STATES])
  const { recheck_on_change: isOn } = await readSettings(ctx.db, ['recheck_on_change'])
  if (open.length === 0 || isOn === false) return
  const parameters = [...new Set(open.map(({ parameter }) => parameter))]
  const pairs = [...new Set(open.map(({ form }) => form))].map((form) => ({ form, subject: into.id }))
  await recheck<Ctx>({ ...ctx, actor: SYSTEM }, { study: from.study, parameters, pairs })
}

/**
 * Two codes turn out to be one person: everything of the one becomes the other’s, each by its own way of being written, in one transaction. Nobody
 * writes into the study meanwhile (`turn`), so that nothing is left behind that came between the look and the move.
 */
export const mergeSubjects = async (ctx: Ctx, from: Subject, into: Subject, stands: Stands): Promise<{ count: number }> => {
  const aside = await putAside(ctx, from, into, stands)
  const records = await moveRecords(ctx, from, into)
  const { files, queries } = await moveFollowers(ctx, from, into, aside)
  const findings = await moveFindings(ctx, from, into, aside)
  const facts = gapsOf(from, into)
  if (await moveIdentity(ctx, from, into)) facts['identifiedAt'] = from.identifiedAt
  const arm = into.allocatedAt === null ? await allocationOf(ctx, from.id) : null
  if (arm !== null && into.arm === null) {
    await allocate(ctx, into, arm)
    facts['allocatedAt'] = from.allocatedAt
  }
  if (Object.keys(facts).length > 0) await ctx.engine.edit(ctx, studySubject.name, { id: into.id }, facts)
  const merge: Merge = { moved: { records: records.length, files, queries, findings }, aside }
  await ctx.engine.edit(ctx, studySubject.name, { id: from.id }, { mergedInto: into.id, merge })
  // Both tell it, with both codes: whoever reads the trail of the one that stays must learn of the other.
  for (const one of [from, into])
    await record(ctx, { action: 'merge', resource: studySubject.name, recordId: one.id, label: `${from.code} → ${into.code}`, changes: {} })
  await lookAgain(ctx, from, into)
  return { count: records.length }
}
