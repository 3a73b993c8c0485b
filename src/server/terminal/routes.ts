import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { fail, languageOf } from '#kernel'
import type { Declare } from '../http/route.ts'
import { SENT } from '../http/route.ts'
import type { Call } from '../http/call.ts'
import type { Actor } from '../model/context.ts'
import type { Command } from './command.ts'
import type { Run } from './terminal.ts'

const UUID = /^[\w-]{8,64}$/
const isExtend = (text: string) => text.length <= 200 && !/\p{C}/u.test(text)
const PING_MS = 15_000
const LAST = 'command-exec-completed'

/** Switched off, no program is started; what the server does itself stays: backups and their verification must not depend on it. */
const isOff = ({ backend }: Call, command: Command): boolean => !backend.config.TERMINAL && !('duty' in command)

/** A reader who comes back goes on where it stopped; one who comes without a mark asks for a new run. */
const runFor = (call: Call, actor: Actor, uuid: string, key: string, extend: string): Run => {
  const { terminal } = call.backend
  const known = terminal.find(uuid)
  if (known && (!known.isOver || call.headers['last-event-id'] !== undefined)) return known
  // A browser comes back by itself, also after a restart or to another process: what it followed must not be done a second time.
  if (!known && call.headers['last-event-id'] !== undefined) throw fail('terminal.notRunning')
  const command = terminal.commands.get(key)
  if (!command) throw fail('terminal.unknown', { command: key.slice(0, 60) })
  if (isOff(call, command)) throw fail('terminal.off')
  const run = terminal.add({ uuid, key, extend, actor, request: call.info })
  if (!run) throw fail('server.busy')
  return run
}

const stream = async (call: Call, actor: Actor, reply: FastifyReply): Promise<typeof SENT> => {
  const { uuid = '', command = '', extend = '', lang } = call.query
  const [id, key, extra] = [String(uuid), String(command), String(extend)]
  if (!UUID.test(id)) throw fail('input.badValue', { field: 'uuid', value: id.slice(0, 60) })
  if (!isExtend(extra)) throw fail('input.badValue', { field: 'extend', value: '' })
  let run: Run | undefined
  let refused = ''
  try {
    run = runFor(call, actor, id, key, extra)
  } catch (error) {
    refused = (error as { sentence?(l: string): string }).sentence?.(languageOf(lang ?? call.language)) ?? 'failed'
  }
  const events = new Readable({ read: () => {} })
  const send = (data: string, at: number) => {
    if (events.readableEnded || events.destroyed) return
    events.push(`id: ${at}\ndata: ${JSON.stringify({ uuid: id, data, extend: extra, key })}\n\n`)
    if (data === LAST) events.push(null)
  }
  void reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(events)
  if (run) follow(run, call.headers['last-event-id'], events, send)
  // In the stream and not in an envelope: an event source shows nobody the body of another answer.
  else for (const [at, data] of [refused, 'command-exec-error', LAST].entries()) send(data, at + 1)
  return SENT
}

/** Until the run is over or the reader is gone. Who comes back with the mark of the last message has had them all. */
const follow = (run: Run, mark: string | string[] | undefined, events: Readable, send: (data: string, at: number) => void): void => {
  const from = Number(mark ?? 0)
  events.push(': open\n\n')
  const leave = run.follow(Number.isSafeInteger(from) && from > 0 ? from : 0, send)
  const ping = setInterval(() => events.push(': waiting\n\n'), PING_MS)
  events.once('close', () => {
    clearInterval(ping)
    leave()
  })
  if (run.isOver && run.said.length <= from) events.push(null)
}

export const terminalRoutes = ({ guarded }: Declare): void => {
  const superOnly = { audience: 'admin', super: true } as const
  guarded('GET', '/admin/Terminal/index', { address: 'token', super: true, acts: true }, stream)
  guarded('POST', '/admin/Terminal/cancel', superOnly, async (call) => {
    const uuid = String((call.body as { uuid?: unknown } | null)?.uuid ?? '')
    if (!call.backend.terminal.cancel(uuid)) throw fail('terminal.notRunning')
    return { uuid }
  })
  guarded('GET', '/admin/Terminal/commands', superOnly, async (call) => {
    const offered = [...call.backend.terminal.commands].filter(([, command]) => !isOff(call, command))
    return offered.map(([key, { title }]) => ({ key, title: title[call.language] }))
  })
  guarded('GET', '/admin/Terminal/history', superOnly, async (call) => {
    const list = await call.backend.database.query(
      `SELECT r.id, r.uuid, r.command, r.extend, r.status, r.exit_code AS "exitCode", r.output, r.started_at AS "startedAt", r.ended_at AS "endedAt",
        a.nickname AS admin FROM terminal_run r LEFT JOIN auth_admin a ON a.id = r.admin_id ORDER BY r.id DESC LIMIT 50`,
    )
    return { list }
  })
}
