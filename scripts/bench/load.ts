// More than the machine can do: a mixed load is offered at a fixed rate, whether or not answers come. What is not served must be refused at
// once, what is served must be quick, and nobody who signs in or asks for health may be sent away.
//   npm run -s bench:load -- [--seconds 120] [--rate 100] [--rows 100000]
import { Agent, request } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { PASSWORD, percentile, startProduct } from './product.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    rate: { type: 'string', default: '100' },
    rows: { type: 'string', default: '100000' },
  },
})
const SECONDS = Number(values.seconds)
const RATE = Number(values.rate)
const ROWS = Number(values.rows)
const BARS = { p95: 1000, served: 40, memory: 1.25, share: 0.2 }

const SEARCH = encodeURIComponent('[{"field":"status","operator":"=","val":"active"}]')
type Call = { method: string; path: string; body?: unknown }
type Kind = { name: string; weight: number; vital?: true; call(n: number): Call }
/** Of a hundred requests. */
const KINDS: readonly Kind[] = [
  {
    name: 'list',
    weight: 45,
    call: () => ({ method: 'GET', path: `/admin/bench.record/index?limit=10&order=createdAt,desc&search=${SEARCH}` }),
  },
  { name: 'get one', weight: 25, call: (n) => ({ method: 'GET', path: `/admin/bench.record/edit?id=${1 + ((n * 7919) % ROWS)}` }) },
  {
    name: 'create',
    weight: 12,
    call: (n) => ({ method: 'POST', path: '/admin/bench.record/add', body: { name: `new ${n}`, status: 'active' } }),
  },
  { name: 'home figures', weight: 12, call: () => ({ method: 'GET', path: '/api/index/index' }) },
  { name: 'health', weight: 5, vital: true, call: () => ({ method: 'GET', path: '/healthz' }) },
  {
    name: 'sign-in',
    weight: 1,
    vital: true,
    call: () => ({ method: 'POST', path: '/admin/index/login', body: { username: 'bench', password: PASSWORD } }),
  },
]
const deck = KINDS.flatMap((kind) => Array.from({ length: kind.weight }, () => kind))
/** Every hundred requests hold each kind by its weight, well mixed, and the same at every run. */
const kindOf = (n: number): Kind => deck[(n * 37) % deck.length]!

type Seen = { kind: Kind; ms: number; status: number; isServed: boolean }
const product = await startProduct(ROWS)
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

const send = (n: number): Promise<Seen> =>
  new Promise((resolve) => {
    const kind = kindOf(n)
    const { method, path, body } = kind.call(n)
    const from = performance.now()
    const done = (status: number, text = '') =>
      resolve({ kind, ms: performance.now() - from, status, isServed: status === 200 && text.startsWith('{"code":1') })
    const json = body === undefined ? undefined : JSON.stringify(body)
    const outgoing = request(`${product.address}${path}`, {
      method,
      agent,
      headers: {
        ...(kind.name === 'sign-in' ? {} : product.headers),
        server: '1',
        ...(json ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) } : {}),
      },
    })
    outgoing.on('error', () => done(0))
    outgoing.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => done(response.statusCode ?? 0, text))
      response.on('error', () => done(0))
    })
    outgoing.end(json)
  })

let failed = false
const line = (name: string, figure: string, bar: string, isMet: boolean) => {
  failed ||= !isMet
  console.log(`${name.padEnd(44)}${figure.padStart(24)}   ${bar}${isMet ? '' : '  MISSED'}`)
}

try {
  for (let n = 0; n < 100; n++) await send(n)
  const memory: number[] = []
  const sampler = setInterval(() => void product.held().then(({ rss }) => memory.push(rss / 2 ** 20)), 1000)
  const from = performance.now()
  const sent: Promise<Seen>[] = []
  while (sent.length < RATE * SECONDS) {
    const due = Math.min(RATE * SECONDS, Math.floor(((performance.now() - from) / 1000) * RATE))
    while (sent.length < due) sent.push(send(sent.length))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const seen = await Promise.all(sent)
  const took = (performance.now() - from) / 1000
  clearInterval(sampler)
  const served = seen.filter((s) => s.isServed)
  const isRefusal = ({ status }: Seen) => status === 429 || status === 503
  const broken = seen.filter((s) => !s.isServed && !isRefusal(s))
  const ordinary = seen.filter((s) => !s.kind.vital)
  const rate = ordinary.filter((s) => s.isServed).length / ordinary.length
  console.log(
    `${RATE} requests per second offered for ${SECONDS} s on ${cpus().length} cores, load of the machine ${loadavg()[0]!.toFixed(1)}\n`,
  )
  let uneven = 0
  for (const kind of KINDS) {
    const own = seen.filter((s) => s.kind === kind)
    const got = own.filter((s) => s.isServed)
    const share = got.length / own.length
    if (!kind.vital && own.length >= 100) uneven = Math.max(uneven, Math.abs(share / rate - 1))
    const times = got.map((s) => s.ms)
    console.log(
      `  ${kind.name.padEnd(14)} offered ${String(own.length).padStart(6)}  served ${String(got.length).padStart(6)} (${(share * 100).toFixed(0)} %)  p50 ${percentile(times, 0.5).toFixed(0)} ms  p95 ${percentile(times, 0.95).toFixed(0)} ms`,
    )
  }
  const refusals = seen.filter(isRefusal)
  console.log(
    `  refused in ${percentile(
      refusals.map((s) => s.ms),
      0.5,
    ).toFixed(0)} ms (p50), ${percentile(
      refusals.map((s) => s.ms),
      0.95,
    ).toFixed(0)} ms (p95)`,
  )
  const others = [...Map.groupBy(broken, (s) => s.status)].map(([status, all]) => `${all.length} × ${status}`)
  console.log(`  other answers: ${others.join(', ') || 'none'}\n`)
  const times = served.map((s) => s.ms)
  const quarter = Math.floor(memory.length / 4)
  const growth = percentile(memory.slice(-quarter), 0.5) / percentile(memory.slice(quarter, 2 * quarter), 0.5)
  line('p95 of the served', `${percentile(times, 0.95).toFixed(0)} ms`, `≤ ${BARS.p95} ms`, percentile(times, 0.95) <= BARS.p95)
  line('served per second', (served.length / took).toFixed(1), `≥ ${BARS.served}`, served.length / took >= BARS.served)
  line('refused with 429 or 503', String(refusals.length), '', true)
  line('neither served nor refused', String(broken.length), '0', broken.length === 0)
  line('served share per kind, farthest from the whole', `${(uneven * 100).toFixed(0)} %`, `≤ ${BARS.share * 100} %`, uneven <= BARS.share)
  const vitalLost = seen.filter((s) => s.kind.vital && !s.isServed).length
  line('sign-in and health not served', String(vitalLost), '0', vitalLost === 0)
  line(
    'memory, last quarter beside the second',
    `${growth.toFixed(2)} × (${Math.max(...memory).toFixed(0)} MB at most)`,
    `≤ ${BARS.memory} ×`,
    !(growth > BARS.memory),
  )
  process.exitCode = failed ? 1 : 0
} finally {
  agent.destroy()
  await product.stop()
}
