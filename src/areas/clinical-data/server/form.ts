import type { Actor, Ctx } from '#server'
import type { Model, Registry } from '#server/model/model.ts'
import type { Provided, Provider } from '#server/model/half.ts'
import { Recent } from '#server/model/recent.ts'
import { rowsById } from '#server/resource/read.ts'
import { readsField } from '#server/resource/reads.ts'
import { can, ruleOf } from '#kernel'
import { loadContent } from '#study/dictionary/load.ts'
import type { Sensitivity } from '#study/dictionary/variable.ts'
import { seesEveryStudy } from '#study/reader.ts'
import { reasonsOf } from '#study/reason.ts'
import { formDefinition } from '#study/record/definition.ts'
import type { FormContent } from '#study/record/definition.ts'
import { ARM_LEVEL, OPENED_LEVEL, hidesArms, readsArms } from '#study/blind.ts'
import type { Reads } from '#study/record/normal.ts'
import { isAbsent, readsClear } from '#study/record/sensitivity.ts'
import { slotName, tableName } from '#study/record/table.ts'
import { placesIn, rolesBySite } from '#study/team.ts'
import { clinicalData } from '../index.ts'

/** `former`: how sensitive a variable was when a version of the dictionary had it last; its values stay in history. */
export type OpenForm = { id: number; study: number; content: FormContent; former: ReadonlyMap<string, Sensitivity> }

const NAME = /^f([1-9]\d{0,14})$/
const idIn = (rest: string): number | undefined => {
  const [, digits] = NAME.exec(rest) ?? []
  return digits === undefined ? undefined : Number(digits)
}
export const formName = (id: number): string => `${clinicalData.name}.f${id}`

const PUBLISHED = `SELECT d.id, d.number, substr(md5(p.reasons), 1, 8) AS reasons FROM study_dictionary d JOIN study_project p ON p.id = d.study WHERE d.study = $1 AND d.state = 'published'
  AND EXISTS (SELECT 1 FROM study_variable v WHERE v.dictionary = d.id AND v.form = $2)`
type Found = { form: number; study: number; dictionary: number; revision: string }
/** The form as it is published, if this person sees its study. */
const find = async (ctx: Ctx, rest: string): Promise<Found | undefined> => {
  const id = idIn(rest)
  const [form] = id === undefined ? [] : await rowsById(ctx, ctx.engine.registry.need('study.form'), [id], 'live')
  if (!form) return undefined
  const study = Number(form['study'])
  const [version] = await ctx.db.query<{ id: number; number: number; reasons: string | null }>(PUBLISHED, [study, form.id])
  if (!version) return undefined
  const revision = [version.number, form.version, ...(version.reasons ? [version.reasons] : [])].join('.')
  return { form: form.id, study, dictionary: version.id, revision }
}

/** Roles in the teams of studies, site by site, and whether these are unblinded, as it was when this person opened a form of theirs a moment ago. */
type Place = { roles: string[][]; isUnblinded: boolean }
const places = new WeakMap<Actor, Map<number, Place>>()
const isSame = (a: Place, b: Place): boolean => JSON.stringify(a) === JSON.stringify(b)
const notePlace = async ({ db, actor, engine }: Ctx, study: number): Promise<void> => {
  const known = places.get(actor) ?? new Map<number, Place>()
  places.set(actor, known)
  const roles = seesEveryStudy(actor) ? [] : rolesBySite(await placesIn(db, actor, study))
  const [before, now] = [known.get(study), { roles, isUnblinded: !(await hidesArms(db, study)) }]
  known.set(study, now)
  // The trail may have asked about this form before it was opened: what was answered then would hide, or show, the values still.
  if (!before || !isSame(before, now)) engine.masks.forget(actor)
}

/** What the forms hold, beside the models that the registry keeps of them. */
const kept = new WeakMap<Registry, Recent<OpenForm>>()
const keptIn = ({ engine: { registry } }: Ctx): Recent<OpenForm> => {
  const recent = kept.get(registry) ?? new Recent<OpenForm>()
  kept.set(registry, recent)
  return recent
}
const FORMER = `SELECT DISTINCT ON (v.slot) v.slot, v.sensitivity FROM study_variable v JOIN study_dictionary d ON d.id = v.dictionary
  WHERE v.form = $1 AND d.state <> 'draft' ORDER BY v.slot, d.number DESC`
const load = async (ctx: Ctx, { form: id, study, dictionary, revision }: Found): Promise<OpenForm> => {
  const { forms, variables, codelists } = await loadContent(ctx.db, dictionary)
  const form = forms.find((f) => f.id === id)
  if (!form) throw new Error(`Form ${id} is not among those of study ${study}`)
  const content = { form, codelists, variables: variables.filter((v) => v.form === form.code) }
  const left = await ctx.db.query<{ slot: number; sensitivity: Sensitivity }>(FORMER, [id])
  const former = new Map(left.map(({ slot, sensitivity }) => [slotName(slot), sensitivity]))
  return keptIn(ctx).keep(`${formName(id)} ${revision}`, { id, study, content, former })
}
/** At every opening, so that what is in use is never the one to go. */
const hold = async (ctx: Ctx, found: Found): Promise<OpenForm> => {
  const key = `${formName(found.form)} ${found.revision}`
  const known = keptIn(ctx).get(key)
  return known ? keptIn(ctx).keep(key, known) : load(ctx, found)
}

/** The form behind a model that was opened in this request. */
export const formOf = (ctx: Ctx, { resource, revision }: Model): OpenForm => {
  const form = keptIn(ctx).get(`${resource.name} ${revision ?? ''}`)
  if (!form) throw new Error(`${resource.name} is not open`)
  return form
}

const define = async (ctx: Ctx, rest: string): Promise<Provided> => {
  const found = await find(ctx, rest)
  if (!found) throw new Error(`There is no form ${rest}`)
  const { id, study, content, former } = await hold(ctx, found)
  const levels = new Map([...former, ...content.variables.map(({ slot, sensitivity }) => [slotName(slot), sensitivity] as const)])
  return {
    ...formDefinition(content, await reasonsOf(ctx.db, study)),
    table: tableName(id),
    reads: (actor, field) => {
      const level = levels.get(field) ?? 3
      if (level === ARM_LEVEL && readsArms(actor)) return true
      const roles = places.get(actor)?.get(study)?.roles ?? []
      return can(actor.rules, ruleOf(clinicalData.name, 'reveal')) || readsClear(roles, level === ARM_LEVEL ? OPENED_LEVEL : level)
    },
    absents: (actor, field) => isAbsent(places.get(actor)?.get(study)?.roles ?? [], levels.get(field) ?? 3),
    blinds: (actor, field) => levels.get(field) === ARM_LEVEL && !readsArms(actor) && places.get(actor)?.get(study)?.isUnblinded !== true,
  }
}

export const provider: Provider = {
  revision: async (ctx, rest) => {
    const found = await find(ctx, rest)
    if (!found) return undefined
    await notePlace(ctx, found.study)
    await hold(ctx, found)
    return found.revision
  },
  define,
}

/** Whether this reader sees a variable of some form of theirs in clear. */
export const readsIn =
  (ctx: Ctx): Reads =>
  (form, slot) =>
    readsField(ctx, formName(form), slot)
