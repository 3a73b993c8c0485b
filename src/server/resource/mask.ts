import { can, columnsOf, isPointer, ruleFor } from '#kernel'
import type { Resource } from '#kernel'
import type { Actor, Ctx, FieldRule, Hidden, Masking, Reader } from '../model/context.ts'
import type { Model } from '../model/model.ts'

export const MASK = '••••••'

/** `revealed`: found when it is asked for. */
type Known = Hidden & { revealed?: readonly string[] }

export class Masks implements Masking {
  #rules = new Map<string, FieldRule>()
  #seen = new WeakMap<Actor, Map<Resource, Known>>()

  /** The rules as they are now; everything remembered about actors is dropped. */
  replace(rules: readonly FieldRule[]): void {
    this.#rules = new Map(rules.map((r) => [`${r.resource} ${r.field}`, r]))
    this.#seen = new WeakMap()
  }
  forget(actor: Actor): void {
    this.#seen.delete(actor)
  }
  rule(resource: string, field: string): FieldRule | undefined {
    return this.#rules.get(`${resource} ${field}`)
  }
  masked(): string[] {
    return [...this.#rules].flatMap(([name, rule]) => (rule.mask ? [name] : []))
  }

  /** Whether the name of some record is hidden from this person: lists that mix resources must not be searched by it. */
  hidesNames(ctx: Reader): boolean {
    const { registry } = ctx.engine
    return [...registry.all().map((m) => m.resource), ...registry.former.values()].some((r) => this.#of(ctx, r).fields.has(r.label))
  }
  /** The same question for one field, also of a resource that is no longer there. */
  hides(ctx: Reader, resource: string, field: string): boolean {
    const design = ctx.engine.registry.design(resource)
    if (design) {
      // What left a form stays in its history as secret as it was: whose definition says who reads it is asked about it too.
      const isFormer = !(field in columnsOf(design)) && ctx.engine.registry.get(resource)?.reads !== undefined
      return this.#of(ctx, design).fields.has(field) || (isFormer && this.#hides(ctx, design, field, true))
    }
    // A form that nobody opened since the start may have sensitive fields, and one of them may tell the arm.
    return ctx.engine.registry.above(resource) !== undefined || this.#hides(ctx, { name: resource }, field, false)
  }
  lacks(ctx: Reader, resource: string, field: string): boolean {
    return ctx.engine.registry.get(resource)?.absents?.(ctx.actor, field) === true && this.hides(ctx, resource, field)
  }
  hidden(ctx: Reader, { resource }: Model): Hidden {
    return this.#of(ctx, resource)
  }

  #of(ctx: Reader, resource: Resource): Known {
    let all = this.#seen.get(ctx.actor)
    if (!all) this.#seen.set(ctx.actor, (all = new Map()))
    let known = all.get(resource)
    if (!known) all.set(resource, (known = this.#find(ctx, resource)))
    return known
  }
  /** What others see masked and this person reads, as a value or as the name of what a pointer points to; also what left the design. */
  revealed(ctx: Reader, model: Model): readonly string[] {
    const known = this.#of(ctx, model.resource)
    return (known.revealed ??= this.#findRevealed(ctx, model, known))
  }
  #findRevealed(ctx: Reader, model: Model, { fields, labels }: Hidden): string[] {
    const present = [...model.columns.values()].flatMap(({ name, field }) => {
      const target = isPointer(field) ? ctx.engine.registry.get(field.to) : undefined
      const isMasked = this.#masks(model, name) || (target && isPointer(field) && this.#masks(target, field.label))
      return isMasked && !labels.has(name) ? [name] : []
    })
    const former = [...this.#rules.values()].filter((r) => r.mask && r.resource === model.resource.name && !model.columns.has(r.field))
    return [...present, ...former.map((r) => r.field).filter((name) => !fields.has(name))]
  }
  #masks(model: Model, name: string): boolean {
    return this.rule(model.resource.name, name)?.mask === true || model.columns.get(name)?.field.sensitive === true
  }

  #find(ctx: Reader, resource: Resource): Hidden {
    const { registry } = ctx.engine
    const fields = new Set<string>()
    const labels = new Set<string>()
    for (const rule of this.#rules.values())
      if (rule.resource === resource.name && this.#hides(ctx, resource, rule.field, false)) fields.add(rule.field)
    for (const [name, field] of Object.entries(columnsOf(resource))) {
      if (this.#hides(ctx, resource, name, field.sensitive === true)) fields.add(name)
      const target = isPointer(field) ? registry.get(field.to)?.resource : undefined
      const isHiddenThere =
        target && isPointer(field) && this.#hides(ctx, target, field.label, columnsOf(target)[field.label]?.sensitive === true)
      if (fields.has(name) || isHiddenThere) labels.add(name)
    }
    const { absents } = registry.get(resource.name) ?? {}
    return { fields, labels, absent: new Set([...fields].filter((name) => absents?.(ctx.actor, name) === true)) }
  }
  #hides({ actor, engine }: Reader, resource: Pick<Resource, 'name' | 'base'>, name: string, isSensitive: boolean): boolean {
    const rule = this.rule(resource.name, name)
    if (!rule?.mask && !isSensitive) return false
    const model = engine.registry.get(resource.name)
    if (model?.blinds?.(actor, name)) return true
    if (!rule?.mask && model?.reads?.(actor, name)) return false
    return !can(actor.rules, ruleFor(resource, 'reveal')) && !rule?.groups.some((g) => actor.groups.includes(g))
  }
}

type Entry = { label: unknown; changes: Record<string, [unknown, unknown]> }
/** An entry of the trail as this person may read it: what is masked in the list of its resource is masked here, and stays so without the list. */
export const maskEntry = (ctx: Ctx, resource: string, { label, changes }: Entry): Entry => {
  const shown = (name: string, value: unknown) =>
    value !== null && value !== '' && ctx.engine.masks.hides(ctx, resource, name) ? MASK : value
  const told = Object.entries(changes).filter(([name]) => !ctx.engine.masks.lacks(ctx, resource, name))
  const pairs = told.map(([name, pair]) => [name, Array.isArray(pair) ? pair.map((v) => shown(name, v)) : pair] as const)
  const named = ctx.engine.registry.design(resource)?.label
  return { label: named === undefined ? label : shown(named, label), changes: Object.fromEntries(pairs) as Entry['changes'] }
}
