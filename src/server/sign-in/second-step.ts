import { randomBytes } from 'node:crypto'
import { fail } from '#kernel'
import { record } from '../audit/entry.ts'
import { ACCOUNT, ownerAs } from '../auth/account.ts'
import { remember } from '../auth/one-time.ts'
import { beginFactor, confirmFactor, factorOf, isFactorRequired } from '../auth/second-factor.ts'
import type { Owner } from '../auth/second-factor.ts'
import type { Audience } from '../auth/token.ts'
import { digest } from '../auth/token.ts'
import { keyAddress } from '../auth/totp.ts'
import type { Call } from '../http/call.ts'
import { readSite } from '../site.ts'
import { judgeCode, refuseWrongCode } from './code.ts'

/** `code`: the app is asked. `begin`: there is none yet, and one must be set up. `proved`: only the recovery codes are still to be read. */
type Step = { id: number; audience: Audience; keep: boolean; step: 'code' | 'begin' | 'proved' }
const PURPOSE = 'second-step'
const SECONDS = 600

const keyOf = (challenge: string): string => digest(challenge).toString('hex')
const open = async ({ backend }: Call, step: Step): Promise<string> => {
  const challenge = randomBytes(32).toString('base64url')
  await remember(backend.database, PURPOSE, keyOf(challenge), challenge, SECONDS, step)
  return challenge
}
const READ = 'SELECT payload FROM one_time WHERE purpose = $1 AND key = $2 AND expires_at > now()'
const END = 'DELETE FROM one_time WHERE purpose = $1 AND key = $2 RETURNING 1'

export const factorOffer = async ({ backend }: Call, owner: Owner, username: string) => {
  const secret = await beginFactor(backend.database, backend.services.vault, owner)
  const { siteName } = await readSite(backend.database)
  return { secret, address: keyAddress(secret, siteName, username) }
}

/** Who has proved their password. Whoever needs a second step is told so, with a challenge that stands for the first for ten minutes. */
export const refuseOneStep = async (call: Call, audience: Audience, account: { id: number; username: string }, keep: boolean) => {
  const owner = { audience, id: account.id }
  const { database } = call.backend
  if (await factorOf(database, owner)) {
    const challenge = await open(call, { ...owner, keep, step: 'code' })
    throw fail('factor.need', {}, { challenge, field: 'code' })
  }
  if (!(await isFactorRequired(database, audience))) return
  const offer = await factorOffer(call, owner, account.username)
  const challenge = await open(call, { ...owner, keep, step: 'begin' })
  throw fail('factor.begin', {}, { challenge, offer, field: 'code' })
}

export const challengeOf = ({ body }: Call): string | undefined => {
  const given = typeof body === 'object' && body !== null && 'challenge' in body ? body.challenge : undefined
  return typeof given === 'string' && given !== '' ? given : undefined
}
const codeOf = ({ body }: Call): string =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string' ? body.code.slice(0, 100) : ''

/** Switches it on, in the name of its owner. */
export const confirmOwn = async (call: Call, owner: Owner, code: string): Promise<string[]> => {
  const { database, services } = call.backend
  let codes: string[] | undefined
  await judgeCode(call, owner, () =>
    database.transaction(async (tx) => {
      codes = await confirmFactor(tx, services.vault, owner, code)
      if (!codes) return false
      const actor = await ownerAs(tx, owner.audience, owner.id)
      await record(
        { db: tx, actor, request: call.info },
        { action: 'factorOn', resource: ACCOUNT[owner.audience].resource, recordId: owner.id, label: actor.name, changes: {} },
      )
      return true
    }),
  )
  return codes ?? []
}

/** Who comes in by a challenge. It is good once; a wrong code leaves it as it is. */
export const passSecondStep = async (call: Call, audience: Audience, challenge: string): Promise<{ id: number; keep: boolean }> => {
  const { database } = call.backend
  const key = keyOf(challenge)
  const [found] = await database.query<{ payload: Step }>(READ, [PURPOSE, key])
  const step = found?.payload
  if (step?.audience !== audience) throw fail('factor.over', {}, { over: true })
  const recovery = step.step === 'begin' ? await confirmOwn(call, step, codeOf(call)) : undefined
  if (step.step === 'code') await refuseWrongCode(call, step, codeOf(call))
  if ((await database.query(END, [PURPOSE, key])).length === 0) throw fail('factor.over', {}, { over: true })
  if (recovery) throw fail('factor.keep', {}, { challenge: await open(call, { ...step, step: 'proved' }), recovery })
  return { id: step.id, keep: step.keep }
}
