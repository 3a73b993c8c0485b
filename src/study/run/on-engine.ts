import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { QcInputError, type QcDatabase, type QcWorkspace, type StagedTable } from '#qc'
import type { TrinoOptions } from '#qc/trino/database.ts'
import { openChecked, serverOf } from '#qc/trino/open.ts'
import { TrinoError } from '#qc/trino/statement.ts'
import { TransportError } from '#qc/trino/transport.ts'
import { shareSnapshot } from '#qc/trino/snapshot.ts'
import { trinoTable } from '#qc/trino/table.ts'
import { chooseEngine, type Chosen, type Wish } from './engine.ts'
import { dropLeft, HANDED } from './share.ts'
import type { Source } from './source.ts'

/** What a run may be judged on. */
export type Engines = {
  wish: Wish
  above: number
  /** Undefined where no server is set up and enabled. */
  trino?: TrinoOptions
  /** A folder that we write and Trino reads, and what it is called there. */
  share?: { folder: string; location: string }
  /** Different for every attempt of every run: two may hand over the same form. */
  id: string
}

/** Where checks are asked, and what the run says of it. */
export type Judge = Chosen & { server?: string; database: QcDatabase; tables: ReadonlyMap<string, StagedTable> }

const troubled = (host: string, zh: string, en: string, cause?: unknown): QcInputError =>
  new QcInputError('trino', { file: host }, { zh, en }, { cause })

const NOT_SET = '没有启用 Trino。请在“质控管理 · Trino 引擎”中填写并启用，或把研究的引擎改为 DuckDB'
const NOT_SET_EN = 'no Trino is enabled. Set it up under “Quality control · Trino engine”, or let the study use DuckDB'
const NOT_SHARED =
  '没有与 Trino 共用的目录，快照交不过去。请设置 TRINO_SHARE_DIR 和 TRINO_SHARE_LOCATION，并填写目录（catalog）和模式（schema）'
const NOT_SHARED_EN =
  'there is no folder shared with Trino to hand snapshots over. Set TRINO_SHARE_DIR and TRINO_SHARE_LOCATION, and fill in catalog and schema'

/** What goes wrong with the server is said as a sentence; nothing else is tried in its place. */
const saying = async <T>(host: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (signal.aborted || !(error instanceof TrinoError || error instanceof TransportError)) throw error
    const reason = error.message.slice(0, 300)
    const zh = `Trino 不能用：${reason}。没有得出结论，也没有改用别的引擎；服务恢复后请再次运行`
    throw troubled(
      host,
      zh,
      `Trino cannot be used: ${reason}. Nothing was judged and no other engine was used; run it again when the server answers`,
      error,
    )
  }
}

/** What was read here, as tables there, for as long as the work takes; also what was handed over in part is taken away. */
const withHanded = async <T>(
  workspace: QcWorkspace,
  database: QcDatabase,
  staged: ReadonlyMap<string, StagedTable>,
  { trino, share, id }: Engines,
  work: (tables: Map<string, StagedTable>) => Promise<T>,
): Promise<T> => {
  const { catalog, schema } = trino ?? {}
  if (staged.size === 0) return work(new Map())
  if (!share || !catalog || !schema) throw troubled('Trino', NOT_SHARED, NOT_SHARED_EN)
  const tables = new Map<string, StagedTable>()
  const forget: (() => Promise<void>)[] = []
  await dropLeft(database, { catalog, schema }, share)
  try {
    for (const [name, table] of staged) {
      const own = `${HANDED}${id}_${tables.size}`
      const folder = join(share.folder, own)
      forget.push(() => rm(folder, { recursive: true, force: true }))
      const location = `${share.location.replace(/\/$/, '')}/${own}`
      const shared = await shareSnapshot(workspace, database, table, { folder, location, catalog, schema, table: own })
      forget.push(() => shared.drop().catch(() => undefined))
      tables.set(name, shared.table)
    }
    return await work(tables)
  } finally {
    for (const one of forget.toReversed()) await one()
  }
}

/** Chooses the engine, hands over what it judges, and takes it away again afterwards. */
export const onEngine = async <T>(
  workspace: QcWorkspace,
  sources: readonly Source[],
  staged: ReadonlyMap<string, StagedTable>,
  engines: Engines,
  signal: AbortSignal,
  work: (judge: Judge) => Promise<T>,
): Promise<T> => {
  const { trino, share, wish, above } = engines
  const rows = [...staged.values()].reduce((sum, table) => sum + table.rows, 0)
  const liesThere = sources.some(({ remote }) => remote !== undefined)
  const isThere = Boolean(trino?.catalog && trino.schema && share)
  const chosen = chooseEngine({ wish, rows, above, liesThere, isThere })
  if (chosen.engine === 'duckdb') return work({ ...chosen, database: workspace, tables: staged })
  if (!trino) throw troubled('Trino', NOT_SET, NOT_SET_EN)
  const { host } = new URL(trino.url)
  const database = await saying(host, signal, () => openChecked(trino))
  const stop = () => database.interrupt()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await saying(host, signal, async () => {
      const { server } = await serverOf(database)
      const tables = new Map<string, StagedTable>()
      for (const { name, remote } of sources) if (remote) tables.set(name, await trinoTable(database, { ...remote, name, hashed: true }))
      return withHanded(workspace, database, staged, engines, (given) =>
        work({ ...chosen, server: `${server} · ${host}`, database, tables: new Map([...tables, ...given]) }),
      )
    })
  } finally {
    signal.removeEventListener('abort', stop)
    await database.close()
  }
}
