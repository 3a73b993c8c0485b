import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { ChildOptions, Wish } from './server-child.ts'

export type SecondProcess = { address: string; ask(wish: Wish): Promise<void>; close(): Promise<void>; kill(): Promise<void> }

/** One more process of the product on the same database: nothing is shared but the rows. */
export const startSecondProcess = async (options: ChildOptions, root = resolve(import.meta.dirname, '..')): Promise<SecondProcess> => {
  const child = spawn(process.execPath, [join(root, 'test/server-child.ts'), JSON.stringify(options)], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  const lines = createInterface(child.stdout)
  const line = () =>
    Promise.race([
      (once(lines, 'line') as Promise<[string]>).then(([text]) => text),
      ended.then(([code]) => Promise.reject(new Error(`the second process ended with ${code}`))),
    ])
  const address = await line()
  let last: Promise<unknown> = Promise.resolve()
  return {
    address,
    ask: async (wish) => {
      const done = last.then(() => {
        const answer = line()
        child.stdin.write(`${wish}\n`)
        return answer
      })
      last = done
      await done
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    close: async () => {
      child.stdin.end()
      const [code] = await ended
      if (code !== 0) throw new Error(`the second process ended with ${code}`)
    },
  }
}
