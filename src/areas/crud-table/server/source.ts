import type { Design, Field, Resource } from '#kernel'
import type { Db } from '#server/db/database.ts'

type Column = { name: string; type: string; nullable: boolean; comment: string | null; isKey: boolean }
const COLUMNS = `SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type, NOT a.attnotnull AS nullable, col_description(a.attrelid, a.attnum) AS comment,
  coalesce(a.attnum = ANY(i.indkey), false) AS "isKey" FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary WHERE n.nspname IN ('public', 'record') AND c.relname = $1 AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`
const TABLES = `SELECT c.relname AS name, coalesce(obj_description(c.oid), '') AS comment FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname IN ('public', 'record') AND c.relkind = 'r' ORDER BY 1`

/** Tables a design may start from: the product's own machinery is not among them. */
const HIDDEN = new Set([
  'audit_entry',
  'audit_seal',
  'token',
  'one_time',
  'attempt',
  'idempotency',
  'terminal_run',
  'setting',
  'schema_migration',
])
export const listTables = async (db: Db): Promise<{ name: string; comment: string }[]> =>
  (await db.query<{ name: string; comment: string }>(TABLES)).filter((t) => !HIDDEN.has(t.name))

const KIND: Record<string, Field['kind']> = {
  integer: 'integer',
  bigint: 'integer',
  smallint: 'integer',
  numeric: 'number',
  'double precision': 'float',
  real: 'float',
  boolean: 'switch',
  date: 'date',
  'timestamp with time zone': 'dateTime',
  'timestamp without time zone': 'dateTime',
  'time without time zone': 'time',
  jsonb: 'json',
  json: 'json',
  text: 'string',
  'character varying': 'string',
  'text[]': 'images',
}
const camel = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+(\w)?/g, (_, c: string | undefined) => c?.toUpperCase() ?? '')
const OWN = new Set(['id', 'version', 'createdAt', 'updatedAt', 'deletedAt', 'weigh', 'parentId', 'departmentId', 'ownerId', 'lockedAt'])

/** A first draft from the columns of a table: names, kinds and comments are taken over, the rest is for the designer. */
export const draftFrom = async (db: Db, table: string): Promise<Design | null> => {
  const columns = await db.query<Column>(COLUMNS, [table])
  if (columns.length === 0 || HIDDEN.has(table)) return null
  const fields: Record<string, Field> = {}
  const titles: Record<string, string> = {}
  for (const column of columns) {
    const name = camel(column.name)
    if (column.isKey || OWN.has(name) || !/^[a-z]/.test(name)) continue
    const kind = KIND[column.type] ?? 'string'
    fields[name] = { kind, ...(column.nullable ? {} : { required: true as const }) } as Field
    titles[name] = column.comment?.split(/[:：]/)[0]?.trim() || column.name
  }
  const label = Object.keys(fields).find((n) => fields[n]!.kind === 'string') ?? Object.keys(fields)[0] ?? ''
  const definition: Resource = {
    name: camel(`${table}_copy`),
    label,
    fields,
    traits: ['timestamps', 'recyclable', 'exportable', 'audited'],
    actions: {},
    menu: { group: 'routine', icon: 'file', order: 50 },
    list: { columns: ['id', ...Object.keys(fields).slice(0, 8)], sort: '-id' },
  }
  const text = { title: table, remark: '', fields: titles }
  return { definition, locale: { 'zh-cn': text, en: text } }
}
