import { run, runBin } from './child.mjs'
import { at } from './place.mjs'

export const start = ({ node, env }, args) => run(node, [at('src/server/main.ts'), ...args], { env }).code

/** Server with restart and Vite with HMR side by side; when one ends, so does the other. */
export const dev = async (runtime, args) => {
  const both = [
    run(runtime.node, ['--watch', '--watch-preserve-output', at('src/server/main.ts'), ...args], { env: runtime.env }),
    runBin(runtime, 'vite', []),
  ]
  const code = await Promise.race(both.map((one) => one.code))
  for (const { child } of both) child.kill('SIGTERM')
  await Promise.all(both.map((one) => one.code))
  return code
}
