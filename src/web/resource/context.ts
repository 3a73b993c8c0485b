import { createContext, use } from 'react'
import type { Resource } from '#kernel'
import type { Half } from './half.ts'
import type { RowData } from '../field/view.ts'
import type { Words } from '../field/words.ts'

/** What everything below a resource page needs to know. */
export type ResourceContext = {
  resource: Resource
  words: Words
  half: Half
  may(action: string): boolean
  nameOf(row: RowData): string
}
export const ResourceInUse = createContext<ResourceContext | null>(null)

export const useResource = (): ResourceContext => {
  const context = use(ResourceInUse)
  if (!context) throw new Error('useResource outside a resource page')
  return context
}
