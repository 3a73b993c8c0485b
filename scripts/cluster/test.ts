import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { openDatabase } from '../../src/qc/database.ts'
import { everyCase, everyExpression } from '../../src/qc/testing/every-case.ts'
import { openTrino } from '../../src/qc/trino/database.ts'
import { startCluster } from './cluster.ts'
import { compareAll } from './equal.ts'
import { compareGathering } from './gather.ts'
import { hostileQuestions } from './hostile.ts'
import { compareProfiles } from './profile.ts'
import { settings } from './settings.ts'
import { compareTypes } from './types.ts'

/** Both engines are asked the same; `npm run -s test:cluster -- '^G0'` asks only what is named so. Against QC_TRINO_URL, or a cluster of its own. */
const given = process.env['QC_TRINO_URL']
const wanted = new RegExp(process.argv[2] ?? '')
const cluster = given === undefined ? await startCluster() : undefined
const here = await openDatabase({ threads: 1 })
// Small questions: to keep what a stage hands on for the case that a worker is lost would take longer than to answer them.
const there = openTrino({ url: given ?? cluster?.url ?? '', user: 'qc', session: { retry_policy: 'NONE' } })
/** Runs of the application itself against the cluster: what it writes for Trino lies where the nodes read. */
function judgeInApplication(url: string): number {
  const share = path.join(settings.folder, 'data', 'hive')
  const vitest = ['scripts/run.mjs', 'exec', 'vitest', 'run', '--project', 'http', 'test/qc-engine-cluster.test.ts']
  const { status } = spawnSync(process.execPath, vitest, {
    stdio: 'inherit',
    env: { ...process.env, QC_TRINO_URL: url, QC_TRINO_SHARE: process.env['QC_TRINO_SHARE'] ?? share },
  })
  console.log(`runs of the application: ${status === 0 ? 'as meant' : 'not as meant'}`)
  return status === 0 ? 0 : 1
}

let different = 0
try {
  if (wanted.test('types')) different += await compareTypes(there)
  if (wanted.test('profile')) different += await compareProfiles(there)
  if (wanted.test('plans')) different += await compareGathering(there)
  if (wanted.test('application')) different += judgeInApplication(given ?? cluster?.url ?? '')
  for (const [name, questions] of [
    ['catalogue cases', everyCase()],
    ['expressions', everyExpression(150)],
    ['hostile identifiers, literals and patterns', hostileQuestions()],
  ] as const) {
    const asked = questions.filter((question) => wanted.test(question.name))
    if (asked.length > 0) different += await compareAll(name, asked, here, there)
  }
} finally {
  await Promise.all([here.close(), there.close()])
  await cluster?.stop()
}
process.exitCode = different > 0 ? 1 : 0
