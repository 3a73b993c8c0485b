// 100,000 rows × 60 columns: our grid beside antd's virtual Table, same data, same run, rounds alternating; and as many rows × 80 columns with the
// marks of a study's records, which may be a tenth below the plain grid and must be four times antd's.
//   node scripts/bench/grid.ts [--rows 100000] [--columns 60] [--marked 80] [--rounds 3]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'
import { findBrowser } from '../run/browser.mjs'
import { isBusy, machine } from './machine.ts'
import { iconSubset } from '../vite/icon-subset.ts'
import { themeVariables } from '../vite/theme-variables.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    columns: { type: 'string', default: '60' },
    marked: { type: 'string', default: '80' },
    rounds: { type: 'string', default: '3' },
  },
})
const ROUNDS = Number(values.rounds)
const BARS = { first: 300, fps: 55, ofPlain: 0.9, ofAntd: 4 }
type Scroll = { fps: number; p95: number; moved: number }
type Page = { bench: { first: number; nodes(): number; scroll(px: number, frames: number): Promise<Scroll> } }

const outDir = await mkdtemp(join(tmpdir(), 'grid-bench-'))
const root = resolve(import.meta.dirname, 'grid-page')
const plugins = () => [react({ compiler: true }), iconSubset(), themeVariables()]
const common = { root, configFile: false as const, logLevel: 'error' as const }
await build({ ...common, plugins: plugins(), build: { outDir, emptyOutDir: true, target: 'es2023' } })
const server = await preview({ ...common, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
const address = server.httpServer.address()
const port = typeof address === 'object' && address ? address.port : 0

const executablePath = findBrowser()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--js-flags=--expose-gc'],
})

const KINDS = ['own', 'marked', 'antd'] as const
type Kind = (typeof KINDS)[number]
const measure = async (kind: Kind) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(
    `http://127.0.0.1:${port}/?kind=${kind}&rows=${values.rows}&columns=${kind === 'marked' ? values.marked : values.columns}`,
  )
  await page.waitForFunction(() => 'bench' in window, null, { timeout: 120_000 })
  await page.waitForTimeout(500)
  // Frames per second depend on who else uses the machine; processor time per frame hardly does.
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => (await cdp.send('Performance.getMetrics')).metrics.find((m) => m.name === 'TaskDuration')?.value ?? 0
  const scroll = async (px: number, frames: number) => {
    const before = await busy()
    const result = await page.evaluate(([p, f]) => (window as unknown as Page).bench.scroll(p!, f!), [px, frames])
    return { ...result, cpu: ((await busy()) - before) * (1000 / frames) }
  }
  const result = {
    ...(await page.evaluate(() => ({ first: (window as unknown as Page).bench.first, nodes: (window as unknown as Page).bench.nodes() }))),
    slow: await scroll(120, 240),
    fast: await scroll(2000, 60),
  }
  await page.close()
  return result
}

type Result = Awaited<ReturnType<typeof measure>>
const results: Record<Kind, Result[]> = { own: [], marked: [], antd: [] }
for (let round = 0; round < ROUNDS; round++) for (const kind of KINDS) results[kind].push(await measure(kind))
await browser.close()
await new Promise((done) => server.httpServer.close(done))
await rm(outDir, { recursive: true, force: true })

const best = (list: readonly number[], way: 'min' | 'max') => Math[way](...list)
const line = (label: string, list: readonly Result[]) => ({
  grid: label,
  'first rows ms': Math.round(
    best(
      list.map((r) => r.first),
      'min',
    ),
  ),
  nodes: list[0]!.nodes,
  'fps at 120 px': Math.round(
    best(
      list.map((r) => r.slow.fps),
      'max',
    ),
  ),
  'main thread ms/frame': Number(
    best(
      list.map((r) => r.slow.cpu),
      'min',
    ).toFixed(1),
  ),
  'p95 frame ms': Math.round(
    best(
      list.map((r) => r.slow.p95),
      'min',
    ),
  ),
  'fps at 2000 px': Math.round(
    best(
      list.map((r) => r.fast.fps),
      'max',
    ),
  ),
  'ms/frame at 2000': Number(
    best(
      list.map((r) => r.fast.cpu),
      'min',
    ).toFixed(1),
  ),
  'moved at 2000': list[0]!.fast.moved,
})
console.log(`${values.rows} rows × ${values.columns} columns, best of ${ROUNDS}`)
const [own, marked, antd] = [
  line('DataGrid', results.own),
  line(`DataGrid, ${values.marked} columns with marks`, results.marked),
  line('antd Table virtual', results.antd),
]
console.table([own, marked, antd])
/** By frames per second; where others use the machine, by the processor time that a frame takes. */
const beside = (other: typeof own): number =>
  isBusy ? other['main thread ms/frame'] / marked['main thread ms/frame'] : marked['fps at 120 px'] / other['fps at 120 px']
console.log(
  `${machine}; with marks by ${isBusy ? 'processor time' : 'frames'}: ${beside(own).toFixed(2)} of the plain grid, ${beside(antd).toFixed(1)} × antd`,
)
const fails = [
  own['first rows ms'] < BARS.first || `first rows ${own['first rows ms']} ms ≥ ${BARS.first}`,
  own['fps at 120 px'] >= BARS.fps || `${own['fps at 120 px']} fps < ${BARS.fps}`,
  beside(own) >= BARS.ofPlain || `with marks ${beside(own).toFixed(2)} of the plain grid < ${BARS.ofPlain}`,
  beside(antd) >= BARS.ofAntd || `with marks ${beside(antd).toFixed(1)} × antd < ${BARS.ofAntd}`,
].filter((x) => x !== true)
if (fails.length > 0) process.exitCode = 1
console.log(fails.length ? `below the bar (a busy machine lowers both): ${fails.join('; ')}` : 'all bars met')
