import type { OtherUnit } from './unit.ts'
import type { Operator } from './operator.ts'
import type { Pattern } from './pattern.ts'

/** What every field kind understands. All of it is plain data: a definition survives JSON.stringify. */
export type Common = {
  required?: true
  /** Set by the server alone; shown, never sent. */
  readonly?: true
  /** Fixed once the record exists. */
  immutable?: true
  /** Masked in lists, exports, select and audit diffs for admins without the `reveal` rule. */
  sensitive?: true
  /** Written without an entry of the record: what sets it, a sign-in, has an entry of its own. */
  unaudited?: true
  /** Part of the quick search. */
  search?: true
  /** Travels and is stored as the text that was entered, byte for byte; the kind says how that text is read. */
  entered?: true
  /** Has an index of what is read in it. */
  indexed?: true
  /** Of what a list is asked and no column holds (`asks`): by which operators. */
  asked?: readonly Operator[]
  width?: 'half' | 'full'
  /** Shown (and required) only while the named fields hold one of the values; of a choice of several, any of them. */
  when?: Readonly<Record<string, readonly (string | boolean)[]>>
}
type Text = Common & {
  min?: number
  max?: number
  pattern?: Pattern
  unique?: true
  default?: string
  /** Write-only: the value goes to the vault, the record has a mark that shows that there is one. */
  secret?: true
  /** The text is the name of a resource, of one with a bin, or of a field of the record's `resource`: people read and pick its title. */
  names?: 'resource' | 'recyclable' | 'field'
}
/** How the mark of a secret begins; sent back it means "as it was". */
export const SECRET_MARK = '••••••#'
type Num = Common & {
  min?: number
  max?: number
  unit?: string
  /** Of what is entered: other units that it may be entered in. */
  units?: readonly OtherUnit[]
  unique?: true
  default?: number
  /** The number of a record of this resource that nothing holds: it may be gone. Where values are read without their page, its name is said. */
  of?: string
}
type Choice = Common & {
  options: readonly string[]
  default?: string
  /** The options are a scale: sorted by their place in it and not by their letters. */
  ranked?: true
}
type Choices = Common & { options: readonly string[]; default?: readonly string[] }
/** A place of stored files. */
type Place = Common & {
  /** Pictures that stand here are everybody's to see, without signing in: faces and pictures of the site. */
  public?: true
}
type Upload = Place & { accept?: readonly string[]; max?: number }
type Remote = Common & { label: string }
type Bound = Remote & {
  /** Without a foreign key, and without an index unless `indexes` has it: for ledgers whose every row points to what is never deleted. */
  unbound?: true
}
type Remotes = Remote & {
  /** What is deleted leaves the list; without this it cannot be deleted as long as it is in one. */
  release?: true
}

const of =
  <K extends string>(kind: K) =>
  <const O extends object>(options: O) =>
    ({ kind, ...options }) as { readonly kind: K } & O
/** A builder that may be called without options. */
const make = <K extends string, Base extends object>(kind: K) =>
  ((options: object = {}) => ({ kind, ...options })) as unknown as {
    (): { readonly kind: K }
    <const O extends Base>(options: O): { readonly kind: K } & O
  }
const pointer =
  <K extends string, Base extends Remote>(kind: K) =>
  <const To extends string, const O extends Base>(to: To, options: O) =>
    ({ kind, to, ...options }) as { readonly kind: K; readonly to: To } & O

