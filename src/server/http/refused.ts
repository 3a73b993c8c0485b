import { Refusal } from '#kernel'
import type { FieldProblem } from '#kernel'
import type { Call } from './call.ts'
import type { Actor } from '../model/context.ts'
import { record } from '../audit/entry.ts'

/** Not an attempt at anything: no such address, a session to be renewed, the same request once more, an upload on its way. */
const NO_ATTEMPT = new Set([
  'request.unknown',
  'request.method',
  'request.duplicate',
  'auth.required',
  'auth.expired',
  'auth.signedIn',
  'upload.cut',
  'upload.locked',
  'upload.offset',
])
const PER_MINUTE = 60
const counted = new Map<string, { minute: number; count: number }>()

/** Whoever hammers a closed door must not fill the trail. */
const isTooMuch = (actor: Actor): boolean => {
  const minute = Math.floor(Date.now() / 60_000)
  const key = `${actor.kind}:${actor.id}`
  const known = counted.get(key)
  const count = known?.minute === minute ? known.count + 1 : 1
  if (counted.size > 10_000) counted.clear()
  counted.set(key, { minute, count })
  return count > PER_MINUTE
}

/** Sent, never checked: the database takes no NUL and no half of a character, and the entry would be lost. */
const legible = (text: string, length: number): string =>
  text
    .replace(/\p{Cc}/gu, '�')
    .slice(0, length)
    .toWellFormed()

const idsIn = ({ query, body }: Call): string => {
  const sent = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const given = [query['ids'], query['id'], sent['ids'], sent['id']].find((v) => v !== undefined)
  const ids = [given].flat().filter((v) => typeof v === 'string' || typeof v === 'number')
  return legible(ids.join(','), 100)
}

/**
 * A change that somebody asked for and did not get. What they sent is not kept: it was never checked, and may be a secret.
 * The names of the fields and the reason are.
 */
export const recordRefused = async (call: Call, actor: Actor, path: string, error: unknown): Promise<void> => {
  const refusal = error instanceof Refusal ? error.key : 'server.failed'
  if (NO_ATTEMPT.has(refusal) || isTooMuch(actor)) return
  const [resource = '', action = ''] = path.split('/').slice(-2)
  const problems = error instanceof Refusal ? (error.data as { problems?: FieldProblem[] } | null)?.problems : undefined
  const fields = problems?.map((p) => legible(p.field, 60)).slice(0, 50)
  const { backend, info } = call
  await record(
    { db: backend.database, actor, request: info },
    {
      action: 'refused',
      resource,
      recordId: idsIn(call),
      label: '',
      changes: { refusal: [null, { action, key: refusal, ...(fields ? { fields } : {}) }] },
    },
  )
}
