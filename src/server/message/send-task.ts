import * as z from 'zod'
import type { Ctx } from '../model/context.ts'
import { Hopeless, defineTask } from '../task/definition.ts'
import { enqueue } from '../task/enqueue.ts'
import { enterOutbox, sendOut } from './deliver.ts'
import type { Outgoing } from './deliver.ts'

const outgoing: z.ZodType<Outgoing> = z.object({
  channel: z.enum(['sms', 'mail']),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  template: z
    .object({
      id: z.string(),
      params: z.array(z.object({ name: z.string(), value: z.string() })),
      gatewayIds: z.record(z.string(), z.string()),
    })
    .nullable(),
  file: z.object({ name: z.string(), sha256: z.string(), size: z.number() }).exactOptional(),
  code: z.string().exactOptional(),
})
const sealName = (outbox: number) => `message:${outbox}`

/** One message of the outbox. Whoever sees the task reads neither code nor text: both are sealed in its input. */
export const sending = defineTask({
  kind: 'message.send',
  lane: 'light',
  isUrgent: true,
  title: { 'zh-cn': '发送短信或邮件', en: 'Send a message' },
  words: { send: { 'zh-cn': '发送', en: 'Send' } },
  says: {
    outbox: { 'zh-cn': '消息', en: 'Message', of: 'message.outbox' },
    purpose: { 'zh-cn': '用途', en: 'Purpose' },
    status: { 'zh-cn': '结果', en: 'Outcome' },
    provider: { 'zh-cn': '经由', en: 'Through' },
    attempts: { 'zh-cn': '发送次数', en: 'Attempts' },
  },
  input: z.object({ outbox: z.number(), purpose: z.string(), sealed: z.string() }),
  steps: (none) =>
    none.step('send', async ({ input, tools: { system } }) => {
      const text = system.services.vault.unseal(sealName(input.outbox), Buffer.from(input.sealed, 'base64'))
      if (text === undefined)
        throw new Hopeless({
          'zh-cn': '消息用另一把密钥封存：请让所有进程使用同一个 SECRET_KEY 或数据目录',
          en: 'The message was sealed with another key: give every process the same SECRET_KEY or data folder',
        })
      const { status, provider, attempts } = await sendOut(system, input.outbox, input.purpose, outgoing.parse(JSON.parse(text)))
      return { status, provider, attempts }
    }),
})

/** Into the outbox and to whoever sends, both or neither. */
export const post = (ctx: Ctx, purpose: string, message: Outgoing): Promise<number> =>
  ctx.engine.write(ctx, async (tx) => {
    const outbox = await enterOutbox(tx, purpose, message)
    const sealed = tx.services.vault.seal(sealName(outbox), JSON.stringify(message)).toString('base64')
    await enqueue(tx.db, sending, { outbox, purpose, sealed }, { subject: { resource: 'message.outbox', record: outbox }, priority: 20 })
    return outbox
  })
