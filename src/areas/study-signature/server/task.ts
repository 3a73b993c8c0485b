import * as z from 'zod'
import type { Ctx } from '#server'
import { Hopeless, defineTask } from '#server/task/definition.ts'
import { enqueue } from '#server/task/enqueue.ts'
import { studySignature } from '../index.ts'
import { contentOf } from './read-content.ts'

type Asked = { id: number; study: number; state: string; form: number | null; visit: number | null; subject: number | null }
const ASKED = 'SELECT id, study, state, form, visit, subject FROM study_signature WHERE id = $1'

/** Computes what is to be signed; once it is signed, whether it is still the same. */
export const hashing = defineTask({
  kind: 'study.hash',
  lane: 'heavy',
  title: { 'zh-cn': '计算研究数据的摘要', en: 'Compute the hash of a study' },
  words: { read: { 'zh-cn': '读取全部记录', en: 'Read all records' }, keep: { 'zh-cn': '登记摘要', en: 'Write the hash down' } },
  says: { signature: { 'zh-cn': '签名', en: 'Signature', of: 'study.signature' }, hash: { 'zh-cn': '摘要', en: 'Hash' } },
  input: z.object({ signature: z.number() }),
  steps: (none) =>
    none
      .step('read', async ({ input, tools, signal, progress }) => {
        const [asked] = await tools.database.query<Asked>(ASKED, [input.signature])
        if (!asked) throw new Hopeless({ 'zh-cn': '签名已不存在', en: 'The signature is gone' })
        return contentOf(tools.database, asked, signal, progress)
      })
      .commit('keep', async ({ input, done, log }, tx, ctx) => {
        const { hash, records, forms } = done.read
        const [asked] = await tx.query<Asked>(ASKED, [input.signature])
        log(`${records} · ${hash}`)
        if (asked?.state === 'hashing')
          await ctx.engine.move(ctx, studySignature.name, { id: input.signature, to: 'ready' }, { hash, records, manifest: forms })
        if (asked?.state === 'signed')
          await ctx.engine.edit(
            ctx,
            studySignature.name,
            { id: input.signature },
            { checkedHash: hash, checkedAt: new Date().toISOString() },
          )
        return { hash, records }
      }),
})

/** In the transaction of whoever asks. */
export const askHash = async (ctx: Ctx, row: { id: number; title: string | null }): Promise<void> => {
  const owner = ctx.actor.kind === 'admin' ? { kind: ctx.actor.kind, id: ctx.actor.id, departmentId: ctx.actor.departmentId } : undefined
  await enqueue(
    ctx.db,
    hashing,
    { signature: row.id },
    { title: row.title ?? '', subject: { resource: studySignature.name, record: row.id }, ...(owner ? { owner } : {}) },
  )
}
