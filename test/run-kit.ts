import { expect } from 'vitest'
import type { Parameter } from '#qc'
import type { TestServer } from './server.ts'
import type { Row } from './study-kit.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Files, rules and runs over them, as somebody would ask for them; a worker must be there. */
export const runKit = (server: TestServer, admin: Awaited<ReturnType<TestServer['login']>>) => {
  const sql = <T = Record<string, unknown>>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)
  const post = <T = { row: Row }>(path: string, body: object) => admin.call<T>(`/admin/${path}`, { body })

  /** A file as a sender brings it; with a number, a new version of that one. */
  const deliver = async (name: string, text: string, datafile?: number): Promise<number> => {
    const headers = { server: '1', batoken: admin.token, 'tus-resumable': '1.0.0' }
    const data = Buffer.from(text)
    const target = datafile === undefined ? 'datafile' : `datafile/${datafile}`
    const made = await fetch(`${server.address}/admin/upload`, {
      method: 'POST',
      headers: { ...headers, 'upload-length': String(data.length), 'upload-metadata': `filename ${base64(name)},target ${base64(target)}` },
    })
    expect(made.status).toBe(201)
    const known = await sql<{ number: number }>('SELECT number FROM datafile WHERE id = $1', [datafile ?? 0])
    await fetch(`${server.address}${made.headers.get('location')!}`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
      body: new Uint8Array(data),
    })
    const number = (known[0]?.number ?? 0) + 1
    // Of the version before it was staged too: only this one's own rows tell that it was read.
    const found = () =>
      sql<Row>(
        `SELECT d.id FROM datafile d JOIN datafile_version v ON v.datafile = d.id AND v.number = d.number
          WHERE d.name = $1 AND d.number = $2 AND v.rows IS NOT NULL AND d.state IN ('staged', 'quarantined')`,
        [name, number],
      )
    await expect.poll(async () => (await found()).length, { timeout: 30_000 }).toBe(1)
    return (await found())[0]!.id
  }

  /** Rules that are in force, and a set of them. How they come into force is another test's business. */
  const setOf = async (code: string, parameters: readonly Parameter[]): Promise<number> => {
    expect(await post('control.parameter/take', { file: JSON.stringify({ parameters }) })).toMatchObject({ code: 1 })
    const codes = parameters.map(({ id }) => id)
    const rows = await sql<{ id: number }>('SELECT id FROM control_parameter WHERE code = ANY($1) ORDER BY id', [codes])
    const ids = rows.map(({ id }) => id)
    await sql(`UPDATE control_version SET state = 'active' WHERE parameter = ANY($1)`, [ids])
    return (await post('control.set/add', { code, name: code, nameEn: code, parameters: ids })).data.row.id
  }

  const settled = async (run: number): Promise<Row> => {
    const read = async () => (await sql<Row>('SELECT * FROM qc_run WHERE id = $1', [run]))[0]!
    await expect.poll(async () => (await read()).state, { timeout: 180_000 }).toMatch(/done|failed/)
    return read()
  }
  const runOver = async (datafile: number, set: number): Promise<Row> => {
    const { code, msg, data } = await post<{ id: number }>('qc.run/start', { datafile, set })
    expect([code, msg]).toEqual([1, msg])
    return settled(data.id)
  }

  /** Over a new version of a file whose findings are open, by itself: deliver has seen it staged, and so asked for. */
  const lookedAgain = async (datafile: number): Promise<Row> => {
    const [run] = await sql<Row>(`SELECT id FROM qc_run WHERE datafile = $1 AND "trigger" = 'recheck' ORDER BY id DESC LIMIT 1`, [datafile])
    return settled(run?.id ?? 0)
  }

  return { sql, post, deliver, setOf, settled, runOver, lookedAgain }
}
export type RunKit = ReturnType<typeof runKit>
