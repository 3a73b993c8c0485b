import { can, fail, nameIn, ruleOf, saidReason } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Ctx, Declare } from '#server'
import { presentAll, rowsById } from '#server/resource/read.ts'
import { tableName } from '#study/record/table.ts'
import { studySubject } from '../index.ts'
import { conflictKey, conflictsOf, formsOf, obstaclesTo, otherOf, standsIn, type Subject } from './merge-plan.ts'

const MERGE = { audience: 'admin', rule: ruleOf(studySubject.name, 'merge') } as const
const READ = { audience: 'admin', rule: ruleOf(studySubject.name, 'index') } as const

type Cell = { field: string; label: string; from: string | null; into: string | null }
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Two records of a form, as far as this person reads their values: what differs between them. Empty for whoever does not read records. */
const differencesIn = async (ctx: Ctx, form: number, from: number, into: number): Promise<Cell[]> => {
  if (!can(ctx.actor.rules, ruleOf('clinical.data', 'index'))) return []
  const model = await ctx.engine.registry.open(ctx, `clinical.data.f${form}`)
  if (!model) return []
  const rows = [...(await rowsById(ctx, model, [from, into], 'live')), ...(await rowsById(ctx, model, [from, into], 'recycled'))]
  const shown = await presentAll(ctx, model, rows)
  const [one, other] = [from, into].map((id) => shown.find((row) => row.id === id))
  const { fields, options } = model.locale[ctx.language]
  const say = (field: string, value: unknown): string | null => (isText(value) ? (options?.[field]?.[value] ?? value) : null)
  return [...model.columns.values()].flatMap(({ name, field }) =>
    field.entered && one?.[name] !== other?.[name]
      ? [{ field: name, label: fields[name] ?? name, from: say(name, one?.[name]), into: say(name, other?.[name]) }]
      : [],
  )
}

const COUNTED = {
  files: 'SELECT count(*) AS n FROM datafile WHERE subject = $1 AND deleted_at IS NULL',
  queries: 'SELECT count(*) AS n FROM query WHERE subject = $1',
  findings: 'SELECT count(*) AS n FROM finding WHERE subject = $1',
} as const
const AREAS = { files: 'datafile', queries: 'query', findings: 'finding' } as const
const countIn = async ({ db }: Ctx, text: string, id: number): Promise<number> => (await db.query<{ n: number }>(text, [id]))[0]?.n ?? 0

/** What one of them has; of what this person may not read, nothing. */
const sideOf = async (ctx: Ctx, subject: Subject) => {
  const may = (name: string): boolean => can(ctx.actor.rules, ruleOf(name, 'index'))
  const visits = new Set<number>()
  let records = 0
  for (const { id } of await formsOf(ctx, subject.study)) {
    const text = `SELECT visit, count(*) AS n FROM "record"."${tableName(id)}" WHERE subject = $1 AND deleted_at IS NULL GROUP BY visit`
    for (const { visit, n } of await ctx.db.query<{ visit: number | null; n: number }>(text, [subject.id])) {
      records += n
      if (visit !== null) visits.add(visit)
    }
  }
  const count = async (kind: keyof typeof COUNTED) => (may(AREAS[kind]) ? await countIn(ctx, COUNTED[kind], subject.id) : null)
  const { id, code, state, screenedOn, consentVersion, consentOn, enrolledOn, identifiedAt } = subject
  return {
    id,
    code,
    state,
    screenedOn,
    enrolledOn,
    consent: [consentVersion, consentOn].filter(Boolean).join(' · ') || null,
    isIdentified: identifiedAt !== null,
    visits: visits.size,
    records: may('clinical.data') ? records : null,
    files: await count('files'),
    queries: await count('queries'),
    findings: await count('findings'),
  }
}

