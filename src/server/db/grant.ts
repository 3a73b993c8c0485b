import pg from 'pg'
import { DESIGNED_SCHEMA } from './designed.ts'

const WORK = 'SELECT, INSERT, UPDATE, DELETE, REFERENCES'
const NUMBERS = 'USAGE, SELECT'

/** The trigger that refuses changes is the mark: what carries it may only grow, whichever migration made it. */
const APPEND_ONLY = `SELECT DISTINCT c.oid::regclass AS "table" FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid JOIN pg_proc p ON p.oid = g.tgfoid
  WHERE c.relnamespace = 'public'::regnamespace AND p.proname LIKE '%\\_is\\_append\\_only'`
/** Number and transaction of an entry are the database's to give: a forged one could move the trail's end out of reach. */
const ENTRY_COLUMNS = `SELECT string_agg(quote_ident(attname), ', ') AS columns FROM pg_attribute
  WHERE attrelid = 'audit_entry'::regclass AND attnum > 0 AND NOT attisdropped AND attname NOT IN ('id', 'txid')`
const STRAYS = `SELECT c.oid::regclass AS "table" FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
  WHERE c.relnamespace = '${DESIGNED_SCHEMA}'::regnamespace AND c.relkind IN ('r', 'p') AND r.rolname <> $1`

/** Ours; a database may hold tables of others, whose rights are not ours to give. */
const OWN = `SELECT string_agg(CASE WHEN relkind <> 'S' THEN oid::regclass::text END, ', ') AS tables,
  string_agg(CASE WHEN relkind = 'S' THEN oid::regclass::text END, ', ') AS sequences
  FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'S') AND relowner = current_user::regrole`

const rows = async <T extends object>(client: pg.Client, text: string, params: unknown[] = []): Promise<T[]> =>
  (await client.query<T>(text, params)).rows

/**
 * What the application's role may do, from nothing: work with rows, add to what may only grow, own the designed tables. Not drop, not change,
 * not empty a table of the product, not touch its triggers. Run by the owner after the migrations; tables of later ones inherit the rights to work.
 */
const statementsFor = async (client: pg.Client, name: string, database: string): Promise<string[]> => {
  const role = pg.escapeIdentifier(name)
  const [own] = await rows<{ tables: string; sequences: string }>(client, OWN)
  const grown = await rows<{ table: string }>(client, APPEND_ONLY)
  const [entry] = await rows<{ columns: string }>(client, ENTRY_COLUMNS)
  const strays = await rows<{ table: string }>(client, STRAYS, [name])
  return [
    `REVOKE CREATE ON SCHEMA public FROM PUBLIC, ${role}`,
    `GRANT USAGE ON SCHEMA public TO ${role}`,
    `REVOKE ALL ON ${own!.tables} FROM PUBLIC, ${role}`,
    `GRANT ${WORK} ON ${own!.tables} TO ${role}`,
    `GRANT ${NUMBERS} ON SEQUENCE ${own!.sequences} TO ${role}`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ${WORK} ON TABLES TO ${role}`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ${NUMBERS} ON SEQUENCES TO ${role}`,
    ...grown.map(({ table }) => `REVOKE UPDATE, DELETE, REFERENCES ON ${table} FROM ${role}`),
    `REVOKE INSERT ON audit_entry FROM ${role}`,
    `GRANT INSERT (${entry!.columns}) ON audit_entry TO ${role}`,
    `REVOKE INSERT, UPDATE, DELETE, REFERENCES ON schema_migration FROM ${role}`,
    `GRANT EXECUTE ON FUNCTION audit_continue() TO ${role}`,
    // A new owner of a schema must be able to create one; afterwards it need not.
    `GRANT CREATE ON DATABASE ${database} TO ${role}`,
    `ALTER SCHEMA ${DESIGNED_SCHEMA} OWNER TO ${role}`,
    `REVOKE CREATE ON DATABASE ${database} FROM ${role}`,
    ...strays.map(({ table }) => `ALTER TABLE ${table} OWNER TO ${role}`),
  ]
}

export const grantApplication = async (client: pg.Client, role: string): Promise<void> => {
  const [here] = await rows<{ owner: string; database: string }>(
    client,
    'SELECT current_user AS owner, quote_ident(current_database()) AS database',
  )
  if (here!.owner === role) return
  await client.query('BEGIN')
  try {
    for (const statement of await statementsFor(client, role, here!.database)) await client.query(statement)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new Error(
      `The role ${here!.owner} of DATABASE_OWNER_URL could not give the role ${role} of DATABASE_URL its rights (see docs/database.md): ${(error as Error).message}`,
      { cause: error },
    )
  }
}
