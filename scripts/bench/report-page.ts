// The page of a report in Chromium: how long until it is there, and how long a filter takes.
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { main } from '../../src/qc/cli.ts'
import { openDatabase } from '../../src/qc/database.ts'
import { findBrowser } from '../run/browser.mjs'
import { measurementsSql } from './qc-generate.ts'
import { twoHundred } from './qc-parameters.ts'

/** Until the next frame is painted. */
const painted = (page: Page, sought: string | null) =>
  page.evaluate(
    (text) =>
      new Promise<number>((done) => {
        const began = text === null ? 0 : performance.now()
        const box = document.querySelector<HTMLInputElement>('#search')
        if (text !== null && box) {
          box.value = text
          box.dispatchEvent(new Event('input'))
        }
        requestAnimationFrame(() => setTimeout(() => done((performance.now() - began) / 1000)))
      }),
    sought,
  )

/** The best of some rounds, in seconds: by the clock, and how long the page's own thread was at work, to which others add hardly anything. */
export const openedIn = async (file: string, rounds: number) => {
  const executablePath = findBrowser()
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox', '--disable-gpu'] })
  const seen: { shown: number; busy: number; filter: number; filterBusy: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    const atWork = async () => (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
    await page.goto(pathToFileURL(file).href)
    const shown = await painted(page, null)
    const busy = await atWork()
    const filter = await painted(page, 'r7')
    seen.push({ shown, busy, filter, filterBusy: (await atWork()) - busy })
    await page.close()
  }
  await browser.close()
  const least = (key: 'shown' | 'busy' | 'filter' | 'filterBusy') => Math.min(...seen.map((one) => one[key]))
  return { shown: least('shown'), busy: least('busy'), filter: least('filter'), filterBusy: least('filterBusy') }
}

/** The report of so many rows × 80 columns with 200 checks, as the `qc` command writes it. */
export const pageOf = async (rows: number, rounds: number) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'report-bench-'))
  const at = (name: string) => path.join(folder, name)
  const db = await openDatabase({ memory: '2GB' })
  await db.run(`COPY (${measurementsSql(rows)}) TO '${at('measurements.parquet')}' (FORMAT parquet)`)
  await db.close()
  await writeFile(at('parameters.json'), JSON.stringify(twoHundred()))
  const started = performance.now()
  const given = [at('measurements.parquet'), '-p', at('parameters.json'), '--report', at('report.html')]
  await main(['check', ...given, '--memory', '1GB', '--lang', 'en'], () => {})
  const made = (performance.now() - started) / 1000
  const megabytes = (await stat(at('report.html'))).size / 1e6
  const opened = await openedIn(at('report.html'), rounds)
  await rm(folder, { recursive: true, force: true })
  return { ...opened, made, megabytes }
}
