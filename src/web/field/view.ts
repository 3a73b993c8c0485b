import type { ComponentType } from 'react'
import type { Field, Kind, Operator } from '#kernel'
import type { RowData } from '../api/resource.ts'
import type { Words } from './words.ts'

export type { RowData }

export type CellViewProps = { name: string; field: Field; value: unknown; row: RowData; words: Words; active: boolean }
export type InputViewProps = {
  id: string
  name: string
  field: Field
  value: unknown
  onChange(value: unknown): void
  words: Words
  disabled: boolean
  invalid: boolean
  describedBy: string | undefined
  /** The record being edited; absent while creating. */
  row?: RowData | undefined
  /** The whole form, for a field whose choice depends on another. */
  values?: Readonly<Record<string, unknown>> | undefined
}
/** `val` is the text that travels in the address: one value, or several with commas. */
export type FilterViewProps = { name: string; field: Field; operator: Operator; val: string; onChange(val: string): void; words: Words }

/** How a kind stands in a list. */
export type CellView = {
  Cell: ComponentType<CellViewProps>
  width: number
  grow?: boolean
  align?: 'start' | 'end' | 'center'
  heavy?: boolean
  stateless?: boolean
  /** Text only, see the grid. */
  text?: boolean
  sortable?: boolean
}
/** The three looks of a kind. They live in three chunks (list, form, filter), so there are three registries, each over every kind. */
export type CellViews = Record<Kind, CellView>
export type InputViews = Record<Kind, ComponentType<InputViewProps>>
export type FilterViews = Record<Kind, ComponentType<FilterViewProps>>
