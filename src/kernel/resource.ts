import type { Field, ValueOf } from './field.ts'
import type { SearchItem, Sort } from './operator.ts'
import type { Language, Words } from './language.ts'
import { moveRule, openMoves } from './move.ts'
import type { Moves, ReasonRule } from './move.ts'
import { ruleOf } from './name.ts'
import { BASE_ACTIONS, SCOPED_TO, TRAITS, TRAIT_FIELDS } from './trait.ts'
import type { Trait, TraitActions, TraitColumns } from './trait.ts'

/** A verb of the resource's own. The definition says that it exists; the server half says what it does. */
export type ActionSpec = {
  on: 'row' | 'rows' | 'list'
  /** Has no button of its own: a screen of the area calls it. */
  hidden?: true
  /** May be done to everything that a filter finds: each record by itself, whatever becomes of the others. */
  bulk?: true
  /** Changes nothing: when it is refused, nobody tried to change anything. */
  pure?: true
  /** Says something beside the record, or looks at it again, and leaves it as it is: no lock stands in its way. What it writes elsewhere asks for itself. */
  beside?: true
  confirm?: true
  danger?: true
  icon?: string
  /** Happens when a second person agrees: asked for, with a reason, and carried out as they do. */
  second?: true
  /** The server half says what stands in the way before anybody is asked. */
  gate?: true
  /** A field called `reason` among these is the reason that stands in the trail. */
  input?: Record<string, Field>
}
export type Menu = { group: string; icon: string; order?: number }
export type FormRow = string | readonly string[]
export type FormSection = { section: string; rows: readonly FormRow[] }
/** Records of another resource that point here with that field, `many` if it points to several; a new one has the fields `alike` as this one has them. */
export type Pointing = { readonly of: string; readonly by: string; readonly many?: true; readonly alike?: readonly string[] }

/** What the list shows on its own page before anybody asks for something else: what waits, the most urgent first. */
export type Opens = { where: readonly SearchItem[]; sort: readonly Sort[] }

/** The widened shape that the generic engine works with. */
export type Resource = {
  name: string
  menu?: Menu
  label: string
  labelIn?: Readonly<Partial<Record<Language, string>>>
  fields: Record<string, Field>
  traits: readonly Trait[]
  /** What its list can be asked beside its columns: the server half says which rows answer. */
  asks?: Record<string, Field>
  actions: Record<string, ActionSpec>
  moves?: Moves
  reason?: ReasonRule
  /** Offered where a reason is asked for; another one may be typed. Set by the server for one that is opened by name. */
  reasons?: readonly Words[]
  /** What of the generic verbs needs a second person. */
  second?: readonly SecondVerb[]
  /** The reference whose record decides who sees this one: a subject is seen by those who see its study. */
  scopedBy?: string
  /** Not everybody who may read the list sees each record; the server half says who (`scope`). Names and numbers of the others are told to nobody. */
  narrowed?: true
  /** Fields whose values together no two records share; the last of them is what a person would change. */
  unique?: readonly (readonly string[])[]
  indexes?: readonly (readonly string[])[]
  /** Read from a statement of the server half instead of a table. */
  view?: true
  /** The resource whose rules, halves and menu entry it has: set by the server for one that is opened by name. */
  base?: string
  /** Made with the generator while the system runs; set by the server, never part of a design. */
  designed?: true
  /** Rights beside the actions: rules that the server half asks for. */
  rights?: readonly string[]
  /** How many they are, as columns of the list; a click opens them there. */
  counts?: Readonly<Record<string, Pointing>>
  /** Lists of them on the page of a record. */
  children?: Readonly<Record<string, Pointing>>
  /** `window`: its rows are scrolled through from the first to the last instead of leafed through, and all of them are counted. */
  list: { columns: readonly string[]; sort?: string; filters?: readonly string[]; window?: true; opens?: Opens }
  form?: readonly (FormRow | FormSection)[]
}

