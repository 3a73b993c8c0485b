import { createHash } from 'node:crypto'
import { genericActions, columnsOf, hasTrait, moveRule, openMoves, snake } from '#kernel'
import type { Field, Locale, Resource } from '#kernel'
import { SYSTEM } from './actor.ts'
import type { Ctx } from './context.ts'
import { recordTable, tableText } from '../db/designed.ts'
import { storedOf } from '../db/kind.ts'
import type { Provided, ServerHalf } from './half.ts'
import { Recent } from './recent.ts'

export type Column = {
  readonly name: string
  readonly sql: string
  readonly field: Field
  /** What is compared and sorted by, of the row `t`: the column, or the reading of what was entered. */
  readonly compare: string
}
/** A definition made ready for SQL: every name is quoted once, here, and comes from the definition, never from a request. */
export type Model = {
  readonly resource: Resource
  readonly locale: Locale
  readonly half: ServerHalf | undefined
  /** Of a definition made at run time: changes with it, so that open pages notice. */
  readonly revision: string | undefined
  /** Quoted, or the statement of a view in brackets. */
  readonly table: string
  readonly columns: ReadonlyMap<string, Column>
  readonly searchable: readonly Column[]
  /** Columns that hold the name of a resource or of a field. */
  readonly named: readonly Column[]
  readonly isRecyclable: boolean
  readonly isTree: boolean
  /** Of one that is opened by name: who reads its sensitive fields beside those with the right `reveal`. */
  readonly reads: Provided['reads'] | undefined
  readonly blinds: Provided['blinds'] | undefined
  readonly absents: Provided['absents'] | undefined
}

const NAME = /^[a-z][a-zA-Z0-9]*(\.[a-z][a-zA-Z0-9]*)*$/
const quote = (name: string) => {
  // Definitions of run-time resources are stored data: a name that is not a name never reaches SQL.
  if (!NAME.test(name)) throw new Error(`“${name}” is not a name for a resource or a field`)
  return `"${snake(name)}"`
}

const columnOf = (name: string, field: Field): Column => {
  const sql = quote(name)
  const { reading } = storedOf(field)
  return { name, sql, field, compare: reading ? `${reading}(t.${sql})` : `t.${sql}` }
}

/** The route would run the generic one, or one right would open two doors, and nobody would notice; so the server does not start. */
const refuseAmbiguous = (resource: Resource) => {
  const { name, actions, rights = [], fields, moves } = resource
  const own = [...Object.keys(actions), ...rights]
  const steps = [...new Set(openMoves(resource).map((to) => moveRule(resource, to)))]
  const generic = new Set<string>([...genericActions(), ...(steps.length ? ['move'] : [])])
  for (const action of [...own, ...steps])
    if (generic.has(action))
      throw new Error(`${name} declares “${action}”, but that is the name of a generic action. Give its own action another name.`)
  const twice = steps.find((step) => own.includes(step))
  if (twice) throw new Error(`${name} has a move and another right called “${twice}”. Give the move a rule of another name.`)
  if (moves && !fields['state']) throw new Error(`${name} has moves, but no field “state”`)
}

const refuseUnanswered = ({ name, asks = {} }: Resource, columns: ReadonlyMap<string, Column>, half?: ServerHalf): void => {
  for (const ask of Object.keys(asks)) {
    if (columns.has(ask)) throw new Error(`${name} has a column “${ask}” and is asked for something of the same name`)
    if (!half?.asks?.[ask]) throw new Error(`${name} can be asked for “${ask}”, but its half does not say which rows answer`)
  }
}

const revisionOf = (resource: Resource, locale: Locale): string =>
  createHash('sha256')
    .update(JSON.stringify([resource, locale]))
    .digest('base64url')
    .slice(0, 12)

