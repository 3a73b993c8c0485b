import { createContext } from 'react'
import type { RowData } from './view.ts'

/** Lets a cell change its own value in place; absent where the person may not edit (and in the bin). */
export type InlineEditing = { save(row: RowData, field: string, value: unknown): void; nameOf(row: RowData): string }
export const InlineEdit = createContext<InlineEditing | null>(null)
