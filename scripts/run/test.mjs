import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { check } from './check.mjs'
import { isStopped, runBin } from './child.mjs'
import { judged, lineOf } from './outcome.mjs'
import { root } from './place.mjs'
import { startOwnPostgres } from './own-postgres.mjs'
import { say, Sentence } from './sentence.mjs'
import { ensureWeb } from './web.mjs'

// A run that failed before or beside its tests must not look like a success.
const count = (code, passed, failed, names) => ({ passed, failed: failed === 0 && code !== 0 ? 1 : failed, names })

const COLOUR = /\u001b\[[0-9;]*m/g
/** A failure by its name and the beginning of what was said of it: on a machine of others the end of the log is all that one sees. */
const told = (name, messages = []) => [
  name,
  ...messages
    .join('\n')
    .replace(COLOUR, '')
    .split('\n')
    .filter((line) => line.trim() && !line.includes('node_modules'))
    .slice(0, 12)
    .map((line) => `    ${line.slice(0, 300)}`),
]

// A file that does not load, or whose preparation fails, has no failed test of its own.
const isBrokenFile = ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed')

const readReport = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

const vitest = async (runtime, project, report, env = {}) => {
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runBin(runtime, 'vitest', args, { env: { ...runtime.env, ...env } }).code
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = readReport(report)
  const broken = testResults.filter(isBrokenFile)
  const failed = testResults.flatMap((file) => file.assertionResults.filter((one) => one.status === 'failed'))
  const names = [
    ...failed.flatMap((one) => told(one.fullName, one.failureMessages)),
    ...broken.flatMap((file) => told(relative(root, file.name), [file.message])),
  ]
  return { ...count(code, numPassedTests, numFailedTests + broken.length, names), notes: unjudged(testResults) }
}

/** Tests that look into one process, by their reason. */
const unjudged = (files) => {
  const seen = files.flatMap((file) => file.assertionResults.filter((one) => one.meta?.onlyInOneProcess))
  const reasons = [...new Set(seen.map((one) => one.meta.onlyInOneProcess))]
  const namesOf = (reason) => seen.filter((one) => one.meta.onlyInOneProcess === reason).map((one) => `  ${one.fullName}`)
  return reasons.flatMap((reason) => [`not judged: ${reason}`, ...namesOf(reason)])
}

/** What failed, and what only passed when it was tried again. */
const namesIn = (suite) => [
  ...(suite.specs ?? []).flatMap(({ title, file, tests }) => {
    const { status, results = [] } = tests[0] ?? {}
    if (status !== 'unexpected' && status !== 'flaky') return []
    const failed = results.find((one) => one.status === 'failed' || one.status === 'timedOut')
    const messages = (failed?.errors ?? []).map(({ message = '' }) => message)
    return told(`${file}: ${title}${status === 'flaky' ? ' (tried again)' : ''}`, messages)
  }),
  ...(suite.suites ?? []).flatMap(namesIn),
]

const playwright = async (runtime, report) => {
  await ensureWeb(runtime)
  if (!(await ensureBrowser(runtime))) return { passed: 0, failed: 1 }
  const env = { ...runtime.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const code = await runBin(runtime, 'playwright', ['test', '--reporter=list,json'], { env }).code
  const { stats, ...root } = readReport(report)
  const { expected = 0, flaky = 0, unexpected = 0 } = stats ?? {}
  return { ...count(code, expected + flaky, unexpected, namesIn(root)), again: flaky }
}

const ownPostgres = async (runtime, report) => {
  const { TEST_DATABASE_URL: url, TEST_DATABASE_OWNER_URL: ownerUrl } = process.env
  if (Boolean(url) !== Boolean(ownerUrl))
    throw new Sentence(
      'Give both TEST_DATABASE_URL (the role of the application) and TEST_DATABASE_OWNER_URL (the role that owns the tables).',
    )
  const server = url ? { url, ownerUrl, stop: async () => {} } : await startOwnPostgres()
  if (!server) return { passed: 0, failed: 0, skipped: 1 }
  try {
    return await vitest(runtime, 'http', report, { TEST_DATABASE_URL: server.url, TEST_DATABASE_OWNER_URL: server.ownerUrl })
  } finally {
    await server.stop()
  }
}

const stages = {
  static: { title: 'types, lint, format', run: check },
  unit: { title: 'unit tests', run: (runtime, report) => vitest(runtime, 'unit', report) },
  http: {
    title: 'HTTP tests on the embedded PostgreSQL',
    run: async (runtime, report) => {
      // The size budgets are read off the built files.
      await ensureWeb(runtime)
      return vitest(runtime, 'http', report, { TEST_DATABASE_URL: '', TEST_DATABASE_OWNER_URL: '' })
    },
  },
  e2e: { title: 'browser tests', run: playwright },
  pg15: { title: 'HTTP tests on a PostgreSQL server of one’s own', run: ownPostgres },
  two: {
    title: 'HTTP tests against two processes behind a round robin',
    onlyByName: true,
    run: async (runtime, report) => {
      await ensureWeb(runtime)
      return vitest(runtime, 'http', report, { TEST_DATABASE_URL: '', TEST_DATABASE_OWNER_URL: '', TEST_PROCESSES: '2' })
    },
  },
}

export const test = async (runtime, wanted) => {
  const unknown = wanted.find((name) => !Object.hasOwn(stages, name))
  if (unknown !== undefined)
    throw new Sentence(`"${unknown}" is no stage. Stages: ${Object.keys(stages).join(', ')}; none means all but two.`)
  const folder = mkdtempSync(join(tmpdir(), 'qc-report-'))
  const total = { passed: 0, failed: 0, skipped: 0, again: 0 }
  const lines = []
  for (const [name, { title, onlyByName, run }] of Object.entries(stages)) {
    if (wanted.length > 0 ? !wanted.includes(name) : onlyByName) continue
    say(`\n── ${title}`)
    const result = judged(await run(runtime, join(folder, `${name}.json`)))
    // At the end, where a long log is read: a failure in its middle is scrolled away.
    lines.push(lineOf(name, result), ...[...result.names, ...result.notes].map((one) => `  ${one}`))
    for (const kind of ['passed', 'failed', 'skipped', 'again']) total[kind] += result[kind]
    if (isStopped()) throw new Sentence('Stopped.')
  }
  rmSync(folder, { recursive: true, force: true })
  process.stdout.write(
    `\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}${total.again ? `, ${total.again} tried twice` : ''}\n`,
  )
  // Where nobody reads the last lines, a stage that did not run must not look like one that passed.
  return total.failed === 0 && !(total.skipped && process.env.CI) ? 0 : 1
}
