import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { check } from './check.mjs'
import { isStopped, runBin } from './child.mjs'
import { count, judged, lineOf, namesIn } from './outcome.mjs'
import { at, root } from './place.mjs'
import { startOwnPostgres } from './own-postgres.mjs'
import { say, Sentence } from './sentence.mjs'
import { twice } from './twice.mjs'
import { ensureWeb } from './web.mjs'

const read = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** As in `playwright.config.ts`: where nobody can look again. */
const isTriedAgain = () => Boolean(process.env.CI) && !isStopped()

const vitest = (runtime, project, report, env = {}) => {
  const once = async (files = []) => {
    if (files.length > 0) say(`\n── tried again, alone: ${files.map((file) => relative(root, file)).join(', ')}`)
    const out = `${report}.${files.length}`
    const beside = `${out}.beside`
    const reporters = [
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${out}`,
      `--reporter=${at('scripts', 'run', 'beside.mjs')}`,
    ]
    const args = ['run', '--project', project, ...reporters, ...(files.length > 0 ? ['--maxWorkers=1', ...files] : [])]
    const code = await runBin(runtime, 'vitest', args, { env: { ...runtime.env, ...env, BESIDE_FILE: beside } }).code
    return { code, report: read(out) ?? {}, beside: read(beside) ?? [] }
  }
  return twice(once, isTriedAgain)
}

const playwright = async (runtime, report) => {
  await ensureWeb(runtime)
  if (!(await ensureBrowser(runtime))) return { passed: 0, failed: 1 }
  const env = { ...runtime.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const code = await runBin(runtime, 'playwright', ['test', '--reporter=list,json'], { env }).code
  const { stats, ...suite } = read(report) ?? {}
  const { expected = 0, flaky = 0, unexpected = 0 } = stats ?? {}
  return { ...count(code, expected + flaky, unexpected, namesIn(suite)), again: flaky }
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
  static: { title: 'types, lint, format', run: (runtime, _, hear) => check(runtime, hear) },
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

/** Stages that leave a core idle here and there go side by side; the last of them speaks, what the others said is shown when they have ended. */
const sideBySide = [['static', 'unit'], ['http'], ['e2e'], ['pg15'], ['two']]

export const test = async (runtime, wanted) => {
  const unknown = wanted.find((name) => !Object.hasOwn(stages, name))
  if (unknown !== undefined)
    throw new Sentence(`"${unknown}" is no stage. Stages: ${Object.keys(stages).join(', ')}; none means all but two.`)
  const folder = mkdtempSync(join(tmpdir(), 'qc-report-'))
  const total = { passed: 0, failed: 0, skipped: 0, again: 0 }
  const lines = []
  const isWanted = (name) => (wanted.length > 0 ? wanted.includes(name) : !stages[name].onlyByName)
  for (const group of sideBySide.map((names) => names.filter(isWanted)).filter((names) => names.length > 0)) {
    say(`\n── ${group.map((name) => stages[name].title).join(' · ')}`)
    const runs = group.map(async (name) => {
      const heard = []
      const hear = name === group.at(-1) ? undefined : (part) => heard.push(part)
      return { name, heard, result: judged(await stages[name].run(runtime, join(folder, `${name}.json`), hear)) }
    })
    for (const { name, heard, result } of await Promise.all(runs)) {
      for (const part of heard) process.stdout.write(part)
      // At the end, where a long log is read: a failure in its middle is scrolled away.
      lines.push(lineOf(name, result), ...[...result.names, ...result.notes].map((one) => `  ${one}`))
      for (const kind of ['passed', 'failed', 'skipped', 'again']) total[kind] += result[kind]
    }
    if (isStopped()) throw new Sentence('Stopped.')
  }
  rmSync(folder, { recursive: true, force: true })
  process.stdout.write(
    `\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}${total.again ? `, ${total.again} tried twice` : ''}\n`,
  )
  // Where nobody reads the last lines, a stage that did not run must not look like one that passed.
  return total.failed === 0 && !(total.skipped && process.env.CI) ? 0 : 1
}