/** Where the rows of a resource are that is opened by name, and which state of its definition this is. */
type Opened = Pick<Provided, 'table' | 'reads' | 'blinds' | 'absents'> & { readonly revision: string }
const modelOf = (registry: Registry, resource: Resource, locale: Locale, half?: ServerHalf, opened?: Opened): Model => {
  refuseAmbiguous(resource)
  const columns = new Map<string, Column>()
  quote(resource.name)
  const table = opened ? recordTable(opened.table) : tableText(resource)
  if (resource.view && !half?.source) throw new Error(`${resource.name} is a view without a source`)
  columns.set('version', columnOf('version', { kind: 'integer', readonly: true }))
  for (const [name, field] of Object.entries(columnsOf(resource))) columns.set(name, columnOf(name, field))
  refuseUnanswered(resource, columns, half)
  return {
    resource,
    locale,
    half,
    revision: opened?.revision ?? (resource.designed ? revisionOf(resource, locale) : undefined),
    get table() {
      return resource.view ? `(${half!.source!(registry)})` : table
    },
    columns,
    searchable: [...columns.values()].filter((c) => c.field.search),
    named: [...columns.values()].filter((c) => c.field.names),
    isRecyclable: hasTrait(resource, 'recyclable'),
    isTree: hasTrait(resource, 'tree'),
    reads: opened?.reads,
    blinds: opened?.blinds,
    absents: opened?.absents,
  }
}

/** The mounted resources. Mounting again replaces: the generator changes a definition without a restart. */
export class Registry {
  readonly #models = new Map<string, Model>()
  mount(resource: Resource, locale: Locale, half?: ServerHalf): Model {
    const model = modelOf(this, resource, locale, half)
    this.#models.set(resource.name, model)
    return model
  }
  unmount(name: string): void {
    this.#models.delete(name)
  }
  /** Resources that were dropped. Their records live on in the trail, where they are read by the same rules. */
  former: ReadonlyMap<string, Resource> = new Map()
  /** What a resource is, or was. */
  design(name: string): Resource | undefined {
    return this.get(name)?.resource ?? this.former.get(name)
  }
  get(name: string): Model | undefined {
    return this.#models.get(name) ?? this.#opened.get(name)
  }
  readonly #opened = new Recent<Model>()
  /**
   * The model of a name as it is now. Below a resource with a provider the definition is data that another process may have changed a moment
   * ago: its revision is asked for every time, in the caller's transaction.
   */
  async open(ctx: Ctx, name: string): Promise<Model | undefined> {
    const fixed = this.#models.get(name)
    const base = fixed ? undefined : this.above(name)
    if (!base) return fixed
    const { provider } = base.half!
    const rest = name.slice(base.resource.name.length + 1)
    const revision = await provider!.revision(ctx, rest)
    if (revision === undefined) return undefined
    const known = this.#opened.get(name)
    if (known?.revision === revision) return this.#opened.keep(name, known)
    const { resource, locale, ...place } = await provider!.define(ctx, rest)
    return this.#opened.keep(
      name,
      modelOf(this, { ...resource, name, base: base.resource.name }, locale, base.half, { ...place, revision }),
    )
  }
  /**
   * What a page speaks of, before it is shown: after a restart, and in another process, nobody has opened it. What somebody does not see is
   * opened all the same: which words it is told in, and what is masked for them, must not depend on who looked before.
   */
  async openAll(ctx: Ctx, names: Iterable<unknown>): Promise<void> {
    for (const name of new Set(names))
      if (typeof name === 'string' && !(await this.open(ctx, name))) await this.open({ ...ctx, actor: SYSTEM }, name)
  }
  /** The resource with a provider that a name stands below. */
  above(name: string): Model | undefined {
    for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
      const model = this.#models.get(name.slice(0, dot))
      if (model?.half?.provider) return model
    }
    return undefined
  }
  /** The one whose rows lie in this table, as the database names it in its errors. */
  ofTable(table: string): Model | undefined {
    return [...this.#models.values(), ...this.#opened.values()].find((m) => m.table.endsWith(`"${table}"`))
  }
  need(name: string): Model {
    const model = this.get(name)
    if (!model) throw new Error(`No resource named ${name} is mounted`)
    return model
  }
  all(): Model[] {
    return [...this.#models.values()]
  }
}
