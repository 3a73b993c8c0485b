import { fail } from '#kernel'
import { recordHourly } from '../audit/hourly.ts'
import { contextOf, tokenOf } from '../http/call.ts'
import type { Call } from '../http/call.ts'
import type { Actor } from '../model/context.ts'
import { filesAt, readableFiles } from './right.ts'
import type { Placed } from './right.ts'
import { signedFor } from './signed-address.ts'

/** Who asks: by the tokens in the header, or by an address that was signed for them. */
const askersOf = async (call: Call, url: string): Promise<Actor[]> => {
  const signed = await signedFor(call.backend, url, call.query)
  if (signed) return [signed]
  const askers: Actor[] = []
  for (const audience of ['admin', 'user'] as const) {
    const answer = await call.backend.sessions.resolve(audience, tokenOf(call, audience))
    if (answer === 'expired') throw fail('auth.expired')
    if (answer !== 'absent') askers.push(answer.actor)
  }
  return askers
}

const unknown = (url: string) => fail('request.unknown', { url: url.slice(0, 200) })

/** The file at an address for whoever may read it; everybody else is told what they are told where there is none. */
export const openFile = async (call: Call, url: string, asker?: Actor): Promise<Placed> => {
  const { engine, store, database } = call.backend
  const files = await filesAt(engine, store, database, [url])
  const there = files.length > 0 && (await store.has(files[0]!.sha256)) ? files : []
  const open = there.find((file) => file.isPublic)
  if (open) return open
  for (const actor of asker ? [asker] : await askersOf(call, url)) {
    const [file] = there.length ? await readableFiles(await contextOf({ ...call, headers: {} }, actor), there) : []
    if (!file) continue
    // Before the first byte leaves: what cannot be written down is not read.
    const event = { action: 'readFile', resource: file.holder, recordId: file.id, label: file.name, changes: {} }
    await recordHourly(database, { actor, request: call.info }, event)
    return file
  }
  throw unknown(url)
}
