import * as z from 'zod'
import type { Words } from '#kernel'
import type { Ctx } from '#server'
import { Hopeless, defineTask } from '#server/task/definition.ts'
import type { How } from '#server/task/ending.ts'
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

const UNDONE: Record<How, Words> = {
  failed: { 'zh-cn': '解析失败', en: 'Reading it failed' },
  parked: { 'zh-cn': '解析任务已搁置', en: 'Reading it was parked' },
  cancelled: { 'zh-cn': '解析任务已取消', en: 'Reading it was cancelled' },
}
const WAITS = `SELECT 1 FROM datafile WHERE id = $1 AND number = $2 AND state IN ('received', 'parsing') FOR UPDATE`
/** Nobody reads it any more: it must not say for ever that it is being read. */
const leaveUnread = async (ctx: Ctx, task: { id: number; input: Asked; why: Words | null }, how: How): Promise<void> => {
  if ((await ctx.db.query(WAITS, [task.input.datafile, task.input.number])).length === 0) return
  const [version] = await ctx.db.query<Version>(ASKED, [task.input.datafile, task.input.number])
  if (version) await ctx.engine.edit(ctx, 'datafile.version', { id: version.id }, { task: task.id })
  await moveTo({ ...ctx, reason: task.why ?? UNDONE[how] }, task.input, 'unread')
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
  ended: leaveUnread,
  outcome: ({ rows, columns, why }) => {
    if (why) return { isGood: false, words: { 'zh-cn': `已隔离：${why['zh-cn']}`, en: `quarantined: ${why.en}` } }
    return rows === null || columns === null
      ? null
      : { isGood: true, words: { 'zh-cn': `${rows} 行 × ${columns} 列`, en: `${rows} rows × ${columns} columns` } }
  },
  steps: (none) =>
    none
      .commit('begin', async ({ id, input }, tx, ctx) => {
        const [version] = await tx.query<Version>(ASKED, [input.datafile, input.number])
        if (!version)
          throw new Hopeless({ 'zh-cn': `数据文件没有第 ${input.number} 版`, en: `The data file has no version ${input.number}` })
        await ctx.engine.edit(ctx, 'datafile.version', { id: version.id }, { task: id })
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
