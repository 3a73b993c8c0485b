import { fail } from '#kernel'
import type { Audience } from '../auth/token.ts'
import { signedIn } from '../http/call.ts'
import { SENT } from '../http/route.ts'
import type { Declare } from '../http/route.ts'
import { openStream } from '../http/stream.ts'
import { readMarks } from './mark.ts'

const taskOf = (given: unknown): { task?: number } => {
  if (given === undefined || given === '') return {}
  const task = Number(given)
  if (!Number.isSafeInteger(task) || task <= 0) throw fail('input.badValue', { field: 'task', value: String(given).slice(0, 60) })
  return { task }
}

/**
 * What happens to tasks, as it happens: `?task=12` one with its log, else all that the reader sees. The token is in the header: our pages read it with
 * `fetch`. `Last-Event-ID` names the last event, or the last of every task seen lately: what came after is sent first.
 */
export const taskRoutes = ({ guarded }: Declare): void => {
  for (const [path, audience] of [
    ['/admin/task/stream', 'admin'],
    ['/api/task/stream', 'user'],
  ] as const satisfies readonly (readonly [string, Audience])[])
    guarded('GET', path, { audience }, async (call, actor, reply) => {
      const { feed } = call.backend
      const wanted = { ...taskOf(call.query['task']), marks: readMarks(call.headers['last-event-id']) }
      const key = `${actor.kind}:${actor.id}`
      if (!feed.hasPlace(key)) throw fail('server.busy')
      await feed.follow(key, openStream(reply), () => signedIn(call, audience), wanted)
      return SENT
    })
}
