import { Refusal, can, fail, labelOf, refuse, ruleOf } from '#kernel'
import { MASK } from '#server'
import type { Actor, Ctx } from '#server'
import type { AnyRow } from '#server/model/row.ts'
import { studyAbout } from '#study/lock/said.ts'
import locale from '../locale.ts'
import { refuseUnlessSent, refuseUnplaced } from './member.ts'

/** What people talk about. A query has a thread of its own. */
const ABOUT = /^(?:clinical\.data\.f[1-9]\d{0,14}|datafile|gather\.delivery|control\.parameter|finding)$/
const isAbout = (resource: unknown): resource is string => typeof resource === 'string' && ABOUT.test(resource)
/** `address` is for admins; members have a page of their own. */
export type Matter = { resource: string; record: number; study: number | null; title: string; address: string; memberAddress: string }

const OF_FORM = 'SELECT study, name FROM study_form WHERE id = $1'
export const formIn = (resource: string): number => Number(/\.f(\d+)$/.exec(resource)?.[1] ?? 0)
const labelIn = (row: object, name: string): string => {
  const labels: unknown = Reflect.get(row, '_labels')
  return typeof labels === 'object' && labels !== null ? String(Reflect.get(labels, name) ?? '') : ''
}

const numberIn = (row: AnyRow, name: string): number | null => (typeof row[name] === 'number' ? row[name] : null)

const look = async (ctx: Ctx, resource: string, record: number): Promise<Matter> => {
  const model = await ctx.engine.registry.open(ctx, resource)
  if (!model) throw refuse(locale, 'nothing')
  const row = await ctx.engine.get(ctx, resource, record)
  const about = { resource, record: row.id, memberAddress: `/user/study/comment?about=${resource}&record=${row.id}` }
  const form = formIn(resource)
  if (form > 0) {
    const [found] = await ctx.db.query<{ study: number; name: string }>(OF_FORM, [form])
    const study = found?.study ?? 0
    if (ctx.actor.kind === 'member') await refuseUnplaced(ctx, row, study)
    const title = [labelIn(row, 'subject'), labelIn(row, 'visit'), found?.name].filter(Boolean).join(' · ')
    return { ...about, study, title, address: `/admin/clinical/data?study=${study}&form=${form}&record=${row.id}` }
  }
  // A data file names whose it is, and not of which study; what was found in it, the file.
  const datafile = resource === 'datafile' ? row.id : numberIn(row, 'datafile')
  const study = await studyAbout(ctx.db, { study: numberIn(row, 'study'), datafile })
  if (ctx.actor.kind === 'member') await refuseUnlessSent(ctx, row, study ?? 0)
  const label = labelOf(model.resource, ctx.language)
  const title = ctx.engine.masks.hidden(ctx, model).fields.has(label) ? MASK : String(row[label] ?? `#${row.id}`)
  return { ...about, study, title, address: `/admin/${resource.replaceAll('.', '/')}/${row.id}?tab=comments` }
}

/** Members talk about records and about what they have handed over. Whatever else they name, or do not see, does not exist. */
const lookAsMember = async (ctx: Ctx, resource: string, record: number): Promise<Matter> => {
  if (formIn(resource) === 0 && resource !== 'gather.delivery') throw fail('record.missing')
  try {
    return await look(ctx, resource, record)
  } catch (error) {
    throw error instanceof Refusal ? fail('record.missing') : error
  }
}

/** The record that it is about, as this person sees it; whoever does not is told that it is not there. */
export const matterOf = async (ctx: Ctx, resource: unknown, record: unknown): Promise<Matter> => {
  const isMember = ctx.actor.kind === 'member'
  if (!isAbout(resource) || !Number.isSafeInteger(Number(record))) throw isMember ? fail('record.missing') : refuse(locale, 'nothing')
  if (isMember) return lookAsMember(ctx, resource, Number(record))
  const base = formIn(resource) > 0 ? 'clinical.data' : resource
  if (!can(ctx.actor.rules, ruleOf(base, 'index'))) throw refuse(locale, 'nothing')
  return look(ctx, resource, Number(record))
}

/** As somebody else sees it; null where they do not: nobody is called to what is hidden from them. What a member's group holds is of other things. */
export const seenMatter = async (
  ctx: Ctx,
  actor: Actor,
  { resource, record }: Pick<Matter, 'resource' | 'record'>,
): Promise<Matter | null> => {
  const other = actor.kind === 'member' ? { ...actor, rules: {} } : actor
  try {
    return await matterOf({ ...ctx, actor: other, departments: [] }, resource, record)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
