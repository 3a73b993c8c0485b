import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { Duplex } from 'node:stream'
import pg from 'pg'

/** What the driver's connection offers during COPY; its types do not tell. */
type Wire = { stream: Duplex; sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void; sendCopyFail(why: string): void }
type Done = (error: Error | undefined, result: { rowCount: number | null }) => void

class CopyOut extends pg.Query {
  readonly #take: (chunk: Buffer, wire: Wire) => void
  constructor(text: string, take: (chunk: Buffer, wire: Wire) => void, done: Done) {
    super(text, done as never)
    this.#take = take
  }
  handleCopyData({ chunk }: { chunk: Buffer }, wire: Wire): void {
    // The driver reuses its buffer: what is kept must be a copy.
    this.#take(Buffer.from(chunk), wire)
  }
}

class CopyIn extends pg.Query {
  readonly #feed: (wire: Wire) => void
  constructor(text: string, feed: (wire: Wire) => void, done: Done) {
    super(text, done as never)
    this.#feed = feed
  }
  handleCopyInResponse(wire: Wire): void {
    this.#feed(wire)
  }
}

/** `COPY … TO STDOUT` as a stream that holds the server back when its reader is slow, and how many rows it had. */
export const copyOut = (client: pg.ClientBase, text: string): { stream: Readable; rows: Promise<number> } => {
  const { promise: rows, resolve, reject } = Promise.withResolvers<number>()
  rows.catch(() => {})
  let wire: Wire | undefined
  const stream = new Readable({
    read: () => void wire?.stream.resume(),
    // What nobody reads any more must still flow, or the connection waits for ever.
    destroy: (error, done) => (wire?.stream.resume(), done(error)),
  })
  const take = (chunk: Buffer, from: Wire) => {
    wire = from
    if (!stream.push(chunk) && !stream.destroyed) from.stream.pause()
  }
  client.query(
    new CopyOut(text, take, (error, result) => {
      if (error) stream.destroy(error)
      else stream.push(null)
      if (error) reject(error)
      else resolve(result.rowCount ?? 0)
    }),
  )
  return { stream, rows }
}

const feed = async (source: Readable, wire: Wire): Promise<void> => {
  try {
    for await (const chunk of source) {
      wire.sendCopyFromChunk(chunk as Buffer)
      if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain')
    }
    wire.endCopyFrom()
  } catch (error) {
    wire.sendCopyFail((error as Error).message)
  }
}

/** `COPY … FROM STDIN` out of a stream; answers how many rows there are now. */
export const copyIn = (client: pg.ClientBase, text: string, source: Readable): Promise<number> =>
  new Promise((resolve, reject) => {
    // One that fails before the server asks for it is read as failed later; unheard, it would end the process now.
    source.on('error', () => {})
    const done: Done = (error, result) => {
      if (!error) return resolve(result.rowCount ?? 0)
      source.destroy()
      reject(error)
    }
    client.query(new CopyIn(text, (wire) => void feed(source, wire), done))
  })
