import type { Kind } from '#kernel'

export type ColumnType =
  | 'text'
  | 'numeric'
  | 'float8'
  | 'bigint'
  | 'smallint'
  | 'date'
  | 'time'
  | 'timestamptz'
  | 'boolean'
  | 'jsonb'
  | 'text[]'
  | 'bigint[]'
/** How the values of a kind lie in the database. */
type Stored = {
  readonly type: ColumnType
  /** What the type of a compared value is, where the text of a parameter alone would be taken for something narrower. */
  readonly asked?: 'bigint'
  /** What counts as blank beside NULL. */
  readonly blank?: 'text' | 'list'
  /** Never NULL: nothing chosen is an empty list. */
  readonly never?: 'null'
}
const words = { type: 'text' } as const
const text = { type: 'text', blank: 'text' } as const
const list = { type: 'text[]', blank: 'list' } as const

/** One line per kind: a kind without one does not compile, and nothing else says how a kind is stored. */
export const STORED: Readonly<Record<Kind, Stored>> = {
  string: text,
  textarea: text,
  richText: text,
  code: text,
  file: text,
  image: text,
  password: words,
  icon: words,
  color: words,
  select: words,
  radio: words,
  remoteSelect: words,
  number: { type: 'numeric' },
  float: { type: 'float8' },
  integer: { type: 'bigint' },
  ref: { type: 'bigint' },
  // Any whole number may be asked for; a smallint would be an error beyond 32767.
  year: { type: 'smallint', asked: 'bigint' },
  date: { type: 'date' },
  time: { type: 'time' },
  dateTime: { type: 'timestamptz' },
  switch: { type: 'boolean' },
  array: { type: 'jsonb' },
  json: { type: 'jsonb' },
  images: list,
  city: list,
  checkbox: { ...list, never: 'null' },
  refs: { type: 'bigint[]', blank: 'list', never: 'null' },
}
