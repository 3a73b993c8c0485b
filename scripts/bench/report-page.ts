// The HTML report of 1,000,000 rows × 80 columns with 200 checks: its size, and how long Chromium takes to show it.
//   node scripts/bench/report.ts [--rows 1000000] [--rounds 3]
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { main } from '../../src/qc/cli.ts'
import { openDatabase } from '../../src/qc/database.ts'
import { findBrowser } from '../run/browser.mjs'
import { measurementsSql } from './qc-generate.ts'
import { twoHundred } from './qc-parameters.ts'

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '3' } } })
const BARS = { megabytes: 3, seconds: 1 }
const folder = await mkdtemp(path.join(tmpdir(), 'report-bench-'))
const at = (name: string) => path.join(folder, name)

const db = await openDatabase({ memory: '2GB' })
await db.run(`COPY (${measurementsSql(Number(values.rows))}) TO '${at('measurements.parquet')}' (FORMAT parquet)`)
await db.close()
await writeFile(at('parameters.json'), JSON.stringify(twoHundred()))
const started = performance.now()
await main(
  ['check', at('measurements.parquet'), '-p', at('parameters.json'), '--report', at('report.html'), '--memory', '1GB', '--lang', 'en'],
  () => {},
)
const made = (performance.now() - started) / 1000
const megabytes = (await stat(at('report.html'))).size / 1e6

const executablePath = findBrowser()
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox', '--disable-gpu'] })
const opened: number[] = []
const busy: number[] = []
for (let round = 0; round < Number(values.rounds); round++) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  // Other work on the machine adds to the time on the clock, hardly to the time the page's own thread is at work.
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(pathToFileURL(at('report.html')).href)
  // From the start of the navigation until the page has loaded and its next frame is painted.
  const shown = await page.evaluate(
    () => new Promise<number>((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now())))),
  )
  const { metrics } = await cdp.send('Performance.getMetrics')
  opened.push(shown / 1000)
  busy.push(metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  await page.close()
}
await browser.close()
await rm(folder, { recursive: true, force: true })

const seconds = Math.min(...opened)
console.log(`${Number(values.rows).toLocaleString('en')} rows × 80 columns, 200 checks, profile and report made in ${made.toFixed(1)} s`)
const bar = (label: string, value: number, most: number): boolean => {
  console.log(`  ${value < most ? '✓' : '✗'} ${label}: ${value.toFixed(2)} (below ${most})`)
  return value < most
}
const good = [bar('report, MB', megabytes, BARS.megabytes), bar('opens in Chromium, s', seconds, BARS.seconds)]
console.log(`    of it at work: ${Math.min(...busy).toFixed(2)} s; load ${loadavg()[0]!.toFixed(1)}`)
console.log(good.every(Boolean) ? '\nall bars met' : '\nmissed')
process.exitCode = good.every(Boolean) ? 0 : 1
