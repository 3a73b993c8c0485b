import { Refusal, can, ruleFor } from '#kernel'
import type { FieldProblem } from '#kernel'
import { contextOf } from './call.ts'
import type { Call } from './call.ts'
import type { Backend } from '../backend.ts'
import type { Actor } from '../model/context.ts'
import { record } from '../audit/entry.ts'
import type { Refused } from '../audit/words.ts'
import { rowsById } from '../resource/read.ts'

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
type Counted = Map<string, { minute: number; count: number }>
/** By server: two of them in one process do not know each other's people. */
const countedBy = new WeakMap<Backend, Counted>()

/** Whoever hammers a closed door must not fill the trail. */
const isTooMuch = (backend: Backend, actor: Actor): boolean => {
  const minute = Math.floor(Date.now() / 60_000)
  const key = `${actor.kind}:${actor.id}`
  const counted: Counted = countedBy.get(backend) ?? new Map()
  countedBy.set(backend, counted)
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

/** What the record is called, if whoever asked may see it: their own log must not tell them the name of another. */
const labelOf = async (call: Call, actor: Actor, name: string): Promise<string> => {
  const id = Number(idsIn(call))
  const model = call.backend.engine.registry.get(name)
  if (!model || !Number.isSafeInteger(id) || id < 1 || !can(actor.rules, ruleFor(model.resource, 'index'))) return ''
  const ctx = await contextOf(call, actor)
  const [row] = [...(await rowsById(ctx, model, [id], 'live')), ...(model.isRecyclable ? await rowsById(ctx, model, [id], 'recycled') : [])]
  return String(row?.[model.resource.label] ?? '')
}

/** What the sentence speaks of, except what was sent. */
const spoken = (error: unknown): Record<string, string> =>
  error instanceof Refusal
    ? Object.fromEntries(Object.entries(error.params).flatMap(([name, v]) => (name === 'value' ? [] : [[name, legible(String(v), 200)]])))
    : {}

/**
 * A change that somebody asked for and did not get. What they sent is not kept: it was never checked, and may be a secret.
 * The names of the fields and the reason are.
 */
export const recordRefused = async (call: Call, actor: Actor, path: string, error: unknown): Promise<void> => {
  const refusal = error instanceof Refusal ? error.key : 'server.failed'
  if (NO_ATTEMPT.has(refusal) || isTooMuch(call.backend, actor)) return
  const [resource = '', action = ''] = path.split('/').slice(-2)
  const problems = error instanceof Refusal ? (error.data as { problems?: FieldProblem[] } | null)?.problems : undefined
  const fields = problems?.map((p) => legible(p.field, 60)).slice(0, 50)
  const { backend, info } = call
  const params = spoken(error)
  const told: Refused = { action, key: refusal, ...(fields ? { fields } : {}), ...(Object.keys(params).length ? { params } : {}) }
  await record(
    { db: backend.database, actor, request: info },
    {
      action: 'refused',
      resource,
      recordId: idsIn(call),
      // Another fault while it is looked up must not keep the refusal itself out of the trail.
      label: await labelOf(call, actor, resource).catch(() => ''),
      changes: { refusal: [null, told] },
    },
  )
}
