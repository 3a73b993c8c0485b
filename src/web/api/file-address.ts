import { isAdminPage } from './address.ts'
import type { Envelope } from './envelope.ts'
import { refreshSession } from './refresh.ts'
import { send } from './send.ts'
import { type Audience, tokenOf } from './session.ts'

/** A minute less than an address lives: it must still work when the browser comes to load it. */
const FRESH_MS = 4 * 60_000
const MOST = 200
const doors: Record<Audience, string> = { admin: '/admin/ajax/fileAddress', user: '/api/ajax/fileAddress' }

/** Whose rights count: those of the admin pages or of the member centre on their own pages, elsewhere whichever session there is. */
const readers = (): Audience[] => {
  const path = window.location.pathname
  const wanted: Audience[] = isAdminPage(path, window.location.hash) ? ['admin'] : /^\/user(\/|$)/.test(path) ? ['user'] : ['admin', 'user']
  return wanted.filter((audience) => tokenOf(audience) !== '')
}
export const isReaderKnown = (): boolean => readers().length > 0

type Addresses = Record<string, string>
const ask = async (audience: Audience, urls: readonly string[]): Promise<Addresses> => {
  const call = { url: doors[audience], method: 'POST', data: { urls } } as const
  const token = tokenOf(audience)
  let body = (await send<{ addresses: Addresses }>(call)).body as Envelope<{ addresses: Addresses }> | null
  if (body?.code === 409 && (await refreshSession(audience, token))) body = (await send<{ addresses: Addresses }>(call)).body as typeof body
  return body?.code === 1 ? body.data.addresses : {}
}

const askAll = async (urls: readonly string[]): Promise<Addresses> => {
  const found: Addresses = {}
  for (const audience of readers()) {
    const open = urls.filter((url) => !(url in found))
    for (let at = 0; at < open.length; at += MOST) Object.assign(found, await ask(audience, open.slice(at, at + MOST)))
  }
  return found
}

type Known = { until: number; address: Promise<string | null> }
const known = new Map<string, Known>()
let session = ''
let waiting: { urls: Set<string>; answer: Promise<Addresses> } | null = null

/** Everything that one screen wants to show is asked for at once. */
const together = (url: string): Promise<Addresses> => {
  if (!waiting) {
    const urls = new Set<string>()
    const answer = new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
      waiting = null
      return askAll([...urls])
    })
    waiting = { urls, answer }
  }
  waiting.urls.add(url)
  return waiting.answer
}

/** Where the browser can load a stored file without a header; null if this person may not read it. Without a session only public files are to be had. */
export const fileAddress = (url: string): Promise<string | null> => {
  if (!url.startsWith('/storage/') || !isReaderKnown()) return Promise.resolve(url)
  const now = tokenOf('admin') + tokenOf('user')
  if (session !== now) known.clear()
  session = now
  const kept = known.get(url)
  if (kept && kept.until > Date.now()) return kept.address
  const address = together(url).then(
    (found) => found[url] ?? null,
    () => {
      known.delete(url)
      return null
    },
  )
  known.set(url, { until: Date.now() + FRESH_MS, address })
  return address
}
