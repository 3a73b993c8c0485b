import { run, runBin } from './child.mjs'
import { at } from './place.mjs'
import { supervise } from './supervisor.mjs'

/**
 * Connecting to the database needs a thread, and so do files and pictures: two hashes must not be most of what there is.
 * Node keeps the compiled and type-stripped modules: less than half the time to load the server from the second start on.
 */
const cached = (env) => ({ NODE_COMPILE_CACHE: at('.runtime', 'compiled'), UV_THREADPOOL_SIZE: '16', ...env })

export const start = ({ node, env }, args) =>
  supervise([{ name: 'server', command: node, args: [at('src/server/main.ts'), ...args], env: cached(env) }])

const PAGES_PORT = '5173'

/** Server with restart and Vite with HMR side by side; when one ends, so does the other. */
export const dev = async (runtime, args) => {
  const server = [at('src/server/main.ts'), '--pages', `http://localhost:${PAGES_PORT}`]
  const both = [
    run(runtime.node, ['--watch', '--watch-preserve-output', ...server, ...args], { env: cached(runtime.env) }),
    runBin(runtime, 'vite', ['--port', PAGES_PORT, '--strictPort']),
  ]
  const code = await Promise.race(both.map((one) => one.code))
  for (const { child } of both) child.kill('SIGTERM')
  await Promise.all(both.map((one) => one.code))
  return code
}
