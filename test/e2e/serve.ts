// The product for the browser tests: a throw-away database, the demo hospital, cheap passwords, a captcha with a known answer.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { running } from '../../src/areas/qc-run/server/task.ts'
import { mounted } from '../../src/areas/registry.server.ts'
import { startEmbedded } from '../../src/server/db/embedded.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { startWorker } from '../../src/server/task/worker.ts'
import { intake } from '../../src/server/upload/intake.ts'
import { startOn } from '../server.ts'
import { toolsOf } from '../worker.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'e2e-'))
const database = await startEmbedded({ dataDir, log: () => {}, isThrowAway: true })
await migrate(database)
const server = await startOn(database, { PORT: process.env['E2E_PORT'] ?? '8123' })
// What the people of the demo have asked of quality control is answered; then there is no worker any more, and pages say so.
// A test that follows a run starts a server of its own, whose worker stays.
const keepsWorker = process.env['E2E_WORKER'] === '1'
const worker = await startWorker({
  url: server.backend.config.DATABASE_URL ?? '',
  tools: toolsOf(server.backend),
  tasks: keepsWorker ? [intake, ...mounted.flatMap(({ half }) => half?.tasks ?? [])] : [running],
  lookMs: 50,
  onError: (error) => void process.stderr.write(`${String(error)}\n`),
})
const OPEN = `SELECT 1 FROM qc_run WHERE state IN ('waiting', 'running') LIMIT 1`
while ((await server.backend.database.query(OPEN)).length > 0) await new Promise((done) => setTimeout(done, 100))
if (!keepsWorker) await worker.stop()
// What the product has no command for: one that fails, and one that runs long enough to be cancelled.
const script = (title: string, text: string) => ({ title: { 'zh-cn': title, en: title }, program: process.execPath, args: ['-e', text] })
server.backend.terminal.commands.set('try-fail', script('try-fail', `console.log('half done'); process.exit(3)`))
server.backend.terminal.commands.set('try-long', script('try-long', `console.log('begun'); setTimeout(() => {}, 600_000)`))
process.stdout.write(`${server.address}\n`)

const stop = async () => {
  if (keepsWorker) await worker.stop()
  await server.close().catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
