// A run with 3,000 results and 1,000,000 findings: what a second run over 3 % other data costs the ledger, and how soon its report is there to work
// with, in the product and as the page that is handed out; then that page for 1,000,000 rows × 80 columns.
// Either part is left out by a nought.   npm run -s bench:report -- [--findings 1000000] [--rows 1000000] [--rounds 5]
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { cpuOf } from './process.ts'
import { RULES, startLedger, type Ledger } from './report-ledger.ts'
import { openedIn, pageOf } from './report-page.ts'

const { values } = parseArgs({
  options: {
    findings: { type: 'string', default: '1000000' },
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
  },
})
const [FINDINGS, ROUNDS] = [Number(values.findings), Number(values.rounds)]
const BARS = { ledger: 10, table: 1, filter: 0.2, megabytes: 3 }
const failures: string[] = []
const load = () => (loadavg()[0] ?? 0).toFixed(1)
const isBusy = (loadavg()[0] ?? 0) > cpus().length / 2
const bar = (label: string, value: number, most: number, more = ''): void => {
  console.log(`  ${value <= most ? '✓' : '✗'} ${label}: ${value.toFixed(2)} (at most ${most})${more}`)
  if (value > most) failures.push(label)
}
const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

/** A call from the question to the answer: by the clock, and what server and database did for it. */
const asked = async ({ call, server, postmaster }: Ledger, path: string, query: Record<string, string>) => {
  const cpu = () => cpuOf(server.pid ?? 0) + cpuOf(postmaster)
  const [seen, worked]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const [before, began] = [cpu(), performance.now()]
    const { code, msg } = await call(path, { query })
    if (code !== 1) throw new Error(`${path}: ${msg}`)
    seen.push((performance.now() - began) / 1000)
    worked.push(cpu() - before)
  }
  return { clock: median(seen), cpu: median(worked) }
}
const search = (...conditions: [string, string, string][]) =>
  JSON.stringify(conditions.map(([field, operator, val]) => ({ field, operator, val })))

console.log(`load ${load()} at the start${isBusy ? ': others bend the clock, so calls and pages are judged by CPU' : ''}`)
const ledgerOf = async (): Promise<void> => {
  const ledger = await startLedger(FINDINGS)
  try {
    const first = await ledger.run()
    console.log(
      `first run: ${first.total} results, ${first.appeared} findings; judged in ${first.judged.toFixed(0)} s, entered in ${first.entered.toFixed(0)} s (CPU ${(first.worker + first.database).toFixed(1)} s), load ${load()}`,
    )
    if (first.total !== RULES || Math.abs(first.appeared - FINDINGS) > FINDINGS / 50) failures.push('not the data that were meant')
    await ledger.settle()
    await ledger.change()
    const second = await ledger.run()
    console.log(
      `second run: ${second.appeared} new, ${second.resolved} gone, ${second.changed} changed; worker at most ${second.peak.toFixed(0)} MB, load ${load()}`,
    )
    bar(
      'ledger update, s CPU',
      second.worker + second.database,
      BARS.ledger,
      `: worker ${second.worker.toFixed(1)}, database ${second.database.toFixed(1)}; ${second.entered.toFixed(1)} s by the clock`,
    )
    await ledger.settle()
    const run = String(second.id)
    const judged = async (label: string, most: number, path: string, query: Record<string, string>) => {
      const { clock, cpu } = await asked(ledger, path, query)
      bar(`${label}, s`, isBusy ? cpu : clock, most, `: ${clock.toFixed(3)} s by the clock, CPU ${cpu.toFixed(3)} s`)
    }
    const ofRun: [string, string, string] = ['run', '=', run]
    await judged('results of the run', BARS.table, '/admin/qc.result/index', { limit: '100', search: search(ofRun) })
    await judged('results, filtered', BARS.filter, '/admin/qc.result/index', {
      limit: '100',
      search: search(ofRun, ['status', 'IN', 'failed']),
    })
    await judged('findings of the study', BARS.table, '/admin/finding/index', { limit: '100' })
    await judged('findings, filtered', BARS.filter, '/admin/finding/index', { limit: '100', search: search(['state', 'IN', 'new']) })
    await judged('what-if over all results', BARS.filter, '/admin/qc.run/suppose', { id: run, warn: '0', fail: '0.05' })
    await judged('findings that wait, the most serious first', BARS.table, '/admin/finding/index', {
      limit: '100',
      search: search(['state', 'IN', 'new,reopened']),
      order: 'severity,asc;id,desc',
    })
    await judged('what the run changed', BARS.table, '/admin/finding.event/index', { limit: '100', search: search(ofRun) })
    await judged('earlier runs', BARS.filter, '/admin/qc.run/earlier', { id: run })
    await judged('against the run before', BARS.table, '/admin/qc.run/compare', { id: run, with: String(first.id) })
    await judged('sites', BARS.filter, '/admin/qc.run/sites', { id: run })
    await judged('the score over the runs', BARS.filter, '/admin/qc.run/trend', { id: run })
    const { data: results } = await ledger.call<{ list: { code: string; parameter: number; form: number | null }[] }>(
      '/admin/qc.result/index',
      {
        query: { limit: '1', search: search(ofRun) },
      },
    )
    const [one] = results.list
    if (!one) throw new Error('the run has no result')
    const rule = { code: one.code, parameter: String(one.parameter), ...(one.form === null ? {} : { form: String(one.form) }) }
    await judged('a rule over the runs', BARS.filter, '/admin/qc.run/trend', { id: run, ...rule })
    const { path } = await ledger.reportOf(second.id)
    const page = await openedIn(path, ROUNDS)
    bar(
      'report with all results opens, s',
      isBusy ? page.busy : page.shown,
      BARS.table,
      `: ${page.shown.toFixed(2)} s by the clock, at work ${page.busy.toFixed(2)} s`,
    )
    bar(
      'report is filtered, s',
      isBusy ? page.filterBusy : page.filter,
      BARS.filter,
      `: ${page.filter.toFixed(2)} s by the clock, at work ${page.filterBusy.toFixed(2)} s`,
    )
  } catch (error) {
    failures.push(String(error))
  } finally {
    await ledger.stop()
  }
}
if (FINDINGS > 0) await ledgerOf()
if (Number(values.rows) > 0) {
  const { megabytes, made, shown, busy } = await pageOf(Number(values.rows), ROUNDS)
  console.log(`${Number(values.rows).toLocaleString('en')} rows × 80 columns, 200 checks, profile and report made in ${made.toFixed(1)} s`)
  bar('report, MB', megabytes, BARS.megabytes)
  bar('opens in Chromium, s', isBusy ? busy : shown, BARS.table, `: ${shown.toFixed(2)} s by the clock, at work ${busy.toFixed(2)} s`)
}
console.log(failures.length > 0 ? `missed: ${failures.join('; ')}; load ${load()}` : `all bars met; load ${load()}`)
process.exitCode = failures.length > 0 ? 1 : 0
