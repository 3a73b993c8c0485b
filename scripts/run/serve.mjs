import { run, runBin } from './child.mjs'
import { at } from './place.mjs'

/** Node keeps the compiled and type-stripped modules: less than half the time to load the server from the second start on. */
const cached = (env) => ({ NODE_COMPILE_CACHE: at('.runtime', 'compiled'), ...env })

export const start = ({ node, env }, args) => run(node, [at('src/server/main.ts'), ...args], { env: cached(env) }).code

/** Server with restart and Vite with HMR side by side; when one ends, so does the other. */
export const dev = async (runtime, args) => {
  const both = [
    run(runtime.node, ['--watch', '--watch-preserve-output', at('src/server/main.ts'), ...args], { env: cached(runtime.env) }),
    runBin(runtime, 'vite', []),
  ]
  const code = await Promise.race(both.map((one) => one.code))
  for (const { child } of both) child.kill('SIGTERM')
  await Promise.all(both.map((one) => one.code))
  return code
}
