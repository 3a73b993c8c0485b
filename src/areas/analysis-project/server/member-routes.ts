import { randomBytes } from 'node:crypto'
import { fail, refuse, saidReason } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Ctx, Declare } from '#server'
import { hangUp } from '#server/http/hang-up.ts'
import type { AnyRow } from '#server/model/row.ts'
import { hospitalDay } from '#server/zone.ts'
import { studiesAs } from '#study/team.ts'
import { analysisProject } from '../index.ts'
import locale from '../locale.ts'
import { isRequester, offerTo, readWanted } from './asked.ts'
import { assessNow } from './assess.ts'
import { sendPackage } from './package-file.ts'
import { downloadsOf, leftOutOf, offerFor, trialOf, workOn } from './seen.ts'

const NAME = analysisProject.name
/** A member's group holds the page; what they may ask for, their place as an analyst says alone, and what they have asked for is theirs alone. */
const OWN = { audience: 'user', rule: 'study/analysis' } as const
const asPlaced = (call: Call, actor: Actor): Promise<Ctx> => contextOf(call, { ...actor, rules: {} })
const bodyOf = ({ body }: Call): Record<string, unknown> => (typeof body === 'object' && body !== null ? { ...body } : {})

const idIn = (given: unknown): number => {
  const id = Number(given)
  if (!Number.isSafeInteger(id) || id < 1) throw fail('record.missing')
  return id
}
/** Whoever is no analyst of a study is told what is told of one that does not exist. */
const refuseIdle = async (ctx: Ctx, study: number): Promise<void> => {
  if (!(await studiesAs(ctx.db, ctx.actor, 'analyst')).includes(study)) throw fail('record.missing')
}
const askedBy = async (ctx: Ctx, given: unknown): Promise<AnyRow> => {
  const row = await ctx.engine.get(ctx, NAME, idIn(given))
  if (!isRequester(ctx.actor, row)) throw fail('record.missing')
  await refuseIdle(ctx, Number(row['study']))
  return row
}

const labelIn = (row: AnyRow, name: string): unknown => {
  const labels: unknown = row['_labels']
  return typeof labels === 'object' && labels !== null ? Reflect.get(labels, name) : null
}
const HEAD = ['id', 'code', 'title', 'state', 'validUntil', 'releasedAt', 'updatedAt'] as const
const headOf = (row: AnyRow) => ({ ...Object.fromEntries(HEAD.map((name) => [name, row[name]])), study: labelIn(row, 'study') })

const STUDIES = `SELECT s.id, s.code, s.title, s.title_en AS "titleEn",
    EXISTS (SELECT FROM study_dictionary d WHERE d.study = s.id AND d.state = 'published') AS "isReady"
  FROM study_project s WHERE s.id = ANY($1::bigint[]) AND s.deleted_at IS NULL ORDER BY s.code`
type Study = { id: number; code: string; title: string; titleEn: string; isReady: boolean }
/** Of whom data can be asked for, and what was asked for so far. */
const list = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const own = await studiesAs(ctx.db, actor, 'analyst')
  const studies = await ctx.db.query<Study>(STUDIES, [own])
  const search = [
    { field: 'member', operator: '=', val: actor.id },
    { field: 'study', operator: 'IN', val: own.length > 0 ? own.join(',') : '0' },
  ]
  const found = await ctx.engine.list(ctx, NAME, { limit: 100, search })
  return {
    studies: studies.map(({ id, code, title, titleEn, isReady }) => ({
      id,
      code,
      title: ctx.language === 'en' ? titleEn || title : title,
      isReady,
    })),
    list: found.list.map(headOf),
  }
}

const SAID = `SELECT at, actor_name AS by, changes -> 'state' ->> 1 AS state, reason FROM audit_entry
  WHERE resource = $1 AND record_id = $2 AND action = 'move' ORDER BY id DESC LIMIT 50`
type Said = { at: string; by: string; state: string; reason: string | null }
/** Every step of the request, with whom and why: what those who decide have said. */
const saidOf = async (ctx: Ctx, row: AnyRow): Promise<Said[]> =>
  (await ctx.db.query<Said>(SAID, [NAME, String(row.id)])).map((one) => ({ ...one, reason: saidReason(one.reason, ctx.language) }))

