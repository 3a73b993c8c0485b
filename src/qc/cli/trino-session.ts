import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { QcInputError } from '../source/input-error.ts'
import type { StagedTable } from '../table.ts'
import type { TrinoDatabase } from '../trino/database.ts'
import { openChecked } from '../trino/open.ts'
import { trinoTable } from '../trino/table.ts'
import type { Invocation } from './arguments.ts'
import { Progress } from './progress.ts'

export type TrinoSession = { db: TrinoDatabase; tables: StagedTable[]; progress: Progress }

const wrong = (zh: string, en: string) => new QcInputError('usage', { file: 'qc --trino' }, { zh, en })
const said = (error: unknown): never => {
  const message = error instanceof Error ? error.message : String(error)
  throw wrong(message, message)
}
const secret = async (file: string | undefined): Promise<string | undefined> =>
  file === undefined ? undefined : (await readFile(path.resolve(file), 'utf8')).trimEnd()

/** Opens the tables that are named where they lie; what is asked runs on the server. */
export async function withTrino<T>(invocation: Invocation, work: (session: TrinoSession) => Promise<T>): Promise<T> {
  const need = (name: 'trino' | 'catalog' | 'schema'): string => {
    const value = invocation.option(name)
    if (!value) throw wrong(`缺少 --${name}`, `--${name} is missing`)
    return value
  }
  if (invocation.tables.length === 0) throw wrong('缺少 --table', '--table is missing')
  const [password, token, ca] = await Promise.all((['password-file', 'token-file', 'ca'] as const).map(invocation.option).map(secret))
  const [url, catalog, schema, row] = [need('trino'), need('catalog'), need('schema'), invocation.option('row')]
  const progress = new Progress()
  const db = await openChecked({
    url,
    user: invocation.option('user') ?? 'qc',
    catalog,
    schema,
    ...(password === undefined ? {} : { password }),
    ...(token === undefined ? {} : { token }),
    ...(ca === undefined ? {} : { ca }),
  }).catch(said)
  const stop = (): void => void db.close().finally(() => process.exit(130))
  process.once('SIGINT', stop)
  try {
    const open = ({ name, table }: { name: string; table: string }): Promise<StagedTable> =>
      trinoTable(db, { catalog, schema, table, name, ...(row ? { row } : {}) })
    const tables = await Promise.all(invocation.tables.map(open)).catch(said)
    return await work({ db, tables, progress })
  } finally {
    progress.clear()
    process.removeListener('SIGINT', stop)
    await db.close()
  }
}
