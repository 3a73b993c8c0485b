// The product for the browser tests: a throw-away database, the demo hospital, cheap passwords, a captcha with a known answer.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mounted } from '../../src/areas/registry.server.ts'
import { openDoor } from '../../src/server/lane/door.ts'
import { startOn } from '../server.ts'
import { toolsOf, workBeside } from '../worker.ts'
import { copyStart, makeFirst, workerTasks } from './first-start.ts'
import { layTrialTasks, trialTasks } from './trial-task.ts'

// The server that all tests share has no worker, and its pages say so. A test that follows a run starts a server of its own, with a worker that
// stays, on a copy of the same first start in which that worker has done its work.
const isOwn = process.env['E2E_WORKER'] === '1'
const home = process.env['E2E_FIRST'] ?? (await mkdtemp(join(tmpdir(), 'e2e-')))
const removeFirst = isOwn ? undefined : await makeFirst(home)
const { url, ownerUrl, dataDir, remove } = await copyStart(home, isOwn ? 'done' : 'first')
const server = await startOn({ url, ownerUrl }, { PORT: process.env['E2E_PORT'] ?? '8123', DATA_DIR: dataDir })
const isTrial = process.env['E2E_TRIAL'] === '1'
if (isTrial) await layTrialTasks(server.backend)
const tasks = [...workerTasks, ...(isTrial ? trialTasks : [])]
const worker = isOwn ? await workBeside(server.backend, tasks) : undefined
const told = (error: unknown) => void process.stderr.write(`${String(error)}\n`)
const questions = mounted.flatMap(({ half }) => half?.questions ?? [])
const door = isOwn ? await openDoor({ dataDir, tools: toolsOf(server.backend), questions, onError: told }) : undefined
// What the product has no command for: one that fails, and one that runs long enough to be cancelled.
const script = (title: string, text: string) => ({ title: { 'zh-cn': title, en: title }, program: process.execPath, args: ['-e', text] })
server.backend.terminal.commands.set('try-fail', script('try-fail', `console.log('half done'); process.exit(3)`))
server.backend.terminal.commands.set('try-long', script('try-long', `console.log('begun'); setTimeout(() => {}, 600_000)`))
process.stdout.write(`${server.address}\n`)

const stop = async () => {
  await door?.close().catch(told)
  await worker?.stop().catch(told)
  await server.close().catch(told)
  await remove()
  await removeFirst?.()
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
