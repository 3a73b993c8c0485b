import type { Actor } from '../model/context.ts'
import { loadAdmin, loadMember } from '../auth/actor.ts'
import { findToken } from '../auth/token.ts'
import type { Audience } from '../auth/token.ts'
import type { Backend } from '../backend.ts'

const LIFE_SECONDS = 300
const PURPOSE = 'file address'

type Reader = { audience: Audience; id: number; session: string }
const SESSION = `SELECT 1 FROM token WHERE family = $1 AND owner_id = $2 AND type = ANY($3) AND expires_at > now() LIMIT 1`

/** The session that asks: an address made for it dies with it. */
export const readerOf = async ({ database }: Backend, audience: Audience, actor: Actor, token: string): Promise<Reader> => ({
  audience,
  id: actor.id,
  session: (await findToken(database, token))?.family ?? '',
})

const textOf = (url: string, by: string, until: string) => JSON.stringify([url, by, until])

/** The address of a file for one person and five minutes, for places that can send no header. Never stored. */
export const signAddress = ({ services }: Backend, { audience, id, session }: Reader, url: string): string => {
  const by = `${audience}.${id}.${session}`
  const until = String(Math.floor(Date.now() / 1000) + LIFE_SECONDS)
  return `${url}?${new URLSearchParams({ by, until, sign: services.vault.sign(PURPOSE, textOf(url, by, until)) }).toString()}`
}

/** Whom the address was made for, if it was made here for this file, has not run out, and their session lives. */
export const signedFor = async (
  { services, database }: Backend,
  url: string,
  query: Record<string, unknown>,
): Promise<Actor | undefined> => {
  const { by, until, sign } = query
  if (typeof by !== 'string' || typeof until !== 'string' || typeof sign !== 'string') return undefined
  if (!services.vault.isSigned(PURPOSE, textOf(url, by, until), sign) || Number(until) * 1000 < Date.now()) return undefined
  const [audience = '', id = '', session = ''] = by.split('.')
  const lives = await database.query(SESSION, [session, id, [audience, `${audience}-refresh`]])
  if (lives.length === 0) return undefined
  return (audience === 'admin' ? loadAdmin : loadMember)(database, Number(id))
}