/** One builder per kind; the kind is the key under which the server finds its column and the web its views. */
export const f = {
  string: make<'string', Text>('string'),
  textarea: make<'textarea', Text>('textarea'),
  richText: make<'richText', Text>('richText'),
  code: make<'code', Text & { language?: 'json' | 'sql' | 'text' }>('code'),
  password: make<'password', Common & { min?: number }>('password'),
  number: make<'number', Num & { scale?: number }>('number'),
  float: make<'float', Num>('float'),
  integer: make<'integer', Num>('integer'),
  date: make<'date', Common & { default?: string }>('date'),
  time: make<'time', Common & { default?: string }>('time'),
  dateTime: make<'dateTime', Common & { default?: string }>('dateTime'),
  year: make<'year', Num>('year'),
  switch: make<'switch', Common & { default?: boolean }>('switch'),
  array: make<'array', Place & { max?: number }>('array'),
  file: make<'file', Upload>('file'),
  image: make<'image', Upload>('image'),
  images: make<'images', Upload>('images'),
  city: make<'city', Common & { level?: 1 | 2 | 3 }>('city'),
  icon: make<'icon', Common & { default?: string }>('icon'),
  color: make<'color', Common & { default?: string }>('color'),
  json: make<'json', Place>('json'),
  select: of('select') as <const O extends Choice>(options: O) => { readonly kind: 'select' } & O,
  radio: of('radio') as <const O extends Choice>(options: O) => { readonly kind: 'radio' } & O,
  checkbox: of('checkbox') as <const O extends Choices>(options: O) => { readonly kind: 'checkbox' } & O,
  /** A value picked from another resource and kept as text: survives the deletion of its source. */
  remoteSelect: pointer<'remoteSelect', Remote>('remoteSelect'),
  /** A reference by resource name; `label` is the field shown in the picker and the list cell. */
  ref: pointer<'ref', Bound>('ref'),
  refs: pointer<'refs', Remotes>('refs'),
}

type Any = Common & {
  /** Said inside an empty box, and how many lines a long one shows: both only where somebody configures a field. */
  placeholder?: string
  rows?: number
  min?: number
  max?: number
  scale?: number
  unit?: string
  units?: readonly OtherUnit[]
  level?: number
  language?: string
  pattern?: Pattern
  unique?: true
  secret?: true
  names?: 'resource' | 'recyclable' | 'field'
  of?: string
  accept?: readonly string[]
  public?: true
  default?: unknown
}
export type PlainKind = Exclude<keyof typeof f, ChoiceKind | PointerKind>
export type ChoiceKind = 'select' | 'radio' | 'checkbox'
export type PointerKind = 'remoteSelect' | 'ref' | 'refs'
/** The widened shape that generic code works with. */
export type Field =
  | (Any & { readonly kind: PlainKind })
  | (Any & { readonly kind: ChoiceKind; options: readonly string[]; ranked?: true })
  | (Any & { readonly kind: PointerKind; readonly to: string; label: string; release?: true; unbound?: true })
export type Kind = Field['kind']

export type Pair = { key: string; value: string }
type Raw<F> = F extends { kind: 'select' | 'radio'; options: readonly (infer O)[] }
  ? O
  : F extends { kind: 'checkbox'; options: readonly (infer O)[] }
    ? O[]
    : F extends { kind: 'number' | 'float' | 'integer' | 'year' | 'ref' }
      ? number
      : F extends { kind: 'switch' }
        ? boolean
        : F extends { kind: 'array' }
          ? Pair[]
          : F extends { kind: 'images' | 'city' }
            ? string[]
            : F extends { kind: 'refs' }
              ? number[]
              : F extends { kind: 'json' }
                ? unknown
                : string
/** Value as stored: never null when required or defaulted. */
export type ValueOf<F> = F extends { entered: true }
  ? string | null
  : F extends { when: object }
    ? Raw<F> | null
    : F extends { required: true } | { default: unknown }
      ? Raw<F>
      : Raw<F> | null

export const isPointer = (field: Field): field is Extract<Field, { to: string }> => 'to' in field
export const isChoice = (field: Field): field is Extract<Field, { options: readonly string[] }> => 'options' in field
/** Whether a field with a `when` takes part for these values. */
export const applies = (field: Pick<Field, 'when'>, values: Record<string, unknown>): boolean =>
  Object.entries(field.when ?? {}).every(([name, allowed]) =>
    [values[name]].flat().some((value) => allowed.includes(value as string | boolean)),
  )
