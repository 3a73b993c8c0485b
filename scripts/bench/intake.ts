// A server and a worker in processes of their own, and a study whose form waits for deliveries: for benches and drills of the import.
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../src/server/db/embedded.ts'
import { Store } from '../../src/server/storage/store.ts'
import { add, collecting, form, move, post, publish, variable } from '../../test/study-kit.ts'
import { parentOf } from './process.ts'
import { startServer } from './server.ts'

const CODE = 'BENCH'
export const VISITS = ['V1', 'V2', 'V3', 'V4', 'V5'] as const
const DAY_MS = 86_400_000

const SUBJECTS = `INSERT INTO study_subject (study, code, department, state) SELECT $1, 'S-' || g, $2, 'enrolled' FROM generate_series(1, $3::int) g`
/** `type`: of all variables; without it text and numbers by turns. `own`: what one has beside it. `keys`: with a second form that has one variable, `k`. */
type Wanted = { subjects: number; variables: number; gather?: object; type?: 'number'; own?: Record<string, object>; keys?: true }

export const startIntake = async ({ subjects, variables, gather: more = {}, type, own = {}, keys }: Wanted) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'intake-'))
  const database = await startEmbedded({ dataDir: join(dataDir, 'database'), log: () => {} })
  const dataFolder = join(dataDir, 'data')
  const store = new Store(dataFolder)
  const { address, call, server, launchWorker, stop } = await startServer(database, dataFolder)
  const department = (await add(call, 'department', { code: 'SITE', name: 'SITE' })).id
  const { study } = await collecting(call, CODE, department, 1)
  for (const code of VISITS.slice(1)) await add(call, 'study.visit', { study, code, name: code, nameEn: code, day: 28 })
  const { forms } = await publish(call, study, () => ({
    forms: [form('labs'), ...(keys ? [form('keys')] : [])],
    codelists: [],
    variables: [
      ...Array.from({ length: variables }, (_, i) =>
        variable('labs', `x${i + 1}`, { type: type ?? (i % 2 ? 'number' : 'text'), ...own[`x${i + 1}`] }),
      ),
      ...(keys ? [variable('keys', 'k')] : []),
    ],
  }))
  const idOf = (code: string) => forms.find((one) => one.code === code)?.id ?? 0
  const formId = idOf('labs')
  const body = { study, code: CODE, name: CODE, nameEn: CODE, form: formId, intake: 'flag', automatic: true, ...more }
  const gather = (await add(call, 'gather.project', body)).id
  await move(call, 'gather.project', gather, 'open')
  const expiresAt = new Date(Date.now() + DAY_MS).toISOString()
  const machine = (await add(call, 'study.token', { study, name: 'bench', gathers: [gather], expiresAt })).id
  const issued = await post<{ token: string }>(call, 'study.token/issue', { ids: [machine] })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(SUBJECTS, [study, department, subjects])
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const postmaster = parentOf(rows[0]?.pid ?? 0)

  type Delivery = {
    id: number
    state: string
    in: number
    stored: number
    changed: number
    same: number
    rejected: number
    diff: { files: Record<string, string> } | null
  }
  const LOOK = `SELECT id::int, state, rows_in::int AS "in", rows_stored::int AS stored, rows_changed::int AS changed, rows_same::int AS same, rows_rejected::int AS rejected, diff
    FROM gather_delivery WHERE id = $1`
  return {
    call,
    client,
    address,
    url: database.url,
    ownerUrl: database.ownerUrl,
    formId,
    keysId: idOf('keys'),
    study,
    department,
    dataDir: dataFolder,
    table: `"record"."t${formId}"`,
    server,
    postmaster,
    pathOf: (hash: string) => store.pathOf(hash),
    launchWorker,
    push: async (file: string): Promise<number> => {
      const response = await fetch(`${address}/api/study/intake/${CODE}?name=rows.csv`, {
        method: 'POST',
        headers: { authorization: `Bearer ${issued.data.token}`, 'content-type': 'text/csv' },
        body: await openAsBlob(file),
      })
      const answer: { code: number; msg: string; data: { id: number } } = JSON.parse(await response.text())
      if (answer.code !== 1) throw new Error(answer.msg)
      return answer.data.id
    },
    look: async (id: number): Promise<Delivery> => {
      const found = await client.query<Delivery>(LOOK, [id])
      if (!found.rows[0]) throw new Error(`no delivery ${id}`)
      return found.rows[0]
    },
    stop: async () => {
      await client.end()
      await stop()
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
export type Intake = Awaited<ReturnType<typeof startIntake>>
