// Every catalogue case of every check type, a file each, through the queue, a worker and the ledger: counts and keys as the `qc` command has them on
// the same bytes. Cases with a second table are forms of a study; the command reads the files that the server read of them.
//   npm run -s drill:catalogue -- [--part 1/1]
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { compareFiles, compareForms, differing, fileCases, formCases, type House } from '../../test/catalogue-kit.ts'
import { startIntake } from '../bench/intake.ts'

const { values } = parseArgs({ options: { part: { type: 'string', default: '1/1' } } })
const [PART = 1, PARTS = 1] = values.part.split('/').map(Number)
const AT_ONCE = 100
const LIMIT_MS = 60 * 60_000
const began = performance.now()
const failures: string[] = []

const intake = await startIntake({ subjects: 1, variables: 1 })
const worker = intake.launchWorker()
const sql: House['sql'] = async (text, params = []) => (await intake.client.query(text, params)).rows
const house: House = {
  call: intake.call,
  sql,
  dataDir: intake.dataDir,
  pathOf: intake.pathOf,
  quiet: async () => {
    while ((await sql(`SELECT 1 FROM qc_run WHERE state IN ('waiting', 'running')`)).length > 0) {
      if (performance.now() - began > LIMIT_MS) throw new Error('not done in time')
      await sleep(100)
    }
  },
}
const some = <T>(all: readonly T[]): T[] => all.filter((_, at) => at % PARTS === PART - 1)
let [judged, applicable] = [0, 0]
const tell = (pairs: Awaited<ReturnType<typeof compareFiles>>): void => {
  judged += pairs.length
  applicable += pairs.filter(({ server: { counts } }) => Array.isArray(counts) && counts[1] === 1).length
  failures.push(...differing(pairs))
}
try {
  const [files, forms] = [some(fileCases()), some(formCases())]
  console.log(`${files.length} files, ${forms.length} cases with a second table, load ${(loadavg()[0] ?? 0).toFixed(1)}`)
  const [study] = await sql<{ id: number }>('SELECT id::int AS id FROM study_project ORDER BY id LIMIT 1')
  for (let at = 0; at < files.length; at += AT_ONCE) tell(await compareFiles(house, files.slice(at, at + AT_ONCE), study?.id ?? 0))
  tell(await compareForms(house, forms, intake.department, 1))
} catch (error) {
  failures.push(String(error))
} finally {
  worker.kill('SIGKILL')
  await intake.stop()
}
console.log(
  `${judged} cases, ${applicable} of them applicable; ${((performance.now() - began) / 1000).toFixed(0)} s, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
)
console.log(failures.length > 0 ? `FAILED: ${failures.slice(0, 20).join('\n')}` : 'passed')
process.exitCode = failures.length > 0 ? 1 : 0
