import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
}
const COMPRESSIBLE = new Set(['.html', '.js', '.mjs', '.css', '.json', '.svg', '.txt', '.webmanifest', '.wasm'])
/** Where the built page has room for the number of an answer. */
const NONCE = '{nonce}'
/** The policy's names for the styles that a printed page brings with it. */
const styleHashes = (html: string): string[] =>
  html
    .split('<style>')
    .slice(1)
    .map(
      (rest) =>
        `'sha256-${createHash('sha256')
          .update(rest.slice(0, rest.indexOf('</style>')))
          .digest('base64')}'`,
    )

type Asset = {
  body: Buffer
  type: string
  etag: string
  immutable: boolean
  packed: Map<string, Promise<Buffer>>
  compressible: boolean
  styles: string[]
}

const brotli = promisify(brotliCompress)
const pack: Record<string, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (body) => promisify(gzip)(body, { level: 7 }),
}

/** The built web app, held in memory: a path is a key in a map, so none can leave the folder. */
export class Assets {
  readonly #files = new Map<string, Asset>()
  static async load(folder: string): Promise<Assets> {
    const assets = new Assets()
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of entries.filter((e) => e.isFile() && !e.parentPath.includes('.vite'))) {
      const file = join(entry.parentPath, entry.name)
      const path = file.slice(folder.length).replaceAll('\\', '/')
      const body = await readFile(file)
      const extension = extname(entry.name)
      assets.#files.set(path, {
        body,
        type: TYPES[extension] ?? 'application/octet-stream',
        etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
        immutable: path.startsWith('/assets/'),
        packed: new Map(),
        compressible: COMPRESSIBLE.has(extension),
        styles: extension === '.html' ? styleHashes(body.toString()) : [],
      })
    }
    return assets
  }
  has(path: string): boolean {
    return this.#files.has(path)
  }
  stylesOf(path: string): readonly string[] {
    return this.#files.get(path)?.styles ?? []
  }
  /** A page with its number in it: never the same twice, so it has no mark by which a browser could keep it. */
  sendPage(path: string, nonce: string, reply: FastifyReply): FastifyReply {
    const { body, type } = this.#files.get(path)!
    return reply.header('cache-control', 'no-cache').type(type).send(body.toString().replace(NONCE, nonce))
  }
  get isBuilt(): boolean {
    return this.#files.has('/index.html')
  }
  async send(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const asset = this.#files.get(path)!
    void reply
      .header('etag', asset.etag)
      .header('vary', 'accept-encoding')
      .header('cache-control', asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    // The frame of the preview has no origin, and asks for its scripts like a stranger. They are public.
    if (asset.immutable) void reply.header('access-control-allow-origin', '*')
    if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send()
    void reply.type(asset.type)
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const encoding = asset.compressible && asset.body.length > 1024 ? Object.keys(pack).find((e) => accepted.includes(e)) : undefined
    if (!encoding) return reply.send(asset.body)
    let packed = asset.packed.get(encoding)
    if (!packed) asset.packed.set(encoding, (packed = pack[encoding]!(asset.body)))
    return reply.header('content-encoding', encoding).send(await packed)
  }
}
