import * as z from 'zod'
import type { Ctx } from '#server'
import { nowOf } from '#server/model/context.ts'
import { hashFile } from '#server/storage/hash-file.ts'
import { Hopeless, defineTask } from '#server/task/definition.ts'
import { enqueue } from '#server/task/enqueue.ts'
import { datafile } from '../index.ts'

type Version = { id: number; sha256: string; size: number }
const ASKED = 'SELECT id, sha256, size FROM datafile_version WHERE datafile = $1 AND number = $2'
/** Of a version that another one followed meanwhile nothing is noted on the file. */
const NEWEST = 'SELECT 1 FROM datafile WHERE id = $1 AND number = $2 FOR UPDATE'

/** Reads what is stored of a version and compares it with the hash that it was stored under: a disk forgets without saying so. */
export const verifying = defineTask({
  kind: 'datafile.verify',
  lane: 'heavy',
  title: { 'zh-cn': '校验数据文件', en: 'Check a data file' },
  words: {
    begin: { 'zh-cn': '准备', en: 'Prepare' },
    hash: { 'zh-cn': '读取并计算哈希', en: 'Read and hash' },
    keep: { 'zh-cn': '登记结果', en: 'Write down the result' },
  },
  outcome: ({ isIntact }) => ({
    isGood: isIntact,
    words: isIntact
      ? { 'zh-cn': '内容与哈希一致', en: 'the content is what its hash says' }
      : { 'zh-cn': '内容与哈希不符，请勿使用', en: 'the content is not what its hash says; do not use it' },
  }),
  input: z.object({ datafile: z.number(), number: z.number() }),
  steps: (none) =>
    none
      .commit('begin', async ({ input }, tx) => {
        const [version] = await tx.query<Version>(ASKED, [input.datafile, input.number])
        if (!version)
          throw new Hopeless({ 'zh-cn': `数据文件没有第 ${input.number} 版`, en: `The data file has no version ${input.number}` })
        return version
      })
      .step('hash', async ({ done, tools, signal, progress }) => {
        const { sha256, size } = done.begin
        // A file that is gone is as broken as one that changed; whatever else keeps it from being read may pass.
        const found = await hashFile(tools.store.pathOf(sha256), { size, signal, progress }).then(
          (is) => is.sha256,
          (error: unknown) => {
            if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return null
            throw error
          },
        )
        return { found, isIntact: found === sha256 }
      })
      .commit('keep', async ({ input, done, log }, tx, ctx) => {
        const { found, isIntact } = done.hash
        const said = isIntact
          ? { 'zh-cn': `内容与哈希一致：${done.begin.sha256}`, en: `The content is what its hash says: ${done.begin.sha256}` }
          : {
              'zh-cn': `内容与哈希不符：应为 ${done.begin.sha256}，实为 ${found ?? '（文件不在）'}`,
              en: `Not what its hash says: ${done.begin.sha256} expected, ${found ?? 'no file'} found`,
            }
        log(said)
        const own = { ...ctx, reason: said }
        const facts = { check: isIntact ? 'intact' : 'broken', checkedAt: nowOf(ctx) }
        await ctx.engine.edit(own, 'datafile.version', { id: done.begin.id }, facts)
        if ((await tx.query(NEWEST, [input.datafile, input.number])).length > 0)
          await ctx.engine.edit(own, datafile.name, { id: input.datafile }, facts)
        return { isIntact }
      }),
})

type Asked = { number: number; name: string }
const VERSIONS = 'SELECT number, name FROM datafile_version WHERE datafile = $1 ORDER BY number DESC'
/** Every version: what a finding or a release names is seldom the newest. Answers how many are read. */
export const askVerifying = async (ctx: Ctx, { id }: { id: number }): Promise<number> => {
  const versions = await ctx.db.query<Asked>(VERSIONS, [id])
  for (const { number, name } of versions)
    await enqueue(
      ctx.db,
      verifying,
      { datafile: id, number },
      {
        title: number === versions[0]?.number ? name : `${name} · ${number}`,
        subject: { resource: datafile.name, record: id },
        owner: { kind: ctx.actor.kind, id: ctx.actor.id || null, departmentId: ctx.actor.departmentId },
        dedupeKey: `${id}:${number}`,
      },
    )
  return versions.length
}
