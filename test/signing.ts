import { hashing } from '../src/areas/study-signature/server/task.ts'
import { startWorker } from '../src/server/task/worker.ts'
import { PASSWORD } from './server.ts'
import type { TestServer } from './server.ts'
import { post } from './study-kit.ts'
import type { Call } from './study-kit.ts'
import { toolsOf } from './worker.ts'

const WAIT_MS = 60_000
type Sheet = { id: number; state: string; hash: string | null; checkedHash: string | null; records: number | null }
export const sheetOf = async ({ backend }: TestServer, study: number): Promise<Sheet | undefined> =>
  (
    await backend.database.query<Sheet>(
      `SELECT id, state, hash, checked_hash AS "checkedHash", records FROM study_signature WHERE study = $1 AND scope = 'study' ORDER BY id DESC LIMIT 1`,
      [study],
    )
  )[0]

/** A worker that computes hashes, until the sheet of the study is as it should be. */
export const hashed = async (server: TestServer, study: number, is: (sheet: Sheet) => boolean): Promise<Sheet> => {
  const failures: unknown[] = []
  const worker = await startWorker({
    url: server.backend.config.DATABASE_URL ?? '',
    tools: toolsOf(server.backend),
    tasks: [hashing],
    lookMs: 50,
    onError: (error) => void failures.push(error),
  })
  try {
    for (const end = Date.now() + WAIT_MS; Date.now() < end;) {
      const sheet = await sheetOf(server, study)
      if (sheet && is(sheet)) return sheet
      if (failures[0]) throw failures[0]
      const [failed] = await server.backend.database.query(`SELECT error FROM task WHERE kind = 'study.hash' AND error IS NOT NULL`)
      if (failed) throw new Error(JSON.stringify(failed))
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`the sheet of study ${study} did not come so far`)
  } finally {
    await worker.stop()
  }
}

export const MEANING = '已审核'
export const prove = (call: Call, id: number, password = PASSWORD) =>
  post<{ proof: string }>(call, 'study.signature/prove', { id, meaning: MEANING, password })
/** Signed by whoever calls, and computed once more. */
export const signed = async (server: TestServer, call: Call, study: number): Promise<void> => {
  const { id } = await hashed(server, study, ({ state }) => state === 'ready')
  const { data } = await prove(call, id)
  const answer = await post(call, 'study.signature/sign', { ids: [id], meaning: MEANING, proof: data.proof })
  if (answer.code !== 1) throw new Error(answer.msg)
  await hashed(server, study, ({ checkedHash }) => checkedHash !== null)
}
