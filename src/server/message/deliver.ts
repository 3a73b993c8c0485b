import { setTimeout as wait } from 'node:timers/promises'
import { SYSTEM } from '../model/actor.ts'
import { noCommit } from '../model/context.ts'
import type { Ctx } from '../model/context.ts'
import { tellFailed } from './notification.ts'
import type { Letter, Provider } from './provider.ts'
import { localProvider } from './provider.ts'
import { waysOf } from './setting.ts'

const MAX_ATTEMPTS = 4
const PAUSE_MS = 200
/** What most mail servers take, written in base64. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024
const MASK = '••••••'

/** `local`: nobody but this system has it. */
export type Receipt = { id: number; status: 'sent' | 'local' | 'failed'; provider: string; attempts: number; error: string }
/** `template` per gateway, since each numbers its templates its own way; `code` is what must not stay behind. */
export type Outgoing = Omit<Letter, 'template' | 'file'> & {
  /** A file of the store, by its hash: it is read when it leaves. */
  file?: { name: string; sha256: string; size: number }
  template: (NonNullable<Letter['template']> & { gatewayIds: Readonly<Record<string, string>> }) | null
  code?: string
}

const letterFor = async (ctx: Ctx, { channel, to, subject, text, template, file }: Outgoing, provider: Provider): Promise<Letter> => ({
  channel,
  to,
  subject,
  text,
  ...(file ? { file: { name: file.name, content: await ctx.services.readStored(file.sha256) } } : {}),
  template: template && { params: template.params, id: template.gatewayIds[provider.name] ?? template.id },
})

type Try = Pick<Receipt, 'status' | 'provider' | 'attempts' | 'error'> & { receipt: string }
/** Each way once, and once more those whose fault may pass. */
const tryAll = async (ctx: Ctx, message: Outgoing, ways: readonly Provider[], seconds: number): Promise<Try> => {
  const queue = ways.map((provider) => ({ provider, isSecond: false }))
  let last: Try = { status: 'failed', provider: '', attempts: 0, error: '', receipt: '' }
  for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts++) {
    const next = queue.shift()
    if (!next) break
    const { provider, isSecond } = next
    if (isSecond) await wait(PAUSE_MS * attempts)
    try {
      const receipt = await provider.send(await letterFor(ctx, message, provider), AbortSignal.timeout(seconds * 1000))
      return {
        status: provider === localProvider ? 'local' : 'sent',
        provider: provider.name,
        attempts,
        error: '',
        receipt: receipt.slice(0, 200),
      }
    } catch (error) {
      last = { status: 'failed', provider: provider.name, attempts, error: (error as Error).message.slice(0, 500), receipt: '' }
      if (!isSecond && (error as { isPassing?: boolean }).isPassing) queue.push({ provider, isSecond: true })
    }
  }
  return last
}

const asSystem = (given: Ctx): Ctx => ({ ...given, db: given.engine.database, actor: SYSTEM, afterCommit: noCommit })

/** The row of the outbox, before anything is sent. */
export const enterOutbox = async (ctx: Ctx, purpose: string, message: Outgoing): Promise<number> => {
  const { providers } = await waysOf(ctx, message.channel)
  if (message.file && message.file.size > MAX_FILE_BYTES) throw new Error(`${message.file.name} is too large for a mail`)
  const isLocal = providers[0] === localProvider
  // Whoever reads the outbox later must not be able to use a code that was really sent.
  const shown = (text: string) => (isLocal || !message.code ? text : text.replaceAll(message.code, MASK))
  const row = await ctx.engine.add({ ...ctx, actor: SYSTEM }, 'message.outbox', {
    channel: message.channel,
    recipient: message.to,
    purpose,
    subject: shown(message.subject),
    body: shown(message.text),
    ...(message.file ? { file: message.file.name, fileSize: message.file.size, fileHash: message.file.sha256 } : {}),
  })
  return row.id
}

/** Sends, and writes what became of it. Never inside a transaction: a slow gateway must not hold rows. */
export const sendOut = async (given: Ctx, id: number, purpose: string, message: Outgoing): Promise<Receipt> => {
  const ctx = asSystem(given)
  const { providers, timeout } = await waysOf(ctx, message.channel)
  const outcome = await tryAll(ctx, message, providers, timeout)
  await ctx.engine.edit(ctx, 'message.outbox', {
    id,
    ...outcome,
    sentAt: outcome.status === 'sent' ? new Date().toISOString() : null,
  })
  // Whoever tries a setting out sees what becomes of it.
  if (outcome.status === 'failed' && purpose !== 'test') await tellFailed(ctx.db, message.channel, id, outcome.error)
  return { id, ...outcome }
}

/** At once, for whoever waits to see what becomes of it. */
export const deliver = async (given: Ctx, purpose: string, message: Outgoing): Promise<Receipt> => {
  const ctx = asSystem(given)
  return sendOut(ctx, await enterOutbox(ctx, purpose, message), purpose, message)
}
