import type { FastifyReply } from 'fastify'
import { fail, languageOf } from '#kernel'
import type { Declare } from '../http/route.ts'
import { SENT } from '../http/route.ts'
import type { Visit } from '../http/visit.ts'
import type { Actor } from '../context.ts'
import type { Run } from './terminal.ts'

const UUID = /^[\w-]{8,64}$/
const EXTEND = /^[^\p{C}]{0,200}$/u
const PING_MS = 15_000

const refuseOff = ({ house }: Visit) => {
  if (!house.config.TERMINAL) throw fail('terminal.off')
}

/** A reader who comes back goes on where it stopped; one who comes without a mark asks for a new run. */
const runFor = (visit: Visit, actor: Actor, uuid: string, key: string, extend: string): Run => {
  const { terminal } = visit.house
  const known = terminal.find(uuid)
  if (known && (!known.isOver || visit.headers['last-event-id'] !== undefined)) return known
  if (!terminal.commands.has(key)) throw fail('terminal.unknown', { command: key.slice(0, 60) })
  const run = terminal.add({ uuid, key, extend, actor, request: visit.facts })
  if (!run) throw fail('server.busy')
  return run
}

const stream = async (visit: Visit, actor: Actor, reply: FastifyReply): Promise<typeof SENT> => {
  refuseOff(visit)
  const { uuid = '', command = '', extend = '', lang } = visit.query
  const [id, key, extra] = [String(uuid), String(command), String(extend)]
  if (!UUID.test(id)) throw fail('input.badValue', { field: 'uuid', value: id.slice(0, 60) })
  if (!EXTEND.test(extra)) throw fail('input.badValue', { field: 'extend', value: '' })
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  }
  let run: Run | undefined
  let refused = ''
  try {
    run = runFor(visit, actor, id, key, extra)
  } catch (error) {
    refused = (error as { sentence?(l: string): string }).sentence?.(languageOf(lang ?? visit.language)) ?? 'failed'
  }
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, headers as Record<string, string>)
  const send = (data: string, at: number) => {
    raw.write(`id: ${at}\ndata: ${JSON.stringify({ uuid: id, data, extend: extra, key })}\n\n`)
    if (data === 'command-exec-completed') raw.end()
  }
  if (!run) {
    // In the stream and not in an envelope: an event source shows nobody the body of another answer.
    for (const [at, data] of [refused, 'command-exec-error', 'command-exec-completed'].entries()) send(data, at + 1)
    return SENT
  }
  const from = Number(visit.headers['last-event-id'] ?? 0)
  const leave = run.follow(Number.isSafeInteger(from) && from > 0 ? from : 0, send)
  const ping = setInterval(() => raw.write(': waiting\n\n'), PING_MS)
  raw.on('close', () => {
    clearInterval(ping)
    leave()
  })
  return SENT
}

export const terminalRoutes = ({ guarded }: Declare): void => {
  const superOnly = { audience: 'admin', super: true } as const
  guarded('GET', '/admin/Terminal/index', { address: true, super: true, acts: true }, stream)
  guarded('POST', '/admin/Terminal/cancel', superOnly, async (visit) => {
    refuseOff(visit)
    const uuid = String((visit.body as { uuid?: unknown } | null)?.uuid ?? '')
    if (!visit.house.terminal.cancel(uuid)) throw fail('terminal.notRunning')
    return { uuid }
  })
  guarded('GET', '/admin/Terminal/commands', superOnly, async (visit) => {
    refuseOff(visit)
    return [...visit.house.terminal.commands].map(([key, { title }]) => ({ key, title: title[visit.language] }))
  })
  guarded('GET', '/admin/Terminal/history', superOnly, async (visit) => {
    refuseOff(visit)
    const list = await visit.house.database.query(
      `SELECT r.id, r.uuid, r.command, r.extend, r.status, r.exit_code AS "exitCode", r.output, r.started_at AS "startedAt", r.ended_at AS "endedAt",
        a.nickname AS admin FROM terminal_run r LEFT JOIN auth_admin a ON a.id = r.admin_id ORDER BY r.id DESC LIMIT 50`,
    )
    return { list }
  })
}