/** Verbs that every resource with the trait has, and that may need a second person. */
export type SecondVerb = 'delete' | 'unlock'
type StateOf<F> = F extends { state: { options: readonly (infer S extends string)[] } } ? S : never
type RefOf<F> = { [K in keyof F]: F[K] extends { kind: 'ref' } ? K : never }[keyof F] & string
type Key<F> = keyof F & string
type Column<F, T extends Trait> = Key<F> | 'id' | (keyof TraitColumns<T> & string)
type RowOf<F> = Key<F> | 'parentId' | 'departmentId' | readonly (Key<F> | 'parentId' | 'departmentId')[]

/** Everything about an area that is data. No functions: the value survives JSON.stringify, so server and web share it whole. */
export const defineResource = <
  const Name extends string,
  const F extends Record<string, Field>,
  const T extends Trait = never,
  const A extends Record<string, ActionSpec> = Record<never, never>,
  const C extends Record<string, Pointing> = Record<never, never>,
  const L extends Record<string, Pointing> = Record<never, never>,
  const M extends Moves = Record<never, never>,
  const Q extends Record<string, Field> = Record<never, never>,
>(
  name: Name,
  spec: {
    menu?: Menu
    /** The field that names a record in titles, pickers and audit lines. */
    label: Key<F>
    /** The field that does so in another language, where records are named in more than one. */
    labelIn?: Readonly<Partial<Record<Language, Key<F>>>>
    fields: F
    asks?: Q
    traits?: readonly T[]
    actions?: A
    moves?: M & { readonly [S in keyof M]: S extends StateOf<F> ? { readonly from: readonly StateOf<F>[] } : never }
    reason?: ReasonRule
    second?: readonly SecondVerb[]
    scopedBy?: RefOf<F>
    narrowed?: true
    unique?: readonly (readonly Column<F, T>[])[]
    indexes?: readonly (readonly Column<F, T>[])[]
    view?: true
    rights?: readonly string[]
    counts?: C
    children?: L
    list: {
      columns: readonly (Column<F, T> | Key<C>)[]
      sort?: `${'' | '-'}${Column<F, T>}`
      filters?: readonly (Column<F, T> | Key<Q>)[]
      window?: true
      opens?: Opens
    }
    /** Rows of the form; a nested array is one row of several fields. Defaults to every field in order. */
    form?: readonly (RowOf<F> | { section: string; rows: readonly RowOf<F>[] })[]
  },
) => ({ ...spec, name, traits: spec.traits ?? [], actions: (spec.actions ?? {}) as A })

type Fields<R extends Resource> = R['fields']
type Required<F> = { [K in keyof F]: F[K] extends { when: object } ? never : F[K] extends { required: true } ? K : never }[keyof F]
type Values<F, K extends keyof F> = { -readonly [P in K]: ValueOf<F[P]> }

/** A stored record. */
export type Row<R extends Resource> = { id: number; version: number } & Values<Fields<R>, keyof Fields<R>> &
  TraitColumns<R['traits'][number]>
/** What a form sends. */
export type Draft<R extends Resource> = Values<Fields<R>, Required<Fields<R>>> &
  Partial<Values<Fields<R>, Exclude<keyof Fields<R>, Required<Fields<R>>>>> & { parentId?: number | null; departmentId?: number | null }

/** What an action is given, checked by its declared fields; without any, whatever was sent. */
export type InputOf<A> = A extends { input: infer F extends Record<string, Field> } ? Values<F, keyof F> : Record<string, unknown>

/** The states that a person moves a record to, and those of them that the server half has a gate for. */
export type MoveOf<R extends Resource> = keyof NonNullable<R['moves']> & string
type MovesWith<R extends Resource, Mark> = {
  [S in MoveOf<R>]: NonNullable<R['moves']>[S] extends Mark ? S : never
}[MoveOf<R>]
export type OpenMoveOf<R extends Resource> = Exclude<MoveOf<R>, MovesWith<R, { server: true }>>
export type GatedOf<R extends Resource> =
  | MovesWith<R, { gate: true }>
  | { [A in Key<R['actions']>]: R['actions'][A] extends { gate: true } ? A : never }[Key<R['actions']>]

