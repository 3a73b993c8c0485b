import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Mapping } from '#study/delivery/mapping.ts'
import type { Origin } from '#study/exchange/odm/rows.ts'
import { odmTable } from '#study/exchange/odm/rows.ts'
import { readOdm } from '#study/exchange/odm/read.ts'

const HEAD_BYTES = 4096
/** As many subjects as can be added at once. */
const MOST_SITED = 20_000
/** By what stands at its beginning: a file is what it is, whatever it is called. */
export const isOdm = async (file: string): Promise<boolean> => {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    // In UTF-16 every other byte is nothing.
    return /<(?:[A-Za-z][\w.-]*:)?ODM[\s>]/.test(buffer.toString('latin1', 0, bytesRead).replaceAll('\0', ''))
  } finally {
    await handle.close()
  }
}

const cell = (value: string | number | null): string => (value === null || value === '' ? '' : `"${String(value).replaceAll('"', '""')}"`)
const line = (cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(',')}\n`

/** `sites`: where the file says that a subject belongs. */
export type Lines = { table: string; origins: string; rows: number; sites: ReadonlyMap<string, string> }
/** The records of one form as a plain file beside it, and what the other system says of their values as another. */
export const writeLines = async (file: string, form: string, repeats: boolean, to: Pick<Lines, 'table' | 'origins'>): Promise<Lines> => {
  const { columns, rows } = await odmTable(readOdm(createReadStream(file)), form)
  const keys = ['subject', 'visit', ...(repeats ? ['instance'] : [])]
  const origins = createWriteStream(to.origins, { mode: 0o600 })
  let count = 0
  const sites = new Map<string, string>()
  async function* lines() {
    yield line([...keys, ...columns])
    for await (const { subject, site, visit, instance, values, origins: said } of rows) {
      count++
      if (site !== '' && sites.size < MOST_SITED) sites.set(subject, site)
      if (said.length > 0 && !origins.write(said.map((one) => `${JSON.stringify({ row: count, ...one })}\n`).join('')))
        await new Promise<void>((resolve) => origins.once('drain', () => resolve()))
      yield line([subject, visit, ...(repeats ? [instance] : []), ...columns.map((code) => values.get(code) ?? null)])
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(to.table, { mode: 0o600 }))
  await new Promise<void>((resolve, reject) => origins.once('error', reject).end(() => resolve()))
  return { ...to, rows: count, sites }
}

type Said = Origin & { row: number }
/** As the database takes it, with the slot that the mapping has found for each. */
export const writeOrigins = async (from: string, mapping: Mapping, to: string): Promise<number> => {
  let count = 0
  async function* lines() {
    for await (const text of createInterface({ input: createReadStream(from), crlfDelay: Infinity })) {
      const { row, code, value, at, by, location, reason, system }: Said = JSON.parse(text)
      const slot = /^v([1-9]\d{0,3})(?:@|$)/.exec(mapping[code] ?? '')?.[1]
      if (slot === undefined) continue
      count++
      yield line([row, count, slot, value, at, by, location, reason, system])
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(to, { mode: 0o600 }))
  return count
}
