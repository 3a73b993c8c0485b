import type { Kind } from '#kernel'
import type { Db } from '../db/database.ts'
import type { Registry } from '../resource/model.ts'
import { escapeLike } from '../resource/condition.ts'

/** How a column of a kind may hold an address. */
const HOLDS: Partial<Record<Kind, (column: string) => string>> = {
  file: (c) => `${c} = $1`,
  image: (c) => `${c} = $1`,
  images: (c) => `$1 = ANY(${c})`,
  richText: (c) => `${c} LIKE $2`,
  json: (c) => `${c}::text LIKE $2`,
  array: (c) => `${c}::text LIKE $2`,
}

/** The first resource with a record, in the bin or not, that shows the file at this address. */
export const userOf = async (db: Db, registry: Registry, url: string, except: string): Promise<string | undefined> => {
  for (const model of registry.all()) {
    if (model.resource.view || model.resource.name === except) continue
    const parts = [...model.columns.values()].flatMap(({ sql, field }) => HOLDS[field.kind]?.(`t.${sql}`) ?? [])
    if (parts.length === 0) continue
    const text = `SELECT 1 FROM ${model.table} t WHERE $1::text <> $2::text AND (${parts.join(' OR ')}) LIMIT 1`
    if ((await db.query(text, [url, `%${escapeLike(url)}%`])).length) return model.resource.name
  }
  return undefined
}
