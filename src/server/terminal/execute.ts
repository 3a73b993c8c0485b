import { spawn } from 'node:child_process'
import { delimiter } from 'node:path'
import type { Command } from './command.ts'
import { NODE_BIN, ROOT } from './command.ts'
import type { ServerContext } from '../duty.ts'

const KILL_AFTER_MS = 5000
const MAX_LINE = 4000
/** Everything a terminal obeys except colours: a program must not rewrite what was read already. */
const CONTROL =
  /\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b\[[0-9;?]*[A-Za-ln-z@`~]|\u001b[^[\]]|[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f]/g
export const cleanLine = (line: string): string => line.replaceAll(CONTROL, '').slice(0, MAX_LINE)

/** Runs to the end and answers the exit code. Ending it ends everything it started. */
const spawned = (
  program: string,
  args: readonly string[],
  context: ServerContext,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const { childEnv } = context.backend.config
    const child = spawn(program, args, {
      cwd: ROOT,
      // Only what a program needs to run: no password of ours is in its environment.
      env: { ...childEnv, PATH: [NODE_BIN, childEnv['PATH'] ?? ''].join(delimiter), CI: '1' },
      shell: false,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    const end = (how: NodeJS.Signals) => {
      try {
        if (child.pid) process.kill(process.platform === 'win32' ? child.pid : -child.pid, how)
      } catch {
        // It ended by itself meanwhile.
      }
    }
    let kill: NodeJS.Timeout | undefined
    const stop = () => {
      end('SIGTERM')
      kill = setTimeout(() => end('SIGKILL'), KILL_AFTER_MS)
    }
    signal.addEventListener('abort', stop, { once: true })
    for (const stream of [child.stdout, child.stderr]) {
      let rest = ''
      stream.setEncoding('utf8').on('data', (text: string) => {
        const lines = (rest + text).split(/\r?\n|\r/)
        rest = lines.pop()!.slice(-MAX_LINE)
        for (const line of lines) say(cleanLine(line))
      })
      stream.on('end', () => rest && say(cleanLine(rest)))
    }
    child.on('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ENOENT' ? new Error(`${program}: not installed`) : error))
    child.on('close', (code, how) => {
      signal.removeEventListener('abort', stop)
      clearTimeout(kill)
      if (how) say(`ended by ${how}`)
      resolve(code ?? 1)
    })
  })

export const execute = async (
  command: Command,
  context: ServerContext,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<number> => {
  signal.throwIfAborted()
  if ('program' in command) return spawned(command.program, command.args, context, say, signal)
  await command.duty(context, (text) => text.split('\n').forEach((line) => say(cleanLine(line))), signal)
  return 0
}
