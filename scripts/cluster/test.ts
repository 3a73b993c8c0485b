import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '../../src/qc/database.ts'
import { everyCase, everyExpression } from '../../src/qc/testing/every-case.ts'
import { startS3 } from '../../src/qc/testing/s3-server.ts'
import { openTrino, type TrinoOptions } from '../../src/qc/trino/database.ts'
import { peakMB } from '../bench/process.ts'
import { compareOverBucket } from './bucket.ts'
import { startCluster } from './cluster.ts'
import { compareCommand } from './command.ts'
import { cpuSeconds } from './cpu.ts'
import { compareAll } from './equal.ts'
import { compareGathering } from './gather.ts'
import { compareHostile } from './injection.ts'
import { compareLimits } from './limits.ts'
import { compareProfiles } from './profile.ts'
import { settings } from './settings.ts'
import { spreadOut } from './spread.ts'
import { compareTypes } from './types.ts'

/**
 * Both engines are asked the same; `npm run -s test:cluster -- '^G0'` asks only what is named so. Against QC_TRINO_URL (with QC_TRINO_USER,
 * QC_TRINO_PASSWORD and QC_TRINO_CA, a file, where it asks for them), or a cluster of its own.
 */
const { QC_TRINO_URL: given, QC_TRINO_USER: user = 'qc', QC_TRINO_PASSWORD: password, QC_TRINO_CA: ca } = process.env
const started = performance.now()
const wanted = new RegExp(process.argv[2] ?? '')
const share = process.env['QC_TRINO_SHARE'] ?? path.join(settings.folder, 'data', 'hive')
const bucket = given === undefined ? await startS3() : undefined
const cluster = given === undefined ? await startCluster(settings.workers, bucket ? { s3: bucket.endpoint } : {}) : undefined
const here = await openDatabase({ threads: 1 })
const options: TrinoOptions = {
  url: given ?? cluster?.url ?? '',
  user,
  ...(password === undefined ? {} : { password }),
  ...(ca === undefined ? {} : { ca: readFileSync(ca, 'utf8') }),
  // Small questions: to keep what a stage hands on for the case that a worker is lost would take longer than to answer them.
  session: { retry_policy: 'NONE' },
  stallMs: 120_000,
  onStall: (sql) => console.log(`~ stood still, ended and asked once more: ${sql.slice(0, 200)}`),
}
const there = openTrino(options)
/** Runs of the application itself against the cluster: what it writes for Trino lies where the nodes read. */
function judgeInApplication(): number {
  const vitest = ['scripts/run.mjs', 'exec', 'vitest', 'run', '--project', 'http', 'test/qc-engine-cluster.test.ts']
  const { status } = spawnSync(process.execPath, vitest, {
    stdio: 'inherit',
    env: { ...process.env, QC_TRINO_URL: options.url, QC_TRINO_SHARE: share },
  })
  console.log(`runs of the application: ${status === 0 ? 'as meant' : 'not as meant'}`)
  return status === 0 ? 0 : 1
}

const seconds = (): string => `${Math.round((performance.now() - started) / 1000)} s`
let different = 0
try {
  console.log(`the server answers after ${seconds()}`)
  if (wanted.test('types')) different += await compareTypes(there)
  if (wanted.test('profile')) different += await compareProfiles(there)
  if (bucket && wanted.test('s3')) different += await compareOverBucket(here, there, bucket)
  if (wanted.test('limits') || wanted.test('cancel')) different += await compareLimits(there, options)
  if (wanted.test('command')) different += await compareCommand(there, options)
  if (wanted.test('plans')) different += await compareGathering(there)
  if (wanted.test('application')) different += judgeInApplication()
  const cases = everyCase().filter(({ name }) => wanted.test(name))
  if (cases.length > 0)
    different += await spreadOut(there, share, (stage) => compareAll('catalogue cases over distributed tables', cases, here, there, stage))
  const expressions = everyExpression(150).filter(({ name }) => wanted.test(name))
  if (expressions.length > 0) different += await compareAll('expressions', expressions, here, there)
  if (wanted.test('hostile')) different += await spreadOut(there, share, (stage) => compareHostile(here, there, stage))
  const nodes = cluster ? [cluster.coordinator, ...cluster.workers] : []
  const shown = nodes.map(
    (node) => `${node.name} ${cpuSeconds(node).toFixed(0)} s of CPU, ${peakMB(node.process.pid ?? 0).toFixed(0)} MB at most`,
  )
  console.log([`${seconds()} in all`, ...shown].join('; '))
} finally {
  await Promise.all([here.close(), there.close()])
  await cluster?.stop()
  await bucket?.close()
}
process.exitCode = different > 0 ? 1 : 0
