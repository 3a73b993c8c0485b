import { startEmbedded } from '../src/server/db/embedded.ts'

/** A process of its own that holds the embedded database, for tests that kill it. Options come as JSON in the first argument. */
export type ChildOptions = { dataDir: string; packageRoot?: string; patience?: number; user?: number }
export type ChildMessage = { url?: string; ownerUrl?: string; error?: string; log?: string; stopped?: boolean; milliseconds?: number }

const { user, ...options } = JSON.parse(process.argv[2] ?? '{}') as ChildOptions
const tell = (message: ChildMessage) => process.stdout.write(`${JSON.stringify(message)}\n`)

if (user !== undefined) {
  process.setgroups?.([])
  process.setgid?.(user)
  process.setuid?.(user)
}
try {
  const started = performance.now()
  const { url, ownerUrl, stop } = await startEmbedded({ ...options, log: (text) => tell({ log: text }) })
  const keepAlive = setInterval(() => {}, 60_000)
  process.on('SIGTERM', () => {
    clearInterval(keepAlive)
    void stop().then(() => tell({ stopped: true }))
  })
  tell({ url, ownerUrl, milliseconds: Math.round(performance.now() - started) })
} catch (error) {
  tell({ error: (error as Error).message })
  process.exitCode = 1
}
