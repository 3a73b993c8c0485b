import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { constants } from 'node:os'
import { openDatabase, type QcWorkspace } from '../database.ts'
import type { StagedTable } from '../table.ts'
import { textOf } from '../text.ts'
import type { TrinoDatabase } from '../trino/database.ts'
import { dropLeft, HANDED } from '../trino/left.ts'
import { openChecked } from '../trino/open.ts'
import { BucketError } from '../trino/s3.ts'
import { withHanded } from '../trino/snapshot.ts'
import { TrinoError } from '../trino/statement.ts'
import { trinoTable } from '../trino/table.ts'
import { TransportError } from '../trino/transport.ts'
import { gauge, workText, type Work } from '../trino/work.ts'
import type { Invocation } from './arguments.ts'
import { openDrafts } from './output-file.ts'
import { Progress } from './progress.ts'
import { SIGNALS, stageFiles } from './session.ts'
import { accessOf, said, shareOf, wrong, type Reached } from './trino-access.ts'

export type TrinoSession = {
  db: TrinoDatabase
  tables: StagedTable[]
  progress: Progress
  signal: AbortSignal
  /** Of what is counted: with how far the server is, and what it costs. */
  counted(label: string, done: number, total: number, under: number): void
}

type Say = (text: string) => void
/** What a signal ends: nothing of this command may stay behind, here or there. */
type Ending = { control: AbortController; workspace?: QcWorkspace; handed?: string; by?: NodeJS.Signals }

/** Opens the tables that are named where they lie, and hands over the files that are named; what is asked runs on the server. */
export async function withTrino<T>(invocation: Invocation, complain: Say, work: (session: TrinoSession) => Promise<T>): Promise<T> {
  const { tables: named, files, language } = invocation
  if (named.length === 0 && files.length === 0) throw wrong('缺少 --table 或文件', '--table or a file is missing')
  const access = await accessOf(invocation)
  const progress = new Progress()
  const counting = { label: '', far: gauge() }
  const show = (share: number, now: Work): void => progress.show(`${counting.label} · ${workText(now)[language]}`, share, 1)
  const onWork = (now: Work): void => {
    if (counting.label !== '') show(counting.far.worked(now), now)
  }
  const zh = language === 'zh'
  const onStall = (): void => complain(zh ? '一条语句没有进展，再问一次' : 'a statement got no further and is asked once more')
  const db = await openChecked({ ...access, onWork, onStall }).catch(said)
  const ending: Ending = { control: new AbortController() }
  const stop = (signal: NodeJS.Signals): void => {
    const { control, workspace, handed, by } = ending
    ending.by = signal
    // Asked twice it does not wait for what it would tidy up there, and says what it leaves.
    if (by && handed)
      complain(
        zh ? `未能取走：${handed}；下次运行会清理一天以前的` : `left behind: ${handed}; the next run sweeps what is older than a day`,
      )
    if (by || (workspace && !handed)) {
      progress.clear()
      complain(zh ? '已中止' : 'stopped')
      // Reading a file hears no interrupt: nothing lies on the server yet, and the process may end.
      for (const left of [...(workspace ? [workspace.directory] : []), ...openDrafts()]) rmSync(left, { recursive: true, force: true })
      process.exit(128 + constants.signals[signal])
    }
    control.abort()
    db.interrupt()
    workspace?.interrupt()
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  try {
    const row = invocation.option('row')
    const open = ({ name, table }: { name: string; table: string }): Promise<StagedTable> =>
      trinoTable(db, { catalog: access.catalog, schema: access.schema, table, name, ...(row ? { row } : {}) })
    const there = await Promise.all(named.map(open)).catch(said)
    const counted: TrinoSession['counted'] = (label, ...pieces) => {
      if (label !== counting.label) Object.assign(counting, { label, far: gauge() })
      show(counting.far.counted(...pieces), db.work())
    }
    const session = { db, progress, signal: ending.control.signal, counted }
    return await handed(invocation, access, { ...session, ending, complain }, (more) => work({ ...session, tables: [...there, ...more] }))
  } catch (error) {
    const isTheirs = error instanceof TrinoError || error instanceof TransportError || error instanceof BucketError
    throw isTheirs && !ending.by ? said(error) : error
  } finally {
    progress.clear()
    for (const signal of SIGNALS) process.removeListener(signal, stop)
    await db.close()
    if (ending.by) process.exit(128 + constants.signals[ending.by])
  }
}

type Handing = Pick<TrinoSession, 'db' | 'progress'> & { ending: Ending; complain: Say }

/** Files of this machine as tables of the server, gone when the work is done. */
async function handed<T>(
  invocation: Invocation,
  { catalog, schema }: Reached,
  { db, progress, ending, complain }: Handing,
  work: (tables: StagedTable[]) => Promise<T>,
): Promise<T> {
  if (invocation.files.length === 0) return work([])
  const share = await shareOf(invocation)
  const allow = { files: invocation.files.map(({ file }) => file), directories: [...share.folders] }
  const workspace = await openDatabase({ ...invocation.database, allow })
  ending.workspace = workspace
  try {
    ending.control.signal.throwIfAborted()
    const { tables, unread } = await stageFiles(workspace, invocation, progress)
    if (unread[0]) throw unread[0]
    await dropLeft(db, { catalog, schema }, share)
    const own = `${HANDED}cli_${randomBytes(6).toString('hex')}`
    const onLeft = (place: string, error: unknown): void => {
      const { zh, en } = textOf(error)
      complain(invocation.language === 'zh' ? `未能取走 ${place}：${zh}` : `could not be taken away: ${place}: ${en}`)
    }
    ending.handed = share.locate(`${own}_*`)
    const place = { here: workspace, there: db, share, aside: workspace.directory, catalog, schema, signal: ending.control.signal, onLeft }
    const done = await withHanded(place, tables, (at) => `${own}_${at}`, work)
    delete ending.handed
    return done
  } finally {
    await workspace.close()
    delete ending.workspace
  }
}
