import type { Kind } from '#kernel'
import type { Db } from '../db/database.ts'
import type { Registry } from '../resource/model.ts'

/** How a column of a kind may hold an address. */
const HOLDS: Partial<Record<Kind, (column: string, url: string) => string>> = {
  file: (c, url) => `${c} = ${url}`,
  image: (c, url) => `${c} = ${url}`,
  images: (c, url) => `${url} = ANY(${c})`,
  richText: (c, url) => `position(${url} in ${c}) > 0`,
  json: (c, url) => `position(${url} in ${c}::text) > 0`,
  array: (c, url) => `position(${url} in ${c}::text) > 0`,
}

/** Per resource the question whether one of its records, in the bin or not, shows the file at this address. */
const questions = (registry: Registry, url: string, except: string): { resource: string; sql: string }[] =>
  registry.all().flatMap((model) => {
    if (model.resource.view || model.resource.name === except) return []
    const parts = [...model.columns.values()].flatMap(({ sql, field }) => HOLDS[field.kind]?.(`t.${sql}`, url) ?? [])
    return parts.length ? [{ resource: model.resource.name, sql: `SELECT 1 FROM ${model.table} t WHERE ${parts.join(' OR ')}` }] : []
  })

/** The first resource that shows the file at this address. */
export const userOf = async (db: Db, registry: Registry, url: string, except: string): Promise<string | undefined> => {
  for (const { resource, sql } of questions(registry, '$1::text', except))
    if ((await db.query(`${sql} LIMIT 1`, [url])).length) return resource
  return undefined
}

export type Unused = { id: number; name: string; size: number }
/** Attachments that nobody has uploaded for so many days and that no record shows, the largest first. */
export const unusedFor = (db: Db, registry: Registry, days: number, except: string): Promise<Unused[]> =>
  db.query<Unused>(
    `SELECT a.id, a.name, a.size FROM routine_attachment a WHERE a.last_upload_at < now() - make_interval(days => $1::int)
     ${questions(registry, 'a.url', except)
       .map(({ sql }) => `AND NOT EXISTS (${sql})`)
       .join('\n')} ORDER BY a.size DESC, a.id`,
    [days],
  )
