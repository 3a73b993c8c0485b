import { fail } from '#kernel'
import type { Audience } from '../auth/token.ts'
import { contextOf, tokenOf } from '../http/call.ts'
import type { Call } from '../http/call.ts'
import type { Actor } from '../model/context.ts'
import { filesAt, readableFiles } from './right.ts'
import { readerOf, signAddress } from './signed-address.ts'

const MOST = 200

/** Addresses that need no header, of those files that this person may read: plain ones of public files, signed ones of others. */
export const fileAddresses = async (call: Call, actor: Actor, audience: Audience): Promise<{ addresses: Record<string, string> }> => {
  const { urls } = (typeof call.body === 'object' && call.body !== null ? call.body : {}) as { urls?: unknown }
  if (!Array.isArray(urls) || urls.length > MOST || !urls.every((url) => typeof url === 'string'))
    throw fail('input.badValue', { field: 'urls', value: String(urls).slice(0, 60) })
  const { backend } = call
  const files = await readableFiles(await contextOf(call, actor), await filesAt(backend.engine, backend.store, backend.database, urls))
  const reader = await readerOf(backend, audience, actor, tokenOf(call, audience))
  return {
    addresses: Object.fromEntries(files.map(({ url, isPublic }) => [url, isPublic ? url : signAddress(backend, reader, url)])),
  }
}
