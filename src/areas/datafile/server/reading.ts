import * as z from 'zod'
import type { Ctx } from '#server'
import { Hopeless, defineTask } from '#server/task/definition.ts'
import { holdFile } from '#server/storage/store.ts'
import { datafile } from '../index.ts'

type Asked = { datafile: number; number: number }
type Version = { id: number; number: number; name: string; sha256: string; size: number }
const ASKED = 'SELECT id, number, name, sha256, size FROM datafile_version WHERE datafile = $1 AND number = $2'

/** A version that was followed by another meanwhile is read, but the file is no longer what it says. */
const moveTo = async (ctx: Ctx, { datafile: id, number }: Asked, to: string, facts: Record<string, unknown> = {}): Promise<void> => {
  // Held first: a version that comes between look and move would be refused its state, for good.
  await ctx.db.query('SELECT 1 FROM datafile WHERE id = $1 FOR UPDATE', [id])
  const row = await ctx.engine.get(ctx, datafile.name, id)
  if (row['number'] === number && row['state'] !== to) await ctx.engine.move(ctx, datafile.name, { id, to }, facts)
}

/** What a file is, by its content: kind, encoding, head, rows and columns, first rows, profile. */
export const reading = defineTask({
  kind: 'datafile.read',
  lane: 'heavy',
  title: { 'zh-cn': '解析数据文件', en: 'Read a data file' },
  words: {
    begin: { 'zh-cn': '准备', en: 'Prepare' },
    read: { 'zh-cn': '读取与概况', en: 'Read and profile' },
    keep: { 'zh-cn': '登记结果', en: 'Write down the result' },
  },
  input: z.object({ datafile: z.number(), number: z.number() }),
  steps: (none) =>
    none
      .commit('begin', async ({ input }, tx, ctx) => {
        const [version] = await tx.query<Version>(ASKED, [input.datafile, input.number])
        if (!version)
          throw new Hopeless({ 'zh-cn': `数据文件没有第 ${input.number} 版`, en: `The data file has no version ${input.number}` })
        await moveTo(ctx, input, 'parsing')
        return version
      })
      .step('read', async ({ done, tools, signal, log, progress, effect }) => {
        // DuckDB is loaded here, in the worker, and nowhere else.
        const { readContent } = await import('./read-content.ts')
        const { snapshotsIn } = await import('./read-table.ts')
        const { sha256, name } = done.begin
        const { shown, ...facts } = await readContent({
          path: tools.store.pathOf(sha256),
          sha256,
          name,
          workFolder: `${tools.config.DATA_DIR}/work`,
          snapshot: snapshotsIn(tools.config.DATA_DIR),
          signal,
          log,
          progress,
        })
        if (!shown) return { ...facts, facts: null }
        const { stageText } = await import('./stage-text.ts')
        const staged = await stageText(tools.store, JSON.stringify(shown))
        await effect(async (tx) => {
          await holdFile(tx, staged.sha256)
          await tools.store.keep(staged.path, staged.sha256)
        })
        return { ...facts, facts: staged.sha256 }
      })
      .commit('keep', async ({ input, done, log }, _, ctx) => {
        const { trouble, ...facts } = done.read
        const { kind, format, encoding, rows, columns } = facts
        await ctx.engine.edit(ctx, 'datafile.version', { id: done.begin.id }, facts)
        if (trouble) log(trouble)
        const own = trouble ? { ...ctx, reason: trouble } : ctx
        await moveTo(own, input, trouble ? 'quarantined' : 'staged', { kind, format, encoding, rows, columns })
        return { kind, format, rows, columns, ...(trouble ? { why: trouble } : {}) }
      }),
})
