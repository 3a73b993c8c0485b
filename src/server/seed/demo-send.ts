import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Ctx } from '../model/context.ts'
import type { Store } from '../storage/store.ts'

export type Table = { head: readonly string[]; rows: readonly (readonly string[])[] }
export const csv = ({ head, rows }: Table): string => [head, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('')

const GATHER = 'SELECT id FROM gather_project WHERE study = $1 AND code = $2'
type Sent = { study: number; gather: string; name: string; content: Buffer }
/** Handed over as a site does it; a worker reads, compares and stores it once it is there. */
export const send = async (ctx: Ctx, store: Store, { study, gather, name, content }: Sent): Promise<void> => {
  const [project] = await ctx.db.query<{ id: number }>(GATHER, [study, gather])
  const sha256 = createHash('sha256').update(content).digest('hex')
  const staged = await store.stage()
  await writeFile(staged, content)
  await store.keep(staged, sha256)
  const { uploads } = ctx.engine.registry.get('gather.project')?.half ?? {}
  await uploads?.receive(ctx, { name, size: content.length, sha256, record: project?.id ?? null })
}
