// Five hundred clients that hang up at random in exports, uploads, the terminal, stored files, previews and lists. Afterwards the server must
// hold what it held before: no connection in work, no descriptor, timer or temporary file more, and every place must be free again.
//   npm run -s drill:hangup -- [--clients 500] [--at-once 40] [--rows 50000] [--seed 1]
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PASSWORD, startProduct } from '../bench/product.ts'

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '500' },
    'at-once': { type: 'string', default: '40' },
    rows: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '1' },
  },
})
const CLIENTS = Number(values.clients)
const AT_ONCE = Number(values['at-once'])
const BAR_SECONDS = 5
const GIVE_UP_SECONDS = 120

let state = Number(values.seed)
/** The same course at every run with the same seed. */
const random = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const product = await startProduct(Number(values.rows))
const { address } = product
const signIn = async () => {
  const response = await fetch(`${address}/admin/index/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  })
  return ((await response.json()) as { data: { userInfo: { token: string } } }).data.userInfo.token
}
const headers = { server: '1', batoken: await signIn() }

const csv = 'subject,visit\n'.repeat(200_000)
const upload = async (name: string): Promise<string> => {
  const body = new FormData()
  body.append('file', new Blob([csv], { type: 'text/csv' }), name)
  const response = await fetch(`${address}/admin/ajax/upload`, { method: 'POST', headers, body })
  const { data, msg } = (await response.json()) as { msg: string; data: { file: { url: string } } | null }
  if (!data) throw new Error(`upload: ${msg}`)
  return data.file.url
}
const stored = await upload('drill.csv')

const HEAD = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n'
type Way = { method?: string; path(n: number): string; headers?: Record<string, string>; body?: string }
const WAYS: Record<string, Way> = {
  export: { path: () => '/admin/bench.record/exportExcel?columns=id,name,status,score,code,note' },
  upload: {
    method: 'POST',
    path: () => '/admin/ajax/upload',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '50000000' },
    body: HEAD + csv,
  },
  terminal: { path: (n) => `/admin/Terminal/index?command=version&uuid=drill-${String(n).padStart(6, '0')}` },
  file: { path: () => stored },
  preview: { path: () => `/admin/ajax/previewPdf?url=${encodeURIComponent(stored)}` },
  list: { path: () => '/admin/bench.record/index?limit=100' },
}
const names = Object.keys(WAYS)
const ended: Record<string, number> = {}

/** Opens one, waits a little, and is gone; whether an answer had begun is counted. */
const client = async (n: number): Promise<void> => {
  const name = names[Math.floor(random() * names.length)]!
  const { method = 'GET', path, headers: more = {}, body } = WAYS[name]!
  const patience = random() * 400
  const call = request(`${address}${path(n)}`, { method, agent: false, headers: { ...headers, ...more } })
  let status = 0
  call.on('error', () => {})
  call.on('response', (response) => {
    status = response.statusCode ?? 0
    response.on('error', () => {})
    response.resume()
  })
  if (body) call.write(body)
  else call.end()
  await sleep(patience)
  call.destroy()
  const key = `${name} ${status === 0 ? 'before the answer' : status}`
  ended[key] = (ended[key] ?? 0) + 1
}

const WORKING = `SELECT count(*)::int AS working FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`
const OPEN = `SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`
const one = async (text: string): Promise<number> => Number(Object.values((await product.client.query(text)).rows[0] as object)[0])
/** Connections of the pools stay open for ten seconds without work, each with a descriptor and a timer: both are taken off. */
const look = async () => {
  const { descriptors, timers } = await product.held()
  const temporary = (await readdir(product.temporary)).length
  const staged = (await readdir(join(product.dataDir, 'storage/staging')).catch(() => [])).length
  const open = await one(OPEN)
  return { working: await one(WORKING), descriptors: descriptors - open, timers: timers - open, files: temporary + staged }
}
type Look = Awaited<ReturnType<typeof look>>
const words = (l: Look) => `${l.working} connections at work, ${l.descriptors} descriptors, ${l.timers} timers, ${l.files} temporary files`
const isBack = (now: Look, before: Look) =>
  now.working === 0 && now.descriptors <= before.descriptors && now.timers <= before.timers && now.files <= before.files

const whole = async (path: string): Promise<number> => {
  const response = await fetch(`${address}${path}`, { headers })
  await response.arrayBuffer()
  return response.headers.get('content-type')?.includes('spreadsheet') ? response.status : 0
}

try {
  await whole(WAYS['export']!.path(0))
  await sleep(3000)
  const before = await look()
  console.log(`before   ${words(before)}`)
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < CLIENTS) await client(next++)
    }),
  )
  const from = performance.now()
  let now = await look()
  console.log(`after    ${words(now)}`)
  while (!isBack(now, before) && performance.now() - from < GIVE_UP_SECONDS * 1000) {
    await sleep(100)
    now = await look()
  }
  const seconds = (performance.now() - from) / 1000
  console.log(`settled  ${words(now)}`)
  for (const [key, count] of Object.entries(ended).toSorted(([a], [b]) => (a < b ? -1 : 1))) console.log(`  ${key}: ${count}`)
  const exports = await Promise.all(Array.from({ length: 4 }, () => whole(WAYS['export']!.path(0))))
  await upload('drill-again.csv')
  const isSettled = isBack(now, before)
  const areFree = exports.every((status) => status === 200)
  console.log(
    `${CLIENTS} clients hung up: ${isSettled ? `back to the baseline in ${seconds.toFixed(1)} s` : 'NOT back to the baseline'} (bar ${BAR_SECONDS} s); four exports and an upload afterwards: ${areFree ? 'served' : 'REFUSED'}`,
  )
  process.exitCode = isSettled && areFree && seconds <= BAR_SECONDS ? 0 : 1
} finally {
  await product.stop()
}
