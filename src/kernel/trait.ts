/** What a trait brings: columns it stores, actions it adds, actions it takes away. */
export const TRAITS = {
  timestamps: { columns: { createdAt: '', updatedAt: '' }, adds: [], omits: [] },
  sortable: { columns: { weigh: 0 }, adds: ['sortable'], omits: [] },
  /** Deleting moves to the bin; `delete` empties it. */
  recyclable: { columns: { deletedAt: null as string | null }, adds: ['recycle', 'restore', 'delete'], omits: [] },
  tree: { columns: { parentId: null as number | null }, adds: [], omits: [] },
  exportable: { columns: {}, adds: ['exportExcel'], omits: [] },
  /** New records can come from a sheet. */
  importable: { columns: {}, adds: ['import'], omits: [] },
  /** Every write leaves a before/after entry in the audit trail. */
  audited: { columns: {}, adds: [], omits: [] },
  /** A record that holds a lock refuses every write until it is unlocked. */
  lockable: { columns: { lockedAt: null as string | null }, adds: ['lock', 'unlock'], omits: [] },
  /** Belongs to a department and an owner: the caller's scope narrows every read and write. */
  scoped: { columns: { departmentId: null as number | null, ownerId: null as number | null }, adds: [], omits: [] },
  /** Logs and the like: nobody edits them, not even a super admin. */
  readonly: { columns: {}, adds: [], omits: ['add', 'edit', 'del'] },
  /** Uploads and the like: the server makes the rows, people only tidy them. */
  produced: { columns: {}, adds: [], omits: ['add'] },
  /** Ledgers: rows are added, never changed. */
  appendOnly: { columns: {}, adds: [], omits: ['edit', 'del'] },
  /** Settings: one row, no list. */
  singleton: { columns: {}, adds: [], omits: ['add', 'del'] },
} as const

export type Trait = keyof typeof TRAITS
export const BASE_ACTIONS = ['index', 'add', 'edit', 'del'] as const
type Base = (typeof BASE_ACTIONS)[number]
/** What comes with `index`: whoever sees a record in the list may open it alone and read its story. */
export const READ_ACTIONS = ['read', 'history'] as const
/** What comes with `edit`: one field of many records. */
export const EDIT_ACTIONS = ['set'] as const
export type GenericAction =
  | Base
  | (typeof TRAITS)[Trait]['adds'][number]
  | (typeof READ_ACTIONS)[number]
  | (typeof EDIT_ACTIONS)[number]
  | 'move'
/** The verbs whose meaning is the same everywhere. A function, so that pages that never ask do not carry it. */
export const genericActions = (): GenericAction[] => [
  ...new Set<GenericAction>([...BASE_ACTIONS, ...READ_ACTIONS, ...EDIT_ACTIONS, ...Object.values(TRAITS).flatMap((t) => t.adds)]),
]

type Both<U> = (U extends unknown ? (u: U) => void : never) extends (all: infer I) => void ? I : never
type Widen<V> = V extends string ? string : V extends number ? number : V
export type TraitColumns<T extends Trait> = [T] extends [never]
  ? unknown
  : Both<{ [K in T]: { -readonly [C in keyof (typeof TRAITS)[K]['columns']]: Widen<(typeof TRAITS)[K]['columns'][C]> } }[T]>
export type TraitActions<T extends Trait> = Exclude<Base, (typeof TRAITS)[T]['omits'][number]> | (typeof TRAITS)[T]['adds'][number]

/** What the columns of `scoped` point to: the one pair of areas that a trait knows by name. */
export const SCOPED_TO = {
  departmentId: { kind: 'ref', to: 'department', label: 'name' },
  ownerId: { kind: 'ref', to: 'auth.admin', label: 'nickname', readonly: true },
} as const

/** How a trait's column is stored and searched; the kinds are those of fields. */
export const TRAIT_FIELDS = {
  createdAt: { kind: 'dateTime', readonly: true },
  updatedAt: { kind: 'dateTime', readonly: true },
  deletedAt: { kind: 'dateTime', readonly: true },
  lockedAt: { kind: 'dateTime', readonly: true },
  weigh: { kind: 'integer', readonly: true },
} as const
