import { mkdtemp, mkdir, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { DuckDBInstance, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api'
import { duckdb } from './dialect/duckdb.ts'
import { plainValue } from './database-value.ts'
import { literal } from './sql.ts'
import type { QcDatabase, SqlRow, SqlValue } from './table.ts'

export type DatabaseOptions = {
  /** DuckDB's own limit, e.g. '1GB'. The process needs some 0.3–0.9 GB beside it, so a limit near the machine's memory is too high. */
  memory?: string
  threads?: number
  /** Where spilled blocks and staged files live; a folder of its own is made inside and removed on close. */
  spillDirectory?: string
  /** Files and folders the SQL may touch beside the workspace. Given, everything else on the machine is closed to it. */
  allow?: { files?: readonly string[]; directories?: readonly string[] }
}

/** A database with a folder of its own for staged tables. */
export type QcWorkspace = QcDatabase & {
  readonly directory: string
  /** How many may work at once. */
  readonly threads: number
  /** Share done of the statement under way (0–1), or undefined where DuckDB cannot tell. */
  progress(): number | undefined
}

function parseMemory(memory: string): string {
  const match = /^(\d+(?:\.\d+)?)\s*(KB|MB|GB|TB|KiB|MiB|GiB|TiB)?$/i.exec(memory.trim())
  if (!match) throw new RangeError(`memory limit "${memory}" is no size; write e.g. 512MB or 1GB`)
  const unit = { k: 1e-3, m: 1, g: 1e3, t: 1e6 }[(match[2] ?? 'MB')[0]!.toLowerCase()] ?? 1
  return `${Math.max(64, Math.round(Number(match[1]) * unit))}MB`
}

export async function openDatabase(options: DatabaseOptions = {}): Promise<QcWorkspace> {
  const parent = options.spillDirectory ?? tmpdir()
  await mkdir(parent, { recursive: true })
  const directory = await mkdtemp(path.join(parent, 'qc-'))
  const threads = options.threads ?? availableParallelism()
  const { instance, main } = await connect(directory, { ...options, threads }).catch(async (error: unknown) => {
    await rm(directory, { recursive: true, force: true })
    throw error
  })
  const busy = new Set<DuckDBConnection>([main])
  const bind = (values?: readonly SqlValue[]): DuckDBValue[] | undefined => (values ? [...values] : undefined)

  return {
    dialect: duckdb,
    directory,
    threads,
    async run(sql, values) {
      await main.run(sql, bind(values))
    },
    async all<Row extends SqlRow>(sql: string, values?: readonly SqlValue[]) {
      const reader = await main.runAndReadAll(sql, bind(values))
      return reader.convertRowObjects(plainValue) as Row[]
    },
    async *stream<Row extends SqlRow>(sql: string, values?: readonly SqlValue[]) {
      // A second statement on the same connection silently ends a stream under way: each stream gets its own.
      const connection = await instance.connect()
      busy.add(connection)
      try {
        const result = await connection.stream(sql, bind(values))
        for await (const rows of result.yieldConvertedRowObjects(plainValue)) yield rows as Row[]
      } finally {
        busy.delete(connection)
        connection.closeSync()
      }
    },
    interrupt() {
      for (const connection of busy) connection.interrupt()
    },
    progress() {
      const { percentage } = main.progress
      return percentage >= 0 ? percentage / 100 : undefined
    },
    async close() {
      for (const connection of busy) connection.closeSync()
      instance.closeSync()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function connect(
  directory: string,
  options: DatabaseOptions & { threads: number },
): Promise<{ instance: DuckDBInstance; main: DuckDBConnection }> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: parseMemory(options.memory ?? '2GB'),
    threads: String(options.threads),
    temp_directory: path.join(directory, 'spill'),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const main = await instance.connect()
  await confine(main, directory, options.allow)
  return { instance, main }
}

/** After this no statement can open another path, load an extension or lift the limits again. */
async function confine(connection: DuckDBConnection, workspace: string, allow: DatabaseOptions['allow']): Promise<void> {
  if (allow) {
    const list = (paths: readonly string[]) => `[${paths.map((item) => literal(path.resolve(item))).join(', ')}]`
    await connection.run(`SET allowed_directories = ${list([workspace, ...(allow.directories ?? [])])}`)
    if (allow.files?.length) await connection.run(`SET allowed_paths = ${list(allow.files)}`)
    await connection.run('SET enable_external_access = false')
  }
  await connection.run("SET TimeZone = 'UTC'")
  await connection.run('SET lock_configuration = true')
}
