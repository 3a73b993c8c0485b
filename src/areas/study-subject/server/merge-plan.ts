import { fail, type Row } from '#kernel'
import type { Ctx } from '#server'
import type { Blocker } from '#server/model/approval.ts'
import { heldOn } from '#study/lock/held.ts'
import { tableName } from '#study/record/table.ts'
import { stateOf } from '#study/state.ts'
import { studySubject } from '../index.ts'

type Whole = Row<typeof studySubject>
export type Subject = Pick<
  Whole,
  | 'id'
  | 'study'
  | 'code'
  | 'department'
  | 'arm'
  | 'state'
  | 'allocatedAt'
  | 'screenedOn'
  | 'consentVersion'
  | 'consentOn'
  | 'enrolledOn'
  | 'mergedInto'
  | 'identifiedAt'
  | 'missed'
>
const SUBJECT = `SELECT id, study, code, department, arm, state, allocated_at AS "allocatedAt", screened_on::text AS "screenedOn", consent_version AS "consentVersion",
  consent_on::text AS "consentOn", enrolled_on::text AS "enrolledOn", merged_into AS "mergedInto", identified_at AS "identifiedAt", missed FROM study_subject WHERE id = $1`
/** The other one, for whoever sees both; whoever does not is told that there is none. */
export const otherOf = async (ctx: Ctx, id: unknown): Promise<Subject> => {
  const { id: seen } = await ctx.engine.get(ctx, studySubject.name, typeof id === 'number' ? id : 0)
  const [subject] = await ctx.db.query<Subject>(SUBJECT, [seen])
  if (!subject) throw fail('record.missing')
  return subject
}

/** Both subjects have this form at this visit: `from` is the record of who goes, `into` of who stays. */
export type Conflict = { form: number; name: string; nameEn: string; visit: number | null; instance: number; from: number; into: number }
export type Side = 'from' | 'into'
export type Stands = Readonly<Record<string, Side>>

const FORMS = `SELECT f.id, f.name, f.name_en AS "nameEn" FROM study_form f WHERE f.study = $1 AND to_regclass('record.t' || f.id) IS NOT NULL ORDER BY f.id`
export type Form = { id: number; name: string; nameEn: string }
export const formsOf = ({ db }: Ctx, study: number): Promise<Form[]> => db.query<Form>(FORMS, [study])

const conflictText = (
  form: number,
): string => `SELECT a.id AS "from", b.id AS "into", a.visit, a.instance FROM "record"."${tableName(form)}" a
  JOIN "record"."${tableName(form)}" b ON b.subject = $2 AND b.visit IS NOT DISTINCT FROM a.visit AND b.instance = a.instance AND b.entry = a.entry AND b.deleted_at IS NULL
  WHERE a.subject = $1 AND a.deleted_at IS NULL ORDER BY a.visit, a.instance`
export const conflictsOf = async (ctx: Ctx, from: Subject, into: number): Promise<Conflict[]> => {
  const all: Conflict[] = []
  for (const { id, name, nameEn } of await formsOf(ctx, from.study)) {
    const found = await ctx.db.query<Omit<Conflict, 'form' | 'name' | 'nameEn'>>(conflictText(id), [from.id, into])
    all.push(...found.map((one) => ({ form: id, name, nameEn, ...one })))
  }
  return all
}
/** By what a choice is called: the two records that stand against each other, so that a third one that came meanwhile is not decided with them. */
export const conflictKey = ({ form, from, into }: Pick<Conflict, 'form' | 'from' | 'into'>): string => `${form}:${from}:${into}`
export const standsIn = (given: unknown): Stands =>
  typeof given === 'object' && given !== null
    ? Object.fromEntries(Object.entries(given).flatMap(([key, side]) => (side === 'from' || side === 'into' ? [[key, side] as const] : [])))
    : {}

const said = (zh: string, en: string): Blocker => ({ words: { 'zh-cn': zh, en } })
const ORDER = ['screened', 'enrolled', 'completed']

/** What stands in the way whatever is chosen. */
export const obstaclesTo = async (ctx: Ctx, from: Subject, into: Subject): Promise<Blocker[]> => {
  if (into.id === from.id) return [said('不能与自己合并，请选择另一位受试者', 'A subject cannot be merged with itself: choose another one')]
  if (into.study !== from.study) return [said('另一位受试者属于另一项研究', 'The other subject belongs to another study')]
  const state = await stateOf(ctx.db, from.study)
  const held =
    (await heldOn(ctx.db, { study: from.study, subject: from.id })) ?? (await heldOn(ctx.db, { study: from.study, subject: into.id }))
  const isBehind = ORDER.indexOf(from.state) > ORDER.indexOf(into.state)
  return [
    ...(held ? [{ words: held }] : []),
    ...(held || state === 'collecting' || state === 'cleaning'
      ? []
      : [said('研究不在采集或清理阶段，不能合并', 'Subjects can be merged only while the study is collecting or cleaning')]),
    ...[from, into].flatMap((one) =>
      one.mergedInto === null
        ? []
        : [said(`${one.code} 已经合并到另一位受试者`, `${one.code} has been merged into another subject already`)],
    ),
    ...[from, into].flatMap((one) =>
      one.state === 'withdrawn'
        ? [said(`${one.code} 已退出，其数据不再改动`, `${one.code} has withdrawn; what was entered stays as it is`)]
        : [],
    ),
    ...(isBehind && into.state !== 'withdrawn' && from.state !== 'withdrawn'
      ? [
          said(
            `${from.code} 比 ${into.code} 进行得更远：请反过来合并，或先让 ${into.code} 到达同样的状态`,
            `${from.code} is further on than ${into.code}: merge the other way round, or bring ${into.code} to the same state first`,
          ),
        ]
      : []),
  ]
}

/** The same, and what nobody has chosen yet. Asked when somebody asks for it and again when somebody agrees: what was entered in between is seen. */
export const mergeBlockers = async (ctx: Ctx, from: Subject, into: Subject, stands: Stands): Promise<Blocker[]> => {
  const obstacles = await obstaclesTo(ctx, from, into)
  if (obstacles.length > 0) return obstacles
  const open = (await conflictsOf(ctx, from, into.id)).filter((one) => stands[conflictKey(one)] === undefined)
  return open.map(({ name, nameEn }) =>
    said(`两位受试者都有“${name}”，还没有选择以哪一份为准`, `Both have “${nameEn || name}”, and nobody has chosen which one stands`),
  )
}
