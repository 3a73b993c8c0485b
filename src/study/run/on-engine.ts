import { QcInputError, textOf, type QcDatabase, type QcWorkspace, type StagedTable } from '#qc'
import type { TrinoOptions } from '#qc/trino/database.ts'
import { openChecked, serverOf } from '#qc/trino/open.ts'
import { isOverLimit, TrinoError } from '#qc/trino/statement.ts'
import { TransportError } from '#qc/trino/transport.ts'
import { dropLeft, HANDED } from '#qc/trino/left.ts'
import { BucketError } from '#qc/trino/s3.ts'
import type { Share } from '#qc/trino/share.ts'
import { withHanded } from '#qc/trino/snapshot.ts'
import { trinoTable } from '#qc/trino/table.ts'
import { NO_WORK, type Work } from '#qc/trino/work.ts'
import { chooseEngine, type Chosen, type Wish } from './engine.ts'
import type { Source } from './source.ts'

/** What a run may be judged on. */
export type Engines = {
  wish: Wish
  above: number
  /** Undefined where no server is set up and enabled. */
  trino?: TrinoOptions
  /** What we write and Trino reads. */
  share?: Share
  /** Different for every attempt of every run: two may hand over the same form. */
  id: string
}

/** What is told while it is judged there: how far it is, that a statement is asked once more, that something handed over still lies there. */
export type Told = {
  worked?(work: Work): void
  stalled?(): void
  left?(place: string, error: unknown): void
}

/** Where checks are asked, and what the run says of it. */
export type Judge = Chosen & {
  server?: string
  database: QcDatabase
  tables: ReadonlyMap<string, StagedTable>
  /** What a server has done for the run until now. */
  work(): Work
}

const troubled = (host: string, zh: string, en: string, cause?: unknown): QcInputError =>
  new QcInputError('trino', { file: host }, { zh, en }, { cause })

const NOT_SET = '没有启用 Trino。请在“质控管理 · Trino 引擎”中填写并启用，或把研究的引擎改为 DuckDB'
const NOT_SET_EN = 'no Trino is enabled. Set it up under “Quality control · Trino engine”, or let the study use DuckDB'
const NOT_SHARED =
  '没有与 Trino 共用的目录或存储桶，快照交不过去。请设置 TRINO_SHARE_LOCATION 以及 TRINO_SHARE_DIR 或 TRINO_SHARE_S3，并填写目录（catalog）和模式（schema）'
const NOT_SHARED_EN =
  'there is no folder or bucket shared with Trino to hand snapshots over. Set TRINO_SHARE_LOCATION and either TRINO_SHARE_DIR or TRINO_SHARE_S3, and fill in catalog and schema'

/** What goes wrong with the server is said as a sentence; nothing else is tried in its place. */
const saying = async <T>(host: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (signal.aborted) throw error
    const { zh, en } = textOf(error)
    const [why, whyEn] = [zh.slice(0, 300), en.slice(0, 300)]
    if (error instanceof BucketError)
      throw troubled(
        error.host,
        `快照交不过去：${why}。没有得出结论，也没有改用别的引擎；请核对 TRINO_SHARE_S3 及其密钥，再次运行`,
        `the snapshot could not be handed over: ${whyEn}. Nothing was judged and no other engine was used; check TRINO_SHARE_S3 and its key, then run it again`,
        error,
      )
    if (isOverLimit(error))
      throw troubled(
        host,
        `Trino 服务器自身的上限中止了运行：${why}。没有得出结论；请让管理员放宽服务器的上限，或缩小这张表，再次运行`,
        `a limit of the Trino server itself ended the run: ${whyEn}. Nothing was judged; ask its administrator for more, or judge a smaller table, then run it again`,
        error,
      )
    if (!(error instanceof TrinoError || error instanceof TransportError)) throw error
    throw troubled(
      host,
      `Trino 不能用：${why}。没有得出结论，也没有改用别的引擎；服务恢复后请再次运行`,
      `Trino cannot be used: ${whyEn}. Nothing was judged and no other engine was used; run it again when the server answers`,
      error,
    )
  }
}

/** What was read here, as tables there, for as long as the work takes. */
const handing = async <T>(
  workspace: QcWorkspace,
  database: QcDatabase,
  staged: ReadonlyMap<string, StagedTable>,
  { trino, share, id }: Engines,
  signal: AbortSignal,
  told: Told,
  work: (tables: Map<string, StagedTable>) => Promise<T>,
): Promise<T> => {
  const { catalog, schema } = trino ?? {}
  if (staged.size === 0) return work(new Map())
  if (!share || !catalog || !schema) throw troubled('Trino', NOT_SHARED, NOT_SHARED_EN)
  await dropLeft(database, { catalog, schema }, share)
  const names = [...staged.keys()]
  const own = { here: workspace, there: database, share, aside: workspace.directory, catalog, schema, signal }
  const place = { ...own, ...(told.left ? { onLeft: told.left } : {}) }
  return withHanded(
    place,
    [...staged.values()],
    (at) => `${HANDED}${id}_${at}`,
    (tables) => work(new Map(tables.map((table, at) => [names[at] ?? table.name, table]))),
  )
}

/** Chooses the engine, hands over what it judges, and takes it away again afterwards. */
export const onEngine = async <T>(
  workspace: QcWorkspace,
  sources: readonly Source[],
  staged: ReadonlyMap<string, StagedTable>,
  engines: Engines,
  signal: AbortSignal,
  work: (judge: Judge) => Promise<T>,
  told: Told = {},
): Promise<T> => {
  const { trino, share, wish, above } = engines
  const rows = [...staged.values()].reduce((sum, table) => sum + table.rows, 0)
  const liesThere = sources.some(({ remote }) => remote !== undefined)
  const isThere = Boolean(trino?.catalog && trino.schema && share)
  const chosen = chooseEngine({ wish, rows, above, liesThere, isThere })
  if (chosen.engine === 'duckdb') return work({ ...chosen, database: workspace, tables: staged, work: () => NO_WORK })
  if (!trino) throw troubled('Trino', NOT_SET, NOT_SET_EN)
  const { host } = new URL(trino.url)
  const database = await saying(host, signal, () =>
    openChecked({ ...trino, onWork: (so) => told.worked?.(so), onStall: () => told.stalled?.() }),
  )
  const stop = () => database.interrupt()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await saying(host, signal, async () => {
      const { server } = await serverOf(database)
      const tables = new Map<string, StagedTable>()
      for (const { name, remote } of sources) if (remote) tables.set(name, await trinoTable(database, { ...remote, name, hashed: true }))
      return handing(workspace, database, staged, engines, signal, told, (given) =>
        work({ ...chosen, server: `${server} · ${host}`, database, tables: new Map([...tables, ...given]), work: database.work }),
      )
    })
  } finally {
    signal.removeEventListener('abort', stop)
    await database.close()
  }
}
