import { Refusal, can, labelOf, refuse, ruleOf } from '#kernel'
import { MASK } from '#server'
import type { Actor, Ctx } from '#server'
import locale from '../locale.ts'

/** What people talk about. A query has a thread of its own. */
const ABOUT = /^(?:clinical\.data\.f[1-9]\d{0,14}|datafile|control\.parameter|finding)$/
export type Matter = { resource: string; record: number; study: number | null; title: string; address: string }

const OF_FORM = 'SELECT study, name FROM study_form WHERE id = $1'
const baseOf = (resource: string): string => (resource.startsWith('clinical.data.') ? 'clinical.data' : resource)
const labelIn = (row: object, name: string): string => {
  const labels: unknown = Reflect.get(row, '_labels')
  return typeof labels === 'object' && labels !== null ? String(Reflect.get(labels, name) ?? '') : ''
}

/** The record that it is about, as this person sees it; whoever does not is told that it is not there. */
export const matterOf = async (ctx: Ctx, resource: unknown, record: unknown): Promise<Matter> => {
  if (typeof resource !== 'string' || !ABOUT.test(resource) || !Number.isSafeInteger(Number(record))) throw refuse(locale, 'nothing')
  if (!can(ctx.actor.rules, ruleOf(baseOf(resource), 'index'))) throw refuse(locale, 'nothing')
  const model = await ctx.engine.registry.open(ctx, resource)
  if (!model) throw refuse(locale, 'nothing')
  const row = await ctx.engine.get(ctx, resource, Number(record))
  const form = Number(/\.f(\d+)$/.exec(resource)?.[1] ?? 0)
  if (form > 0) {
    const [found] = await ctx.db.query<{ study: number; name: string }>(OF_FORM, [form])
    const study = found?.study ?? 0
    const title = [labelIn(row, 'subject'), labelIn(row, 'visit'), found?.name].filter(Boolean).join(' · ')
    return { resource, record: row.id, study, title, address: `/admin/clinical/data?study=${study}&form=${form}&record=${row.id}` }
  }
  const label = labelOf(model.resource, ctx.language)
  const title = ctx.engine.masks.hidden(ctx, model).fields.has(label) ? MASK : String(row[label] ?? `#${row.id}`)
  const study = typeof row['study'] === 'number' ? row['study'] : null
  return { resource, record: row.id, study, title, address: `/admin/${resource.replaceAll('.', '/')}/${row.id}?tab=comments` }
}

/** Whether somebody else sees it too: nobody is called to what is hidden from them. */
export const sees = async (ctx: Ctx, actor: Actor, { resource, record }: Matter): Promise<boolean> => {
  try {
    await matterOf({ ...ctx, actor, departments: [] }, resource, record)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