export type ActionOf<R extends Resource> =
  | ([R['traits'][number]] extends [never] ? (typeof BASE_ACTIONS)[number] : TraitActions<R['traits'][number]>)
  | Key<R['actions']>
/** Permission names are derived, never typed by hand: `sms/template/edit`. */
type Slashed<N extends string> = N extends `${infer A}.${infer B}` ? `${A}/${Slashed<B>}` : N
export type RuleOf<R extends Resource> = R extends Resource ? `${Slashed<R['name']>}/${ActionOf<R>}` : never

/** The field that names a record for a reader of this language. */
export const labelOf = (r: Pick<Resource, 'label' | 'labelIn'>, language: string): string => r.labelIn?.[language as Language] ?? r.label

export const hasTrait = (r: Resource, trait: Trait): boolean => r.traits.includes(trait)

export const actionsOf = <R extends Resource>(r: R) => {
  const omitted = new Set<string>(r.traits.flatMap((t) => TRAITS[t].omits))
  return [...BASE_ACTIONS, ...r.traits.flatMap((t) => TRAITS[t].adds), ...Object.keys(r.actions)].filter(
    (a) => !omitted.has(a),
  ) as ActionOf<R>[]
}

/** Rights that are no action: moves, declared ones, and to see masked values where a field has them. */
export const rightsOf = (r: Resource): string[] => [
  ...new Set(openMoves(r).map((to) => moveRule(r, to))),
  ...(r.rights ?? []),
  ...(Object.values(r.fields).some((field) => field.sensitive) ? ['reveal'] : []),
]

/** The right to do something with a resource; one that is opened by name is judged by the rules of its base. */
export const ruleFor = ({ name, base }: Pick<Resource, 'name' | 'base'>, action: string): string => ruleOf(base ?? name, action)
export const rulesOf = <R extends Resource>(r: R) => actionsOf(r).map((a) => ruleOf(r.name, a)) as RuleOf<R>[]

export type Rules = Readonly<Record<string, true>>
export const can = (granted: Rules, rule: string): boolean => granted['*'] === true || granted[rule] === true

/** Every stored column that has a field's behaviour: declared ones and those of traits. `id` and `version` are always there. */
export const columnsOf = (r: Resource): Record<string, Field> => {
  const columns: Record<string, Field> = { id: { kind: 'integer', readonly: true }, ...r.fields }
  if (hasTrait(r, 'tree')) columns['parentId'] = { kind: 'ref', to: r.name, label: r.label }
  if (hasTrait(r, 'scoped')) Object.assign(columns, SCOPED_TO)
  for (const trait of r.traits)
    for (const c of Object.keys(TRAITS[trait].columns)) if (c in TRAIT_FIELDS) columns[c] = TRAIT_FIELDS[c as keyof typeof TRAIT_FIELDS]
  return columns
}

/** What its list can be asked: its columns, and what no column holds. */
export const askedOf = (r: Resource): Record<string, Field> => (r.asks ? { ...columnsOf(r), ...r.asks } : columnsOf(r))

/** Fields whose value goes to the vault. */
export const secretsOf = (r: Resource): string[] => Object.keys(r.fields).filter((name) => r.fields[name]!.secret)

/** What can be the same in many records, and is set in all of them at once. */
export const settableOf = (r: Resource): Record<string, Field> =>
  Object.fromEntries(
    Object.entries(writableOf(r)).filter(
      ([, field]) => field.kind !== 'password' && !field.secret && !field.immutable && !('unique' in field && field.unique),
    ),
  )

/** What a form may send: everything that is not set by the server. */
export const writableOf = (r: Resource): Record<string, Field> =>
  Object.fromEntries(Object.entries(columnsOf(r)).filter(([name, field]) => !field.readonly && !(r.moves && name === 'state')))