const VISITS = 'SELECT id, name, name_en AS "nameEn" FROM study_visit WHERE study = $1'
/** How forms and visits are called in this language. */
const namesIn = async (ctx: Ctx, study: number) => {
  const visits = await ctx.db.query<{ id: number; name: string; nameEn: string }>(VISITS, [study])
  const said = (one: { name: string; nameEn: string }): string => nameIn(ctx.language, one)
  return { said, visit: (id: number | null) => visits.filter((one) => one.id === id).map(said)[0] ?? null }
}

const asked = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const from = await otherOf(ctx, Number(call.query['id']))
  return { ctx, from }
}

type Request = { into: number; stands: unknown; reason: string | null; by: string | null }
const REQUEST = `SELECT (p.input ->> 'into')::bigint AS into, p.input -> 'stands' AS stands, p.reason, a.nickname AS by FROM approval p LEFT JOIN auth_admin a ON a.id = p.requested_by
  WHERE p.resource = $1 AND p.record = $2 AND p.action = 'merge' AND p.state = 'requested' ORDER BY p.id DESC LIMIT 1`
/** What somebody has asked for already: whoever is to agree sees the same as they did. */
const requestOf = async ({ db }: Ctx, subject: number): Promise<Request | null> =>
  (await db.query<Request>(REQUEST, [studySubject.name, subject]))[0] ?? null

/** Both side by side before anything is asked for or agreed to: what each has, what both have, and what stands in the way. */
const merging = async (call: Call, actor: Actor) => {
  const { ctx, from } = await asked(call, actor)
  const request = await requestOf(ctx, from.id)
  const wanted = call.query['into'] ? Number(call.query['into']) : request?.into
  const own = { request: request && { ...request, stands: standsIn(request.stands), reason: saidReason(request.reason, ctx.language) } }
  if (wanted === undefined) return { ...own, from: await sideOf(ctx, from), into: null, obstacles: [], conflicts: [] }
  const into = await otherOf(ctx, wanted)
  const obstacles = await obstaclesTo(ctx, from, into)
  const { said, visit } = await namesIn(ctx, from.study)
  const conflicts = into.study === from.study && into.id !== from.id ? await conflictsOf(ctx, from, into.id) : []
  return {
    ...own,
    from: await sideOf(ctx, from),
    into: into.study === from.study ? await sideOf(ctx, into) : null,
    obstacles: obstacles.map(({ words }) => words[ctx.language]),
    conflicts: await Promise.all(
      conflicts.map(async (one) => ({
        key: conflictKey(one),
        form: one.form,
        name: said(one),
        visit: visit(one.visit),
        instance: one.instance,
        records: { from: one.from, into: one.into },
        cells: await differencesIn(ctx, one.form, one.from, one.into),
      })),
    ),
  }
}

type Merge = { moved: Record<string, number>; aside: { form: number; record: number; stands: number }[] }
const MERGED = 'SELECT merge FROM study_subject WHERE id = $1 AND merged_into IS NOT NULL'
/** Where somebody went, what went with them, and what stands aside with the values that it had. */
const merged = async (call: Call, actor: Actor) => {
  const { ctx, from } = await asked(call, actor)
  const [row] = await ctx.db.query<{ merge: Merge }>(MERGED, [from.id])
  if (!row || from.mergedInto === null) throw fail('record.missing')
  const [into] = await ctx.db.query<{ id: number; code: string }>('SELECT id, code FROM study_subject WHERE id = $1', [from.mergedInto])
  const { said } = await namesIn(ctx, from.study)
  const forms = await formsOf(ctx, from.study)
  return {
    study: from.study,
    into,
    moved: row.merge.moved,
    aside: await Promise.all(
      row.merge.aside.map(async ({ form, record, stands }) => ({
        form,
        name: forms.filter(({ id }) => id === form).map(said)[0] ?? '',
        record,
        stands,
        cells: await differencesIn(ctx, form, record, stands),
      })),
    ),
  }
}

export const mergeRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/admin/study.subject/merging', MERGE, merging)
  guarded('GET', '/admin/study.subject/merged', READ, merged)
}
