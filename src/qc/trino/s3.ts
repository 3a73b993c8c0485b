import { createHash, createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { request as requestHttp, type OutgoingHttpHeaders } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { text, type Text } from '../text.ts'

export type BucketAccess = { endpoint: string; region: string; key: string; secret: string }
export type Bucket = {
  put(key: string, file: string, signal?: AbortSignal): Promise<void>
  list(prefix: string): Promise<{ key: string; at: number }[]>
  remove(key: string): Promise<void>
}

/** The bucket refuses or is silent: no trouble of Trino, and none that asking Trino again would mend. */
export class BucketError extends Error {
  readonly text: Text
  readonly host: string
  constructor(host: string, bucket: string, method: string, said: string) {
    const both = text(`存储桶 ${bucket}（${host}）：${method} 应答 ${said}`, `bucket ${bucket} at ${host}: ${method} answered ${said}`)
    super(both.en)
    this.name = 'BucketError'
    this.host = host
    this.text = both
  }
}

const EMPTY = createHash('sha256').digest('hex')
const TRIES = 4
const PAUSE_MS = 100
const SILENCE_MS = 120_000

/** As S3 wants it: everything but letters, digits and -._~ as the bytes that it is. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
const queryOf = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .toSorted()
    .join('&')

type Asked = {
  method: string
  /** Escaped already. */
  path: string
  query?: Readonly<Record<string, string>>
  /** With `host`, `x-amz-date` and `x-amz-content-sha256`, all in small letters. */
  headers: Readonly<Record<string, string>>
}

/** The header `authorization` of Signature Version 4. */
export function signed({ method, path, query = {}, headers }: Asked, { region, key, secret }: BucketAccess): string {
  const hmac = (by: string | Buffer, text: string): Buffer => createHmac('sha256', by).update(text).digest()
  const sorted = Object.entries(headers).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const names = sorted.map(([name]) => name)
  const lines = sorted.map(([name, value]) => `${name}:${value.trim()}\n`).join('')
  const whole = [method, path, queryOf(query), lines, names.join(';'), headers['x-amz-content-sha256'] ?? EMPTY].join('\n')
  const at = headers['x-amz-date'] ?? ''
  const scope = [at.slice(0, 8), region, 's3', 'aws4_request'].join('/')
  const text = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(whole).digest('hex')].join('\n')
  const by = scope.split('/').reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${secret}`)
  return `AWS4-HMAC-SHA256 Credential=${key}/${scope},SignedHeaders=${names.join(';')},Signature=${hmac(by, text).toString('hex')}`
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

const between = (text: string, name: string): string => {
  const [, after = ''] = text.split(`<${name}>`)
  return after.slice(0, Math.max(0, after.indexOf('<')))
}
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const plain = (text: string): string =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code?: string, name = '') =>
    code ? String.fromCodePoint(Number(code)) : (ENTITIES[name] ?? whole),
  )

/** A bucket of S3, or of what speaks like it, by paths: names of hosts for buckets are seldom set up on one's own server. */
export function openBucket(bucket: string, access: BucketAccess): Bucket {
  const origin = new URL(access.endpoint)
  const send = origin.protocol === 'https:' ? requestHttps : requestHttp
  type Body = { file?: string; signal?: AbortSignal | undefined }
  const once = async (method: string, key: string, query: Readonly<Record<string, string>>, { file, signal }: Body) => {
    const path = `/${[bucket, ...(key === '' ? [] : key.split('/'))].map(escaped).join('/')}`
    const body = file === undefined ? undefined : { size: (await stat(file)).size, hash: await hashOf(file) }
    const headers = {
      host: origin.host,
      'x-amz-content-sha256': body?.hash ?? EMPTY,
      'x-amz-date': new Date().toISOString().replace(/[-:]|\.\d+/g, ''),
    }
    const all: OutgoingHttpHeaders = {
      ...headers,
      ...(body ? { 'content-length': body.size } : {}),
      authorization: signed({ method, path, query, headers }, access),
    }
    const asked = queryOf(query)
    const address = new URL(`${path}${asked === '' ? '' : `?${asked}`}`, origin)
    return new Promise<{ status: number; text: string }>((resolve, reject) => {
      const call = send(address, { method, headers: all, timeout: SILENCE_MS, ...(signal ? { signal } : {}) }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }))
        response.on('error', reject)
      })
      call.on('timeout', () => call.destroy(new Error('the server is silent')))
      call.on('error', reject)
      if (file === undefined) call.end()
      else pipeline(createReadStream(file), call).catch(reject)
    })
  }
  /** Each of these may be done twice without harm. */
  const ask = async (method: string, key: string, query: Readonly<Record<string, string>> = {}, body: Body = {}): Promise<string> => {
    for (let tried = 1; ; tried++) {
      const { status, text } = await once(method, key, query, body).catch((error: unknown) => {
        body.signal?.throwIfAborted()
        return { status: 0, text: error instanceof Error ? error.message : String(error) }
      })
      if (status >= 200 && status < 300) return text
      const mayPass = status === 0 || status === 429 || status >= 500
      if (!mayPass || tried === TRIES) {
        const reason = between(text, 'Code') || text.slice(0, 200)
        throw new BucketError(origin.host, bucket, method, `${status || '–'} ${reason}`)
      }
      await wait(PAUSE_MS * 2 ** tried, undefined, body.signal ? { signal: body.signal } : {})
    }
  }
  return {
    put: async (key, file, signal) => void (await ask('PUT', key, {}, { file, signal })),
    remove: async (key) => void (await ask('DELETE', key)),
    async list(prefix) {
      const found: { key: string; at: number }[] = []
      for (let more = ''; ;) {
        const text = await ask('GET', '', { 'list-type': '2', prefix, ...(more === '' ? {} : { 'continuation-token': more }) })
        for (const one of text.split('<Contents>').slice(1))
          found.push({ key: plain(between(one, 'Key')), at: Date.parse(between(one, 'LastModified')) })
        more = between(text, 'IsTruncated') === 'true' ? plain(between(text, 'NextContinuationToken')) : ''
        if (more === '') return found
      }
    },
  }
}
