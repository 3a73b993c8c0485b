import { can, isPointer, ruleOf } from '#kernel'
import type { Actor, Ctx } from '../context.ts'
import type { Model } from './model.ts'

export const MASK = '••••••'
/** What was decided about a field while running, beyond what its definition says. */
export type FieldRule = { resource: string; field: string; watch: boolean; mask: boolean; groups: readonly number[] }
/** Fields whose value, and pointers whose label, somebody may not read. */
export type Hidden = { fields: ReadonlySet<string>; labels: ReadonlySet<string> }

export class Masks {
  #rules = new Map<string, FieldRule>()
  #seen = new WeakMap<Actor, Map<Model, Hidden>>()

  /** The rules as they are now; everything remembered about actors is dropped. */
  replace(rules: readonly FieldRule[]): void {
    this.#rules = new Map(rules.map((r) => [`${r.resource} ${r.field}`, r]))
    this.#seen = new WeakMap()
  }
  rule(resource: string, field: string): FieldRule | undefined {
    return this.#rules.get(`${resource} ${field}`)
  }

  /** Whether the name of some record is hidden from this person: lists that mix resources must not be searched by it. */
  hidesNames(ctx: Pick<Ctx, 'actor' | 'engine'>): boolean {
    return ctx.engine.registry.all().some((m) => this.hidden(ctx, m).fields.has(m.resource.label))
  }
  hidden(ctx: Pick<Ctx, 'actor' | 'engine'>, model: Model): Hidden {
    let known = this.#seen.get(ctx.actor)
    if (!known) this.#seen.set(ctx.actor, (known = new Map()))
    let hidden = known.get(model)
    if (!hidden) known.set(model, (hidden = this.#find(ctx, model)))
    return hidden
  }
  #find({ actor, engine }: Pick<Ctx, 'actor' | 'engine'>, model: Model): Hidden {
    const fields = new Set<string>()
    const labels = new Set<string>()
    for (const { name, field } of model.columns.values()) {
      if (this.#hides(actor, model, name)) fields.add(name)
      const target = isPointer(field) ? engine.registry.get(field.to) : undefined
      if (fields.has(name) || (target && isPointer(field) && this.#hides(actor, target, field.label))) labels.add(name)
    }
    return { fields, labels }
  }
  #hides(actor: Actor, model: Model, name: string): boolean {
    const rule = this.rule(model.resource.name, name)
    if (!rule?.mask && !model.columns.get(name)?.field.sensitive) return false
    return !can(actor.rules, ruleOf(model.resource.name, 'reveal')) && !rule?.groups.some((g) => actor.groups.includes(g))
  }
}

type Entry = { label: unknown; changes: Record<string, [unknown, unknown]> }
/** An entry of the trail as this person may read it: what is masked in the list of its resource is masked here. */
export const maskEntry = (ctx: Ctx, resource: string, { label, changes }: Entry): Entry => {
  const model = ctx.engine.registry.get(resource)
  if (!model) return { label, changes }
  const { fields } = ctx.engine.masks.hidden(ctx, model)
  const shown = (name: string, value: unknown) => (fields.has(name) && value !== null && value !== '' ? MASK : value)
  const pairs = Object.entries(changes).map(([name, pair]) => [name, Array.isArray(pair) ? pair.map((v) => shown(name, v)) : pair] as const)
  return { label: shown(model.resource.label, label), changes: Object.fromEntries(pairs) as Entry['changes'] }
}
