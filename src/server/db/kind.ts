import type { Field, Kind } from '#kernel'

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
  readonly asked?: 'bigint' | 'numeric' | 'date' | 'timestamp'
  /** The function that reads what was entered; it answers `asked`, and null where the text says no such thing. */
  readonly reading?: 'as_number' | 'as_date' | 'as_moment'
  /** Of what is read: both bounds as one value, so that one reading answers for both. */
  readonly range?: 'numrange' | 'daterange' | 'tsrange'
  /** What counts as blank beside NULL. */
  readonly blank?: 'text' | 'list' | 'blanks'
  /** Never NULL: nothing chosen is an empty list. */
  readonly never?: 'null'
}
const words = { type: 'text' } as const
const text = { type: 'text', blank: 'text' } as const
const list = { type: 'text[]', blank: 'list' } as const

/** One line per kind: a kind without one does not compile, and nothing else says how a kind is stored. */
const STORED: Readonly<Record<Kind, Stored>> = {
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

const entered = { type: 'text', blank: 'blanks' } as const
const enteredNumber = { ...entered, asked: 'numeric', reading: 'as_number', range: 'numrange' } as const
/** Text for every kind; these are read as something else. */
const ENTERED: Readonly<Partial<Record<Kind, Stored>>> = {
  number: enteredNumber,
  float: enteredNumber,
  integer: enteredNumber,
  year: enteredNumber,
  date: { ...entered, asked: 'date', reading: 'as_date', range: 'daterange' },
  dateTime: { ...entered, asked: 'timestamp', reading: 'as_moment', range: 'tsrange' },
}

export const storedOf = (field: Pick<Field, 'kind' | 'entered'>): Stored =>
  field.entered ? (ENTERED[field.kind] ?? entered) : STORED[field.kind]