const BODY = ['version', 'purpose', 'cohortForm', 'cohort', 'plan', 'subjects', 'rows', 'size', 'sha256', 'look', 'keyDestroyedAt'] as const
const read = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const row = await askedBy(ctx, call.query['id'])
  return {
    ...headOf(row),
    ...Object.fromEntries(BODY.map((name) => [name, row[name]])),
    offer: await offerFor(ctx, row),
    said: await saidOf(ctx, row),
    ...(await workOn(ctx, row)),
    downloads: await downloadsOf(ctx, row),
    leftOut: leftOutOf(ctx, row),
    isOver: String(row['validUntil']) < hospitalDay(),
  }
}

/** A code that nobody has to think of; the request is found by its title. */
const codeFor = (day: string): string => `R-${day.replaceAll('-', '').slice(2)}-${randomBytes(3).toString('hex').toUpperCase()}`
const add = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const { study: given, title, purpose, validUntil } = bodyOf(call)
  const study = idIn(given)
  await refuseIdle(ctx, study)
  const { id } = await ctx.engine.add(ctx, NAME, { study, code: codeFor(hospitalDay()), title, purpose, validUntil })
  return { id }
}

/** Everything that a draft says, at once. */
const save = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const { id, version, title, purpose, validUntil, ...given } = bodyOf(call)
  const row = await askedBy(ctx, id)
  if (row['state'] !== 'draft') throw refuse(locale, 'notDraft')
  const wanted = readWanted(await offerTo(ctx, Number(row['study'])), given, ctx.language)
  const saved = await ctx.engine.edit(ctx, NAME, { id: row.id, version }, { title, purpose, validUntil, ...wanted })
  return { version: saved.version }
}

const assess = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const { id, cohortForm, cohort, plan } = bodyOf(call)
  const row = await askedBy(ctx, id)
  return ctx.engine.act(ctx, NAME, 'assess', [row.id], { cohortForm, cohort, plan })
}
const trial = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  return trialOf(ctx, await askedBy(ctx, call.query['id']), call.query['task'])
}

const submit = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const { id, version } = bodyOf(call)
  const row = await askedBy(ctx, id)
  await ctx.engine.move(ctx, NAME, { id: row.id, version, to: 'submitted' })
  return headOf(await askedBy(ctx, row.id))
}

const RECALLED = { 'zh-cn': '申请人收回', en: 'Taken back by the requester' }
/** What nobody has decided about yet becomes a draft again. */
const recall = async (call: Call, actor: Actor) => {
  const ctx = await asPlaced(call, actor)
  const row = await askedBy(ctx, bodyOf(call)['id'])
  if (row['state'] !== 'submitted') throw refuse(locale, 'notSubmitted')
  await ctx.engine.move({ ...ctx, reason: RECALLED }, NAME, { id: row.id, version: row.version, to: 'draft' })
  return headOf(await askedBy(ctx, row.id))
}

export const memberAnalysisRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/api/study/analysis/index', OWN, list)
  guarded('GET', '/api/study/analysis/read', OWN, read)
  guarded('POST', '/api/study/analysis/add', OWN, add)
  guarded('POST', '/api/study/analysis/save', OWN, save)
  guarded('POST', '/api/study/analysis/assess', OWN, assess)
  guarded('POST', '/api/study/analysis/trial', OWN, async (call, actor, reply) => {
    const ctx = await asPlaced(call, actor)
    return assessNow(ctx, call, hangUp(reply), (id) => askedBy(ctx, id))
  })
  guarded('GET', '/api/study/analysis/trial', OWN, trial)
  guarded('POST', '/api/study/analysis/submit', OWN, submit)
  guarded('POST', '/api/study/analysis/recall', OWN, recall)
  guarded('GET', '/api/study/analysis/package', OWN, async (call, actor, reply) => {
    const ctx = await asPlaced(call, actor)
    return sendPackage(ctx, call, await askedBy(ctx, call.query['id']), reply)
  })
}
