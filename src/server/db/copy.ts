import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'

/** `COPY … TO STDOUT` as a stream that holds the server back when its reader is slow; `rows` is known once it was read to its end. */
export const copyOut = (client: pg.ClientBase, text: string): { stream: Readable; rows(): number } => {
  const stream = client.query(to(text))
  return { stream, rows: () => stream.rowCount }
}

/** `COPY … FROM STDIN` out of a stream; answers how many rows there are now. */
export const copyIn = async (client: pg.ClientBase, text: string, source: Readable): Promise<number> => {
  const target = client.query(from(text))
  await pipeline(source, target)
  return target.rowCount
}
