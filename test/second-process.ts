import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { ChildOptions } from './server-child.ts'

export type SecondProcess = { address: string; close(): Promise<void> }

/** One more process of the product on the same database: nothing is shared but the rows. */
export const startSecondProcess = async (options: ChildOptions): Promise<SecondProcess> => {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, 'server-child.ts'), JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  const lines = createInterface(child.stdout)
  const address = await Promise.race([
    (once(lines, 'line') as Promise<[string]>).then(([line]) => line),
    ended.then(([code]) => Promise.reject(new Error(`the second process ended with ${code}`))),
  ])
  return {
    address,
    close: async () => {
      child.stdin.end()
      const [code] = await ended
      if (code !== 0) throw new Error(`the second process ended with ${code}`)
    },
  }
}
