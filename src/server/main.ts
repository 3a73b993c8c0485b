import { flushCompileCache } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { complainer } from './complaint.ts'
import { ConfigError, readConfig, urlsOf } from './config.ts'
import type { Config } from './config.ts'
import { startEmbedded } from './db/embedded.ts'
import { isLostLine } from './db/lost-line.ts'
import { migrate } from './db/migrate.ts'
import { startBackend } from './start.ts'
import type { RunningBackend } from './start.ts'
import { buildApp } from './app.ts'
import { EXIT, endOnUncaught } from './last-resort.ts'
import { DEMO_MEMBERS } from './seed/demo-member.ts'
import { DEMO_ADMINS } from './seed/demo.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
let ending = false
const complain = complainer((line) => void process.stderr.write(`${line}\n`))
const tell = (error: unknown): void => (ending && isLostLine(error) ? undefined : complain(error))
const STOP_WITHIN_MS = 15_000
const DRAIN_MS = 10_000
const NOBODY_CAUGHT = 'a failure that nobody caught: the server stops'
let report = (number: string, error: unknown): void =>
  void process.stderr.write(`${NOBODY_CAUGHT} (${number})\n${error instanceof Error ? error.stack : String(error)}\n`)

/** What was asked is answered; a request that never ends is cut off, so that the steps after this one are taken. */
const closeWithin = async (app: FastifyInstance, ms: number): Promise<void> => {
  const cut = setTimeout(() => app.server.closeAllConnections(), ms)
  await app.close()
  clearTimeout(cut)
}

const welcome = ({ firstAdmin, isDemoLoaded, config }: RunningBackend, address: string) => {
  say(`\n  数据管理与质控系统 · Data Management & Quality Control System\n`)
  say(`  Home    ${address}/`)
  say(`  Admin   ${address}/admin`)
  if (firstAdmin) {
    say(`\n  Account   ${firstAdmin.username}`)
    say(
      `  Password  ${firstAdmin.password}${config.ADMIN_PASSWORD ? '' : '   (also in the file first-password of the data folder, until you change it)'}`,
    )
  }
  if (firstAdmin?.isWeak)
    say(`\n  The password of ${firstAdmin.username} is short or common and is soon guessed. Change it after signing in.`)
  if (isDemoLoaded)
    say(
      `\n  Demo data was loaded; its admins (${DEMO_ADMINS.join(', ')}) and members (${DEMO_MEMBERS.join(', ')}) have the same password, until  demo-end  in the terminal disables them. Start with  npm start -- --empty  for an empty system.`,
    )
  say('')
}

/** Undone in reverse, also when a later step fails: a half-started server must not leave a database behind. */
const start = async (config: Config, undo: (() => Promise<unknown>)[]): Promise<void> => {
  const own = urlsOf(config)
  const embedded = own ? undefined : await startEmbedded({ dataDir: config.DATA_DIR, log: say })
  if (embedded) undo.push(embedded.stop)
  const urls = own ?? embedded!
  await migrate(urls)
  const backend = await startBackend(config, urls, { onError: tell })
  undo.push(backend.close)
  const app = await buildApp(backend)
  report = (number, err) => app.log.fatal({ err, number }, NOBODY_CAUGHT)
  undo.push(() => closeWithin(app, DRAIN_MS))
  await app.listen({ port: config.PORT, host: config.HOST })
  const { port } = app.server.address() as { port: number }
  welcome(backend, config.pages ?? `http://${config.HOST === '0.0.0.0' ? 'localhost' : config.HOST}:${port}`)
  // Written at exit otherwise, and a killed server has none: the next start would compile everything again.
  flushCompileCache()
}

const explain = (error: unknown): string => {
  if (error instanceof ConfigError) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `The port is already in use. Stop the other program or choose another port: PORT=8001 npm start`
  if (code === 'EACCES') return `This port may not be used by you. Choose one above 1024: PORT=8000 npm start`
  if (code === '42501')
    return `The database role may not change the tables: set DATABASE_OWNER_URL to the role that owns them, see docs/database.md. (${message})`
  if (code === 'ECONNREFUSED')
    return `The database does not answer. Check DATABASE_URL, or leave it out for the embedded database. (${message})`
  return message
}

const undo: (() => Promise<unknown>)[] = []
const end = async (code: number): Promise<void> => {
  if (ending) return
  ending = true
  // A step that never ends must not keep the process from ending.
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
  try {
    for (const step of undo.toReversed()) await step()
  } catch (error) {
    tell(error)
    process.exit(1)
  }
  process.exit(code)
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end(0))
endOnUncaught((number, error) => report(number, error), end)

try {
  await start(readConfig(process.env, process.argv.slice(2)), undo)
} catch (error) {
  if (!ending) process.stderr.write(`${explain(error)}\n`)
  await end(EXIT.refused)
}
