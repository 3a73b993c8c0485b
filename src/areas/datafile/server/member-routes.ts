import { fail, labelOf } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Ctx, Declare } from '#server'
import type { AnyRow } from '#server/model/row.ts'
import { readsField } from '#server/resource/reads.ts'
import { mayHold, secretNames } from '#study/record/secret.ts'
import { ENTRY_RULE, MEMBER_RULE, ownSites, ownSubject } from './member-place.ts'

const OWN = { audience: 'user', rule: MEMBER_RULE } as const
const ENTRY = { audience: 'user', rule: ENTRY_RULE } as const
const asPlaced = (call: Call, actor: Actor): Promise<Ctx> => contextOf(call, { ...actor, rules: {} })
const SHOWN = 30
const MOST_FILES = 50

const idIn = (given: unknown): number => {
  const id = Number(given)
  if (!Number.isSafeInteger(id) || id < 1) throw fail('record.missing')
  return id
}
const nameOf = (ctx: Ctx, resource: string, row: AnyRow): string =>
  String(row[labelOf(ctx.engine.registry.need(resource).resource, ctx.language)])

/** The studies that collect data and give the member a hand in them. */
const studies = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const search = [{ field: 'state', operator: '=', val: 'collecting' }]
  const { list } = await ctx.engine.list(ctx, 'study.project', { limit: 100, search })
  const own = []
  for (const row of list)
    if ((await ownSites(ctx, row.id))?.length !== 0) own.push({ id: row.id, title: nameOf(ctx, 'study.project', row) })
  return { list: own }
}

const COUNTED = `SELECT subject AS id, count(*)::int AS files FROM datafile
  WHERE deleted_at IS NULL AND subject = ANY($1::bigint[]) AND ($2::bigint[] IS NULL OR department_id = ANY($2::bigint[])) GROUP BY subject`
const OWN_ONES = `SELECT id, code FROM study_subject WHERE study = $1 AND deleted_at IS NULL AND merged_into IS NULL
  AND ($2::bigint[] IS NULL OR department = ANY($2::bigint[])) AND strpos(lower(code), lower($3)) > 0 ORDER BY code LIMIT ${SHOWN + 1}`
/** Subjects of the member's own departments, by a part of their code. */
const subjects = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const study = (await ctx.engine.get(ctx, 'study.project', idIn(call.query['study']))).id
  const sites = await ownSites(ctx, study)
  const code = String(call.query['code'] ?? '').slice(0, 40)
  const found = await ctx.db.query<{ id: number; code: string }>(OWN_ONES, [study, sites, code])
  const shown = found.slice(0, SHOWN)
  const counted = await ctx.db.query<{ id: number; files: number }>(COUNTED, [shown.map(({ id }) => id), sites])
  return {
    list: shown.map((one) => ({ ...one, files: counted.find(({ id }) => id === one.id)?.files ?? 0 })),
    hasMore: found.length > SHOWN,
  }
}

type File = {
  id: number
  name: string
  kind: string
  size: number | null
  state: string
  at: string
  visit: number | null
  url: string | null
  /** Of the newest version: what tells whether the member reads all of it. */
  read: { kind: string | null; columns: number | null; header: unknown } | null
}
const FILES = `SELECT d.id, d.name, d.kind, d.size, d.state, d.created_at AS at, d.visit, v.url,
    CASE WHEN v.id IS NOT NULL THEN jsonb_build_object('kind', v.kind, 'columns', v.columns, 'header', v.header) END AS read FROM datafile d
  LEFT JOIN datafile_version v ON v.datafile = d.id AND v.number = d.number
  WHERE d.deleted_at IS NULL AND d.subject = $1 AND ($2::bigint[] IS NULL OR d.department_id = ANY($2::bigint[])) ORDER BY d.id DESC LIMIT ${MOST_FILES}`
const OF_RECORD = FILES.replace('ORDER', 'AND d.visit IS NOT DISTINCT FROM $3 AND d.form = $4 AND d.instance = $5 ORDER')
const said = async (ctx: Ctx, files: readonly File[]) => {
  const words = ctx.engine.registry.need('datafile').locale[ctx.language].options
  const names = await secretNames(
    ctx.db,
    files.map(({ id }) => id),
    (form, slot) => readsField(ctx, `clinical.data.f${form}`, slot),
  )
  return files.map(({ read, ...file }) => ({
    ...file,
    url: read && mayHold(read, names.get(file.id) ?? []) ? null : file.url,
    kindText: words?.['kind']?.[file.kind] ?? file.kind,
    stateText: words?.['state']?.[file.state] ?? file.state,
  }))
}
/** What was sent with one record of a form, for whoever fills that in: the page says of which visit it is. */
const ofRecord = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const { visit, form, instance } = call.query
  const subject = await ownSubject(ctx, idIn(call.query['subject']))
  const at = [visit === undefined ? null : idIn(visit), idIn(form), idIn(instance)]
  const files = await ctx.db.query<File>(OF_RECORD, [subject.id, subject.sites, ...at])
  return { list: (await said(ctx, files)).map((file) => ({ ...file, visit: null })) }
}
/** The files of a subject, and the visits that another one may be of. */
const index = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const subject = await ownSubject(ctx, idIn(call.query['subject']))
  const search = [{ field: 'study', operator: '=', val: subject['study'] }]
  const { list } = await ctx.engine.list(ctx, 'study.visit', { limit: 200, search })
  const visits = list.map((row) => ({ id: row.id, name: nameOf(ctx, 'study.visit', row) }))
  const files = await ctx.db.query<File>(FILES, [subject.id, subject.sites])
  return {
    subject: { id: subject.id, code: subject['code'], study: subject['study'] },
    visits,
    list: (await said(ctx, files)).map((file) => ({ ...file, visit: visits.find(({ id }) => id === file.visit)?.name ?? null })),
  }
}

export const memberFileRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/api/study/file/studies', OWN, studies)
  guarded('GET', '/api/study/file/subjects', OWN, subjects)
  guarded('GET', '/api/study/file/index', OWN, index)
  guarded('GET', '/api/study/file/record', ENTRY, ofRecord)
}
