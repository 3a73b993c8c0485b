// Our reports beside what two known tools make of the same table: how long, how much memory, how large, how soon open, what they fetch from elsewhere,
// and whether a failing row can be found by its key. Python with `ydata-profiling` and `great_expectations` is given, never needed otherwise:
//   npm run -s bench:beside -- --python PATH [--rows 100000]
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { findBrowser } from '../run/browser.mjs'
import { generateVisits } from './qc-generate.ts'
import { TWELVE } from './qc-parameters.ts'
import { cpuOf } from './process.ts'

const { values } = parseArgs({ options: { python: { type: 'string' }, rows: { type: 'string', default: '100000' } } })
if (!values.python) throw new Error('Give --python PATH: an interpreter that has ydata-profiling and great_expectations.')
const folder = await mkdtemp(path.join(tmpdir(), 'beside-'))
const at = (...names: string[]) => path.join(folder, ...names)

/** Until the program has ended: by the clock, and its CPU as last seen. */
const timed = (program: string, args: readonly string[]) =>
  new Promise<{ clock: number; cpu: number }>((resolve, reject) => {
    const began = performance.now()
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore'], env: { ...process.env, PYTHONWARNINGS: 'ignore' } })
    let cpu = 0
    const look = setInterval(() => (cpu = Math.max(cpu, child.pid ? cpuOf(child.pid) : 0)), 250)
    child.once('error', reject)
    child.once('exit', (code) => {
      clearInterval(look)
      // 1: there are failed checks, which is what the table was made for.
      if (code === 0 || code === 1) resolve({ clock: (performance.now() - began) / 1000, cpu })
      else reject(new Error(`${program} ${args.slice(0, 2).join(' ')} ended with ${code}`))
    })
  })

const filesIn = async (place: string): Promise<string[]> => {
  if ((await stat(place)).isFile()) return [place]
  const names = await readdir(place, { recursive: true, withFileTypes: true })
  return names.filter((one) => one.isFile()).map((one) => path.join(one.parentPath, one.name))
}

const executablePath = findBrowser()
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox', '--disable-gpu'] })
/** Opened without a network, as in a hospital: the page's own work until it stands, and the hosts it asked in vain. */
const opened = async (file: string) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const hosts: string[] = []
  await page.route(/^https?:/, (route) => {
    hosts.push(new URL(route.request().url()).host)
    return route.abort()
  })
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(pathToFileURL(file).href, { waitUntil: 'load', timeout: 120_000 })
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  const { metrics } = await cdp.send('Performance.getMetrics')
  const busy = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  // A key of the data in the text of the page: the row can be found.
  const keys = await page.evaluate(() => new Set(document.documentElement.outerHTML.match(/P\d{8}/g)).size)
  await page.close()
  return { busy, fetches: hosts.length, keys }
}

type Made = { name: string; clock: number; cpu: number; megabytes: number; files: number; busy: number; fetches: number; keys: number }
const made: Made[] = []
const measure = async (name: string, program: string, args: readonly string[], place: string, page = place) => {
  const spent = await timed(program, args)
  const files = await filesIn(place)
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
  const shown = files.find((file) => file === page || file.includes(page)) ?? page
  const one = { name, ...spent, megabytes: sizes.reduce((sum, size) => sum + size, 0) / 1e6, files: files.length, ...(await opened(shown)) }
  made.push(one)
  console.log(
    `${name.padEnd(34)} made in ${one.clock.toFixed(1).padStart(6)} s (CPU ${one.cpu.toFixed(1).padStart(6)} s) | ${one.megabytes.toFixed(2).padStart(6)} MB in ${String(one.files).padStart(3)} files | opened with ${one.busy.toFixed(2)} s of work | ${one.fetches} fetches from elsewhere | ${one.keys} keys of rows`,
  )
  return one
}

const table = at('visits.csv')
await generateVisits(table, Number(values.rows))
await writeFile(at('twelve.json'), JSON.stringify(TWELVE.map((one) => ({ ...one, keyFields: ['subject_id'] }))))
const ours = (...args: string[]) => [path.join(import.meta.dirname, '../../src/qc/cli.ts'), ...args, '--lang', 'en']
const theirs = (task: string) => [path.join(import.meta.dirname, 'beside.py'), task, table, folder]
console.log(`${Number(values.rows).toLocaleString('en')} rows × 12 columns`)
const profile = await measure('qc profile --report', process.execPath, ours('profile', table, '--report', at('p.html')), at('p.html'))
const minimal = await measure('ydata-profiling, minimal', values.python, theirs('profile-minimal'), at('profile-minimal.html'))
const whole = await measure('ydata-profiling', values.python, theirs('profile'), at('profile.html'))
const given = ['check', table, '-p', at('twelve.json'), '--report', at('c.html')]
const check = await measure('qc check --report (12 checks)', process.execPath, ours(...given), at('c.html'))
const docs = at('gx', 'uncommitted', 'data_docs')
const expectations = await measure(
  'Great Expectations (10 of the 12)',
  values.python,
  theirs('check'),
  docs,
  `${path.sep}validations${path.sep}`,
)
await browser.close()
await rm(folder, { recursive: true, force: true })

const missed: string[] = []
const less = (what: string, of: Made, than: Made, key: 'cpu' | 'megabytes' | 'busy') => {
  if (of[key] >= than[key]) missed.push(`${what}: ${of[key].toFixed(2)}, ${than.name} ${than[key].toFixed(2)}`)
}
for (const [of, than] of [
  [profile, minimal],
  [profile, whole],
  [check, expectations],
] as const) {
  less(`${of.name}, CPU s`, of, than, 'cpu')
  less(`${of.name}, MB`, of, than, 'megabytes')
  less(`${of.name}, work of opening, s`, of, than, 'busy')
}
if (profile.fetches + check.fetches > 0) missed.push('our pages fetch from elsewhere')
if (check.keys === 0) missed.push('no key of a failing row')
console.log(missed.length > 0 ? `missed: ${missed.join('; ')}` : 'smaller, faster and with the keys of the failing rows')
process.exitCode = missed.length > 0 ? 1 : 0
