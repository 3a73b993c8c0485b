import { createHash, randomBytes } from 'node:crypto'
import { fail, invalid, refuse } from '#kernel'
import type { Row } from '#kernel'
import { contextOf } from '#server'
import type { Call, Ctx, Declare } from '#server'
import { consume, remember } from '#server/auth/one-time.ts'
import { factorOf, isFactorRequired } from '#server/auth/second-factor.ts'
import { refuseWrongCode } from '#server/sign-in/code.ts'
import { refuseWrongPassword } from '#server/sign-in/own-password.ts'
import { placesIn } from '#study/team.ts'
import { studySignature } from '../index.ts'
import locale from '../locale.ts'
import { ownSheets } from './own.ts'

type Signature = Pick<Row<typeof studySignature>, 'id' | 'study' | 'state' | 'hash'>
const SECONDS = 120
const PURPOSE = 'signature'
/** Good for one person, one deed, one sheet, for the content that they have seen, and for the words that they have put their name to. */
const keyOf = ({ actor }: Pick<Ctx, 'actor'>, { id, hash }: Pick<Signature, 'id' | 'hash'>, meaning: string): string =>
  `${actor.kind}:${actor.id} sign ${id} ${hash ?? ''} ${createHash('sha256').update(meaning).digest('hex')}`

export const refuseOthers = async (ctx: Ctx, { id, study, state }: Pick<Signature, 'id' | 'study' | 'state'>): Promise<void> => {
  const places = await placesIn(ctx.db, ctx.actor, study)
  if (!places.some(({ role }) => role === 'pi')) throw refuse(locale, 'notPi')
  if ((await ownSheets(ctx, { states: [state], ids: [id] })).total === 0) throw refuse(locale, 'partly')
  if (state !== 'ready') throw refuse(locale, 'notReady')
}

const READ = 'SELECT id, study, state, hash FROM study_signature WHERE id = $1'
/** The password again, and the code of whoever has a second step, for a proof of two minutes. */
export const prove = async (call: Call, ctx: Ctx) => {
  const { actor } = ctx
  const audience = actor.kind === 'member' ? 'user' : 'admin'
  const { id, meaning, password, code }: Record<'id' | 'meaning' | 'password' | 'code', unknown> = {
    id: undefined,
    meaning: undefined,
    password: undefined,
    code: undefined,
    ...(typeof call.body === 'object' ? call.body : {}),
  }
  if (!Number.isSafeInteger(id)) throw fail('record.missing')
  if (typeof meaning !== 'string' || meaning.trim() === '') throw invalid([{ field: 'meaning', key: 'content.empty' }])
  // Whoever does not see it is told that it is not there.
  const seen = await ctx.engine.get(ctx, studySignature.name, Number(id))
  const [row] = await ctx.db.query<Signature>(READ, [seen.id])
  if (!row) throw fail('record.missing')
  await refuseOthers(ctx, row)
  await refuseWrongPassword(call, audience, actor.id, String(password ?? ''), 'password')
  const owner = { audience, id: actor.id } as const
  if (await factorOf(ctx.db, owner)) {
    if (typeof code !== 'string' || code === '') throw fail('factor.need', {}, { field: 'code' })
    await refuseWrongCode(call, owner, code)
  } else if (await isFactorRequired(ctx.db, audience))
    // A session from before the house asked for it is no way around it.
    throw fail('factor.begin')
  const proof = randomBytes(32).toString('base64url')
  await remember(ctx.db, PURPOSE, keyOf(ctx, row, meaning), proof, SECONDS)
  return { proof, seconds: SECONDS }
}

export const redeem = async (ctx: Ctx, row: Signature, meaning: string, proof: string): Promise<void> => {
  if (!(await consume(ctx.db, PURPOSE, keyOf(ctx, row, meaning), proof))) throw refuse(locale, 'proof')
}

export const proofRoutes = ({ guarded }: Declare): void => {
  guarded('POST', '/admin/study.signature/prove', { audience: 'admin', rule: 'study/signature/sign' }, async (call, actor) =>
    prove(call, await contextOf(call, actor)),
  )
}
