import { Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { rootCertificates } from 'node:tls'

export type Access = {
  url: string
  user: string
  /** Either of them only over TLS: a password in the clear is anybody's. */
  password?: string
  token?: string
  /** Certificates to trust beside the usual ones, as PEM. */
  ca?: string
  /** Where somebody waits for the answer: fewer tries, and less patience with silence. */
  tries?: number
  silenceMs?: number
}

export type Sent = {
  method: 'POST' | 'GET' | 'DELETE'
  address: string
  body?: string
  /** Of this request alone, beside those of all. */
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
}
export type Transport = { send(what: Sent): Promise<string>; close(): void }

/** Busy, restarting or behind a proxy that is: the protocol asks to come again. Everything else is an answer. */
const AGAIN = new Set([429, 502, 503, 504])
const TRIES = 8
const PAUSE_MS = 100
const SILENCE_MS = 120_000
/** To end a statement is a courtesy: nobody waits for a server that is gone. */
const FAREWELL = { tries: 1, silenceMs: 5_000 }

export class TransportError extends Error {
  readonly status: number | undefined
  /** What the system calls it, ECONNREFUSED and the like. */
  readonly code: string | undefined
  constructor(message: string, status?: number, code?: string) {
    super(message)
    this.name = 'TransportError'
    this.status = status
    this.code = code
  }
}

/** A kept connection that the server had closed already: what was sent over it found nobody. */
class GoneError extends Error {}

/**
 * HTTP to one server, over connections that are kept. Only the transport is tried again. A statement is sent once more only where the server
 * or a proxy asks for it, or where nobody took the first one; those that we send read, or make and drop what may be there or not, so that
 * one that did arrive harms nothing.
 */
export function openTransport(access: Access, headers: Readonly<Record<string, string>>): Transport {
  const origin = new URL(access.url)
  const secure = origin.protocol === 'https:'
  if (!secure && origin.protocol !== 'http:') throw new TransportError(`"${access.url}" is no address of a Trino server`)
  if (!secure && (access.password !== undefined || access.token !== undefined))
    throw new TransportError('a password or a token is sent over https alone')
  const patience = { tries: access.tries ?? TRIES, silenceMs: access.silenceMs ?? SILENCE_MS }
  // `ca` alone would take the place of the usual ones.
  const trusted = access.ca ? { ca: [...rootCertificates, access.ca] } : {}
  const agent = secure ? new HttpsAgent({ keepAlive: true, ...trusted }) : new HttpAgent({ keepAlive: true })
  const authorization =
    access.token !== undefined
      ? { authorization: `Bearer ${access.token}` }
      : access.password !== undefined
        ? { authorization: `Basic ${Buffer.from(`${access.user}:${access.password}`).toString('base64')}` }
        : {}
  const all = { ...headers, ...authorization, 'x-trino-user': access.user }

  const once = (address: URL, { method, body, headers: own, signal }: Sent, timeout: number): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const options = { method, agent, headers: { ...all, ...own }, timeout, ...(signal ? { signal } : {}) }
      const call = (secure ? requestHttps : requestHttp)(address, options, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }))
        response.on('error', reject)
      })
      call.on('timeout', () => call.destroy(Object.assign(new Error('the server is silent'), { code: 'SILENT' })))
      call.on('error', (error) => {
        const isGone = call.reusedSocket && 'code' in error && error.code === 'ECONNRESET'
        reject(isGone ? new GoneError(error.message) : error)
      })
      call.end(body)
    })

  return {
    async send(what) {
      const { method, signal } = what
      const { tries, silenceMs } = method === 'DELETE' ? FAREWELL : patience
      const target = new URL(what.address, origin)
      // The address of the next page comes from the server: with our password it is followed to that server only.
      if (target.origin !== origin.origin) throw new TransportError(`the server sends us on to ${target.origin}, which is not asked`)
      for (let tried = 1; ; tried++) {
        let failure: string
        try {
          const { status, text } = await once(target, what, silenceMs)
          if (status >= 200 && status < 300) return text
          failure = `${method} answered ${status}${text ? `: ${text.slice(0, 300)}` : ''}`
          if (!AGAIN.has(status) || tried === tries) throw new TransportError(failure, status)
        } catch (error) {
          if (error instanceof TransportError || signal?.aborted) throw error
          failure = error instanceof Error ? error.message : String(error)
          // Whether a statement arrived before a new line broke cannot be known: it is not sent twice.
          const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
          const sent = method === 'POST' && code !== 'ECONNREFUSED' && !(error instanceof GoneError)
          if (sent || tried === tries) throw new TransportError(`${origin.host}: ${failure}`, undefined, code)
        }
        await wait(PAUSE_MS * 2 ** (tried - 1), undefined, signal ? { signal } : {})
      }
    },
    close: () => agent.destroy(),
  }
}
