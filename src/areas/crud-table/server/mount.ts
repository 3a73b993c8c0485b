import type { Design, Resource } from '#kernel'
import type { Db } from '#server/db/database.ts'
import type { Registry } from '#server/model/model.ts'
import { inOrder } from './order.ts'

const DESIGNS = `SELECT definition, field_order AS "fieldOrder", locale, status FROM crud_table`
/** What each registry holds by design, as text: mounting again what did not change would only throw prepared work away. */
const held = new WeakMap<Registry, Map<string, string>>()

/** Brings the registry in line with the stored designs, also those that another process made or dropped. */
export const mountDesigns = async (db: Db, registry: Registry): Promise<void> => {
  const before = held.get(registry) ?? new Map<string, string>()
  const now = new Map<string, string>()
  const former = new Map<string, Resource>()
  for (const { status, fieldOrder, definition, locale } of await db.query<Design & { status: string; fieldOrder: unknown }>(DESIGNS)) {
    const design = { definition: inOrder(definition, fieldOrder), locale }
    if (status !== 'active') {
      former.set(design.definition.name, design.definition)
      continue
    }
    const text = JSON.stringify(design)
    now.set(design.definition.name, text)
    if (before.get(design.definition.name) !== text) registry.mount({ ...design.definition, designed: true }, design.locale)
  }
  for (const name of before.keys()) if (!now.has(name)) registry.unmount(name)
  registry.former = former
  held.set(registry, now)
}
