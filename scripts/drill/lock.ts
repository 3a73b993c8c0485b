// Twenty writers and a freezer: pages that edit and add records, and statements that come past the engine, while their form is frozen and opened
// again and again. What was acknowledged is found; between the answer to a freeze and the end of it not a byte of the records changes.
//   npm run -s drill:lock -- [--seconds 60] [--writers 20]
import { parseArgs } from 'node:util'
import pg from 'pg'
import { add, collecting, form, move, post, publish, variable } from '../../test/study-kit.ts'
import type { Call } from '../../test/study-kit.ts'
import { PASSWORD, startProduct } from '../bench/product.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' }, writers: { type: 'string', default: '20' } } })
const SECONDS = Number(values.seconds)
const WRITERS = Number(values.writers)
const HOLD_MS = 300
const DEADLOCK = '40P01'
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const product = await startProduct(0)
let token = ''
const call: Call = async (path, { method, query, body, headers: more } = {}) => {
  const response = await fetch(`${product.address}${path}${query ? `?${new URLSearchParams(query)}` : ''}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { server: '1', batoken: token, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...more },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, ...(await response.json()) }
}

const signedIn = await call<{ userInfo: { token: string } }>('/admin/index/login', { body: { username: 'admin', password: PASSWORD } })
token = signedIn.data.userInfo.token

const { rows: found } = await product.client.query<{ department: number; admin: number }>(
  `SELECT (SELECT id FROM department ORDER BY id LIMIT 1) AS department, (SELECT id FROM auth_admin WHERE username = 'admin') AS admin`,
)
const { department, admin } = found[0] ?? { department: 0, admin: 0 }
const { study, visit } = await collecting(call, 'DRILL', Number(department), Number(admin))
const { forms } = await publish(call, study, () => ({
  forms: [form('vitals', { repeats: true })],
  codelists: [],
  variables: [variable('vitals', 'sbp')],
}))
const formId = forms[0]?.id ?? 0
const [name, table] = [`clinical.data.f${formId}`, `"record"."t${formId}"`]
const subject = await add(call, 'study.subject', { study, code: 'S-1', department: Number(department) })

const count = { acknowledged: 0, refused: 0, undone: 0, other: 0, freezes: 0, slipped: 0, lost: 0 }
const others = new Map<string, number>()
const note = (what: string) => {
  count.other++
  others.set(what, (others.get(what) ?? 0) + 1)
}
const over = new AbortController()
let longest = 0
/** What each record was last acknowledged to hold, and what was sent last. */
const known = new Map<number, { acknowledged: number; sent: number }>()
const record = async (instance: number): Promise<number> => {
  const { id } = await add(call, name, { subject: subject.id, visit, instance, v1: '0' })
  known.set(id, { acknowledged: 0, sent: 0 })
  return id
}
const judge = (code: number, msg: string): boolean => {
  if (code === 1) count.acknowledged++
  else if (msg.includes('冻结')) count.refused++
  else note(msg)
  return code === 1
}

const editor = async (id: number): Promise<void> => {
  for (let n = 1; !over.signal.aborted; n++) {
    const kept = known.get(id) ?? { acknowledged: 0, sent: 0 }
    known.set(id, { ...kept, sent: n })
    const { code, msg } = await post(call, `${name}/edit`, { id, v1: String(n) })
    if (judge(code, msg)) known.set(id, { acknowledged: n, sent: n })
    else await sleep(20)
  }
}
const adder = async (from: number): Promise<void> => {
  for (let instance = from; !over.signal.aborted && instance < from + 400; instance++) {
    const { code, msg, data } = await post(call, `${name}/add`, { subject: subject.id, visit, instance, v1: '0' })
    if (judge(code, msg)) known.set(data.row.id, { acknowledged: 0, sent: 0 })
    else await sleep(20)
  }
}
/** Comes past the engine: the database alone stands in its way. */
const stranger = async (id: number): Promise<void> => {
  const client = new pg.Client({ connectionString: product.url })
  await client.connect()
  for (let n = 1; !over.signal.aborted; n++) {
    const kept = known.get(id) ?? { acknowledged: 0, sent: 0 }
    known.set(id, { ...kept, sent: n })
    try {
      await client.query(`UPDATE ${table} SET v1 = $2 WHERE id = $1`, [id, String(n)])
      judge(1, '')
      known.set(id, { acknowledged: n, sent: n })
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? String(error.code) : String(error)
      if (code === 'LK001') count.refused++
      // It holds the table when it comes to the study, the freezer the study when it comes to the table. The engine asks for the study first.
      else if (code === DEADLOCK) count.undone++
      else note(code)
      await sleep(20)
    }
  }
  await client.end()
}

const content = async (): Promise<string> =>
  (await product.client.query<{ hash: string }>(`SELECT md5(string_agg(t::text, '|' ORDER BY id)) AS hash FROM ${table} t`)).rows[0]
    ?.hash ?? ''
const freezer = async (): Promise<void> => {
  while (!over.signal.aborted) {
    await sleep(HOLD_MS)
    const start = performance.now()
    const frozen = await post(call, 'study.lock/add', { study, scope: 'form', form: formId, level: 'freeze', reason: '演练' })
    if (frozen.code !== 1) {
      note(`freeze: ${frozen.msg}`)
      continue
    }
    count.freezes++
    longest = Math.max(longest, performance.now() - start)
    const before = await content()
    await sleep(HOLD_MS)
    if ((await content()) !== before) count.slipped++
    const opened = await move(call, 'study.lock', frozen.data.row.id, 'lifted', '演练')
    if (opened.code !== 1) note(`open: ${opened.msg}`)
  }
}

const work: Promise<void>[] = []
for (let i = 0; i < WRITERS; i++) {
  const kind = i % 4
  if (kind === 3) work.push(adder(1000 + i * 400))
  else work.push((kind === 2 ? stranger : editor)(await record(i + 1)))
}
work.push(freezer())
await sleep(SECONDS * 1000)
over.abort()
await Promise.all(work)

const { rows } = await product.client.query<{ id: string; v1: string }>(`SELECT id, v1 FROM ${table}`)
const stored = new Map(rows.map(({ id, v1 }) => [Number(id), Number(v1)]))
for (const [id, { acknowledged, sent }] of known) {
  const value = stored.get(id)
  if (value === undefined || (value !== acknowledged && value !== sent)) count.lost++
}
await product.stop()
for (const [what, times] of others) console.log(`  ${times} × ${what}`)
console.log(
  `${WRITERS} writers, ${SECONDS} s: ${count.acknowledged} acknowledged, ${count.refused} refused, ${count.freezes} freezes (the longest took ${(longest / 1000).toFixed(1)} s), ${count.undone} statements past the engine undone by PostgreSQL, ${count.other} other answers`,
)
const passed = count.slipped === 0 && count.lost === 0 && count.other === 0 && count.freezes > 0 && count.refused > 0
console.log(`${passed ? 'passed' : 'failed'}: ${count.slipped} changed while frozen, ${count.lost} acknowledged and lost`)
process.exitCode = passed ? 0 : 1
