import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '#kernel'
import type { Words } from '#kernel'
import { wordsOf } from '../task/finish.ts'
import type { Tools } from '../task/tools.ts'
import { readLine, writeLine } from './line.ts'
import { AT_ONCE, LIMIT_MS } from './question.ts'
import type { AnyQuestion } from './question.ts'

/** Who listens, one small file each: where its socket is. */
export const doorsIn = (dataDir: string): string => join(dataDir, 'door')
/** What a socket may be called; a longer path cannot be listened on. */
const LONGEST = 100
export type Said = { answer: unknown } | { words: Words } | { failed: string } | { isBusy: true } | { isSlow: true }

type Setting = {
  dataDir: string
  tools: Tools
  questions: readonly AnyQuestion[]
  onError: (error: unknown) => void
  limitMs?: number
}

const addressFor = (folder: string): string => {
  const name = randomUUID()
  if (process.platform === 'win32') return String.raw`\\.\pipe\${name}`
  const path = join(folder, `${name}.sock`)
  return path.length <= LONGEST ? path : join(tmpdir(), `${name}.sock`)
}

/** Answers short questions of the server beside it, each until it is told, cancelled or out of time. */
export const openDoor = async ({
  dataDir,
  tools,
  questions,
  onError,
  limitMs = LIMIT_MS,
}: Setting): Promise<{ close(): Promise<void> }> => {
  const folder = doorsIn(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const known = new Map(questions.map((question) => [question.kind, question]))
  const open = new Set<Socket>()
  let running = 0
  const say = async (line: string, gone: AbortSignal): Promise<Said> => {
    if (running >= AT_ONCE) return { isBusy: true }
    running++
    const late = AbortSignal.timeout(limitMs)
    const signal = AbortSignal.any([gone, late])
    try {
      const { kind, input }: { kind?: unknown; input?: unknown } = JSON.parse(line)
      const question = known.get(String(kind))
      if (!question) return { failed: `this worker knows no question ${String(kind)}` }
      return { answer: (await question.reply(tools, input, signal)) ?? null }
    } catch (error) {
      if (error instanceof Refusal) return { words: wordsOf(error) }
      if (late.aborted) return { isSlow: true }
      if (!signal.aborted) onError(error)
      return { failed: error instanceof Error ? error.message : String(error) }
    } finally {
      running--
    }
  }
  const hear = async (socket: Socket): Promise<void> => {
    open.add(socket)
    const gone = new AbortController()
    socket.once('close', () => {
      open.delete(socket)
      gone.abort()
    })
    socket.on('error', () => {})
    const line = await readLine(socket)
    if (line !== undefined) writeLine(socket, await say(line, gone.signal))
  }
  const server = createServer((socket) => void hear(socket).catch(() => socket.destroy()))
  const address = addressFor(folder)
  server.listen(address)
  await once(server, 'listening')
  server.on('error', onError)
  const name = `${process.pid}-${randomUUID().slice(0, 8)}`
  const file = join(folder, name)
  // Renamed when it is whole: half of it would lead nowhere, and whoever came there would take the door for dead.
  await writeFile(join(folder, `.${name}`), address, { mode: 0o600 })
  await rename(join(folder, `.${name}`), file)
  for (const { warm } of questions) void warm?.().catch(onError)
  return {
    close: async () => {
      await rm(file, { force: true })
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
