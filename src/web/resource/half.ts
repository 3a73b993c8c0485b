import type { ComponentType } from 'react'
import type { ActionOf, Language, Resource, Row, ValueOf } from '#kernel'
import type { CellViewProps, InputViewProps, RowData } from '../field/view.ts'

export type Cell<R extends Resource, V> = ComponentType<Omit<CellViewProps, 'value' | 'row'> & { value: V; row: Row<R> }>
export type Input<V> = ComponentType<Omit<InputViewProps, 'value' | 'onChange'> & { value: V | null; onChange(value: V | null): void }>
type FieldLook<R extends Resource, V> = {
  Cell?: Cell<R, V>
  Input?: Input<V>
  /** Width of its column before the person changes it. */
  width?: number
  /** A tab of the record's own shows it: the overview leaves it out. */
  elsewhere?: true
  /** What a key sets it to while a row has the focus. */
  keys?: Readonly<Record<string, V & string>>
}
/** When a row offers an action. `disabled` answers why not, in words, or false. `key`: the letter that runs it while a row has the focus. */
export type RowAction<R extends Resource> = { key?: string; visible?(row: Row<R>): boolean; disabled?(row: Row<R>): string | false }

export type Asked = Readonly<Record<string, 'required' | 'never'>>

/** The dialog of an action: what follows from what is filled in, and what is shown once the server has answered. */
type DialogLook<Row> = {
  /** Above the fields: what it is about, where its name does not say enough. */
  About?: ComponentType<{ rows: readonly Row[] }>
  /** In place of the usual inputs. */
  inputs?: Readonly<Record<string, ComponentType<InputViewProps & { rows: readonly Row[] }>>>
  /** What these rows, filled in like this, cannot do without, or have no use for: what the server would refuse is said beforehand. */
  asks?(rows: readonly Row[], values: Readonly<Record<string, unknown>>): Asked
  Preview?: ComponentType<{ rows: readonly Row[]; values: Record<string, unknown> }>
  /** In place of the whole dialog. */
  Dialog?: ComponentType<{ rows: readonly Row[]; onDone(): void; onClose(): void }>
  /** Stays open with this instead of closing. */
  Answer?: ComponentType<{ rows: readonly Row[]; answer: unknown }>
}

/** A tab of the area's own on the page of a record. With the key of a generic one it stands in its place. */
export type OwnTab<Row> = {
  key: string
  /** Opens it while a row of the list has the focus. */
  letter?: string
  /** Without one: that of the generic tab in whose place it stands, or the area's words for a section of this name. */
  title?: Readonly<Record<Language, string>>
  /** `reload` after it has changed the record. */
  Tab: ComponentType<{ row: Row; reload(): void }>
  visible?(row: Row): boolean
}
type GenericTab<R extends Resource> = 'overview' | 'history' | (keyof NonNullable<R['children']> & string)

/** `onUnasked`: fields that are not asked for as long as the others are filled in like this. */
type FooterProps<Values> = { values: Values; mode: 'add' | 'edit'; onUnasked(names: readonly string[]): void }

type ViewOf<R extends Resource> = {
  /** Rows of a log are read by the page: twenty stand on a laptop without scrolling. */
  dense?: true
  /** New ones come from the page that knows what they are about: here nobody could say it. */
  madeElsewhere?: true
  fields?: { [K in keyof R['fields']]?: FieldLook<R, ValueOf<R['fields'][K]>> }
  /** The least of columns that what stands below it has (the forms of a study), before the person changes them. */
  widths?: Record<string, number>
  slots?: {
    toolbar?: ComponentType
    aboveList?: ComponentType
    belowList?: ComponentType
    /** Beside the button of an empty list: another way to its first records. */
    empty?: ComponentType
    /** A further part of the detail drawer. */
    rowDetail?: ComponentType<{ row: Row<R> }>
    /** Below the fields of the form. */
    formFooter?: ComponentType<FooterProps<Partial<Row<R>>>>
    /** Beside the form of a singleton. */
    beside?: ComponentType<{ row: Row<R> }>
  }
  dialogs?: { [A in keyof R['actions']]?: DialogLook<Row<R>> }
  pages?: {
    list?: ComponentType
    detail?: ComponentType<{ row: Row<R> }>
    /** Where a record has its page, when that is not below its list. */
    address?(resource: Resource, id: number): string
    /** Which tabs the page of a record has, in this order; without a list: overview, one for each of the children, history. */
    /** Where a tab says what the next step waits for, and has its button, the header keeps the steps in its menu. */
    record?: { tabs?: readonly (GenericTab<R> | OwnTab<Row<R>>)[]; stepsInTab?: true }
  }
  rowActions?: { [A in ActionOf<R>]?: RowAction<R> }
  /** Whether a row takes any step to another state: where all would be refused, none is offered. */
  movable?(row: Row<R>): boolean
  /** After something was written from the list: what the page shows elsewhere may have to follow. */
  changed?(): void
  /** Letters that do something about the cell that has the focus. */
  cellKeys?: CellKeys
  /** Kinds of marks that ask for somebody: J and K go from one to the next instead of from row to row. */
  flags?: readonly string[]
}

/** About a cell, or about the row where its column is no field of it. It is drawn until it is done. */
export type CellDeed = ComponentType<{ row: RowData; field: string | null; done(): void }>
/** By letter: the text that says what it does, who may, and what does it. */
export type CellKeys = Readonly<Record<string, { text: string; rule: readonly [resource: string, action: string]; Deed: CellDeed }>>

/** The web half as the generic list and form read it. */
export type Half = {
  dense?: true
  madeElsewhere?: true
  fields?: Record<
    string,
    {
      Cell?: ComponentType<CellViewProps>
      Input?: ComponentType<InputViewProps>
      width?: number
      elsewhere?: true
      keys?: Readonly<Record<string, string>>
    }
  >
  widths?: Record<string, number>
  slots?: {
    toolbar?: ComponentType
    aboveList?: ComponentType
    belowList?: ComponentType
    empty?: ComponentType
    rowDetail?: ComponentType<{ row: RowData }>
    formFooter?: ComponentType<FooterProps<Record<string, unknown>>>
    beside?: ComponentType<{ row: RowData }>
  }
  dialogs?: Record<string, DialogLook<RowData>>
  pages?: {
    list?: ComponentType
    detail?: ComponentType<{ row: RowData }>
    address?(resource: Resource, id: number): string
    record?: { tabs?: readonly (string | OwnTab<RowData>)[]; stepsInTab?: true }
  }
  changed?(): void
  cellKeys?: CellKeys
  flags?: readonly string[]
  rowActions?: Record<string, { key?: string; visible?(row: RowData): boolean; disabled?(row: RowData): string | false }>
  movable?(row: RowData): boolean
}

/** The web half of an area: replace a field's look, fill a slot, take over a page, say when a row offers an action. */
export const view = <R extends Resource>(_: R, half: ViewOf<R>): Half => half as unknown as Half
