import { fail } from '#kernel'
import type { Audience } from '../auth/token.ts'
import { contextOf, tokenOf } from '../http/visit.ts'
import type { Visit } from '../http/visit.ts'
import type { Actor } from '../context.ts'
import { filesAt, readableFiles } from './right.ts'
import { readerOf, signAddress } from './signed-address.ts'

const MOST = 200

/** Addresses that need no header, of those files that this person may read: plain ones of public files, signed ones of others. */
export const fileAddresses = async (visit: Visit, actor: Actor, audience: Audience): Promise<{ addresses: Record<string, string> }> => {
  const { urls } = (typeof visit.body === 'object' && visit.body !== null ? visit.body : {}) as { urls?: unknown }
  if (!Array.isArray(urls) || urls.length > MOST || !urls.every((url) => typeof url === 'string' && !url.includes('\0')))
    throw fail('input.badValue', { field: 'urls', value: String(urls).slice(0, 60) })
  const { house } = visit
  const files = await readableFiles(
    await contextOf(visit, actor),
    await filesAt(house.engine, house.store, house.database, urls as string[]),
  )
  const reader = await readerOf(house, audience, actor, tokenOf(visit, audience))
  return {
    addresses: Object.fromEntries(files.map(({ url, isPublic }) => [url, isPublic ? url : signAddress(house, reader, url)])),
  }
}
