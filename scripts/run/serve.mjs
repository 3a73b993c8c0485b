import { totalmem } from 'node:os'
import { compiled, run, runBin } from './child.mjs'
import { at } from './place.mjs'
import { supervise } from './supervisor.mjs'

/** Connecting to the database needs a thread, and so do files and pictures: two hashes must not be most of what there is. */
const served = (env) => ({ UV_THREADPOOL_SIZE: '16', ...compiled(env) })

/** A worker that wants more ends, and what it worked on is taken up again: the server and the database must not run out of memory with it. */
const WORKER_MB = Math.floor(Math.min(2048, totalmem() / 4 / 1024 ** 2))
const workerArgs = [`--max-old-space-size=${WORKER_MB}`, at('src/worker/main.ts')]
const workerOf = ({ node, env }) => ({ name: 'worker', command: node, args: workerArgs, env: served(env) })
/** What is no number the server refuses in words. */
const wantedWorkers = () => Number(process.env.WORKERS || '1') || 0

export const start = (runtime, args) => {
  const server = { name: 'server', command: runtime.node, args: [at('src/server/main.ts'), ...args], env: served(runtime.env) }
  const workers = Array.from({ length: Math.min(wantedWorkers(), 16) }, () => ({ ...workerOf(runtime), isSpare: true }))
  return supervise([server, ...workers])
}
/** One more worker for the same installation. */
export const work = (runtime) => supervise([workerOf(runtime)])

const PAGES_PORT = '5173'

/** Server and worker with restart and Vite with HMR side by side; when one ends, so do the others. */
export const dev = async (runtime, args) => {
  const server = [at('src/server/main.ts'), '--pages', `http://localhost:${PAGES_PORT}`]
  const all = [
    run(runtime.node, ['--watch', '--watch-preserve-output', ...server, ...args], { env: served(runtime.env) }),
    runBin(runtime, 'vite', ['--port', PAGES_PORT, '--strictPort']),
    ...(wantedWorkers() ? [run(runtime.node, ['--watch', '--watch-preserve-output', ...workerArgs], { env: served(runtime.env) })] : []),
  ]
  const code = await Promise.race(all.map((one) => one.code))
  for (const { child } of all) child.kill('SIGTERM')
  await Promise.all(all.map((one) => one.code))
  return code
}
