import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { signed, type BucketAccess } from '../trino/s3.ts'

type Stored = { bytes: Buffer; at: Date }
export type S3Server = {
  endpoint: string
  objects: Map<string, Stored>
  asked: string[]
  fails(times: number, status?: number): void
  close(): Promise<void>
}

const xml = (text: string): string => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Whose requests are let in, unless others are named. */
export const S3_KEY: Omit<BucketAccess, 'endpoint'> = { region: 'us-east-1', key: 'qc', secret: 'qc-test-secret' }

/** The code of what is wrong with a request's signature; undefined where it was made with the key for just this request and these bytes. */
function refusal(
  { method = '', url = '/', headers }: IncomingMessage,
  body: Buffer,
  access: Omit<BucketAccess, 'endpoint'>,
): string | undefined {
  const sent = headers.authorization ?? ''
  const [, names = ''] = /SignedHeaders=([\w;-]+)/.exec(sent) ?? []
  const [, found = ''] = /Signature=([0-9a-f]+)$/.exec(sent) ?? []
  const hash = String(headers['x-amz-content-sha256'] ?? '')
  if (/^[0-9a-f]{64}$/.test(hash) && hash !== createHash('sha256').update(body).digest('hex')) return 'XAmzContentSHA256Mismatch'
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.split(';').includes(name))) return 'AccessDenied'
  const { pathname, searchParams } = new URL(url, 'http://s3')
  const asked = {
    method,
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: Object.fromEntries(names.split(';').map((name) => [name, String(headers[name] ?? '').replace(/ +/g, ' ')])),
  }
  const [, due = '-'] = /Signature=(.+)$/.exec(signed(asked, { ...access, endpoint: '' })) ?? []
  return sent.includes(`Credential=${access.key}/`) && found === due ? undefined : 'SignatureDoesNotMatch'
}

/** As much of S3 as is needed to hand files over and to read them, on loopback: objects are kept in memory, by bucket and key. */
export async function startS3(mostKeys = 1000, access = S3_KEY): Promise<S3Server> {
  const objects = new Map<string, Stored>()
  const asked: string[] = []
  let [toFail, failure] = [0, 503]
  const list = (bucket: string, query: URLSearchParams): string => {
    const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? '']
    const after = query.get('continuation-token') ?? query.get('start-after') ?? ''
    const most = Math.min(mostKeys, Number(query.get('max-keys') ?? mostKeys))
    const keys = [...objects.keys()].flatMap((path) => (path.startsWith(`${bucket}/`) ? [path.slice(bucket.length + 1)] : []))
    const wanted = keys.filter((key) => key.startsWith(prefix) && key > after).toSorted()
    const folderOf = (key: string): string | undefined => {
      const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
      return end < 0 ? undefined : key.slice(0, end + 1)
    }
    const page = wanted.slice(0, most)
    const folders = [...new Set(page.flatMap((key) => folderOf(key) ?? []))]
    const contents = page.flatMap((key) => {
      const found = folderOf(key) === undefined ? objects.get(`${bucket}/${key}`) : undefined
      if (!found) return []
      const { bytes, at } = found
      return [
        `<Contents><Key>${xml(key)}</Key><LastModified>${at.toISOString()}</LastModified><ETag>"0"</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
      ]
    })
    const more = wanted.length > most
    return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><Prefix>${xml(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${most}</MaxKeys><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${xml(page.at(-1) ?? '')}</NextContinuationToken>` : ''}${contents.join('')}${folders.map((one) => `<CommonPrefixes><Prefix>${xml(one)}</Prefix></CommonPrefixes>`).join('')}</ListBucketResult>`
  }
  const refuse = (response: ServerResponse, status: number, code: string, isHead: boolean): void => {
    response.writeHead(status, { 'content-type': 'application/xml' })
    response.end(isHead ? undefined : `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '' } = request
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3')
      const path = decodeURIComponent(pathname.slice(1)).replace(/\/$/, '')
      asked.push(`${method} ${path}`)
      const unsigned = refusal(request, Buffer.concat(chunks), access)
      if (unsigned) return refuse(response, 403, unsigned, method === 'HEAD')
      if (toFail > 0 && toFail--) return refuse(response, failure, failure === 503 ? 'SlowDown' : 'AccessDenied', method === 'HEAD')
      if (method === 'PUT') {
        objects.set(path, { bytes: Buffer.concat(chunks), at: new Date() })
        return void response.writeHead(200, { etag: '"0"' }).end()
      }
      if (method === 'DELETE') {
        objects.delete(path)
        return void response.writeHead(204).end()
      }
      if (!path.includes('/')) return void response.writeHead(200, { 'content-type': 'application/xml' }).end(list(path, searchParams))
      const found = objects.get(path)
      if (!found) return refuse(response, 404, 'NoSuchKey', method === 'HEAD')
      const size = found.bytes.length
      const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? []
      const start = from === '' ? (to === '' ? 0 : size - Number(to)) : Number(from)
      const end = from === '' || to === '' ? size : Math.min(size, Number(to) + 1)
      const part = found.bytes.subarray(Math.max(0, start), end)
      response.writeHead(part.length < size ? 206 : 200, {
        'content-length': part.length,
        'last-modified': found.at.toUTCString(),
        'accept-ranges': 'bytes',
        'content-range': `bytes ${Math.max(0, start)}-${end - 1}/${size}`,
        etag: '"0"',
      })
      response.end(method === 'HEAD' ? undefined : part)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    asked,
    fails: (times, status = 503) => void ([toFail, failure] = [times, status]),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
