import { tableName } from '../record/table.ts'
import type { Rows } from '../reader.ts'

/** What the database says when a lock refuses a statement. */
export const LOCKED_STATE = 'LK001'

const TABLES = `SELECT f.id, EXISTS (SELECT 1 FROM pg_trigger g WHERE g.tgrelid = c.oid AND g.tgname = 'guard_truncate') AS "isGuarded" FROM study_form f
  JOIN pg_class c ON c.relname = 't' || f.id JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'record' WHERE f.study = $1 ORDER BY f.id`
type Table = { id: number; isGuarded: boolean }

/** One trigger sees one kind of statement and one list of rows: an update is looked at as it was and as it becomes. */
const EVENTS = [
  ['guard_insert', 'INSERT', 'NEW'],
  ['guard_update_from', 'UPDATE', 'OLD'],
  ['guard_update_to', 'UPDATE', 'NEW'],
  ['guard_delete', 'DELETE', 'OLD'],
] as const
const NAMES = [...EVENTS.map(([name]) => name), 'guard_truncate']

const guardStatements = (study: number, form: number): string[] => {
  const table = `"record"."${tableName(form)}"`
  return [
    ...EVENTS.map(
      ([name, event, rows]) =>
        `CREATE TRIGGER ${name} AFTER ${event} ON ${table} REFERENCING ${rows} TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION record_guard(${study}, ${form})`,
    ),
    `CREATE TRIGGER guard_truncate BEFORE TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION record_guard_all(${study})`,
  ]
}

/** The last wall: on the tables of a study from its first lock on. Asked again it guards what has no guard yet. */
export const guardTables = async (db: Rows, study: number): Promise<void> => {
  for (const { id, isGuarded } of await db.query<Table>(TABLES, [study]))
    if (!isGuarded) for (const statement of guardStatements(study, id)) await db.query(statement, [])
}

export const isHeld = async (db: Rows, study: number): Promise<boolean> =>
  (await db.query(`SELECT 1 FROM study_lock WHERE study = $1 AND state <> 'lifted' LIMIT 1`, [study])).length > 0

/**
 * Gone with the last lock: it would make deliveries dear for nothing. To take a trigger away waits for everybody who so much as reads the table,
 * and they may wait for the study that is held here: shorter than the database takes to find that out and to end somebody's work.
 */
export const unguardTables = async (db: Rows, study: number): Promise<void> => {
  await db.query(`SELECT set_config('lock_timeout', '500', true)`, [])
  for (const { id, isGuarded } of await db.query<Table>(TABLES, [study]))
    if (isGuarded) for (const name of NAMES) await db.query(`DROP TRIGGER ${name} ON "record"."${tableName(id)}"`, [])
  await db.query(`SELECT set_config('lock_timeout', '0', true)`, [])
}
