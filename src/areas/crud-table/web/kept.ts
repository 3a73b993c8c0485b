import type { Design } from '#kernel'
import { draftAt } from '#web/draft/drafts.ts'
import type { Model } from './model.ts'

/** One table is designed at a time. */
export const DRAFT = 'crud.table design'

type Kept = { start: Design | null; isStored: boolean; kept: Model }
const isModel = (value: unknown): value is Model =>
  typeof value === 'object' && value !== null && 'cards' in value && Array.isArray(value.cards)
const isDesign = (value: unknown): value is Design => typeof value === 'object' && value !== null && 'definition' in value

/** The table that was being designed when a session ended. */
export const keptDesign = (): Kept | null => {
  const values = draftAt('admin', DRAFT)?.values
  const { start, isStored, model } = values ?? {}
  return isModel(model) ? { start: isDesign(start) ? start : null, isStored: isStored === true, kept: model } : null
}
