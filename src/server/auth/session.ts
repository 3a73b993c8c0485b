import type { Db } from '../db/database.ts'
import type { Actor, Services } from '../model/context.ts'
import { loadAdmin, loadMember } from './actor.ts'
import { digest, endAll, findToken } from './token.ts'
import type { Audience } from './token.ts'

/** Rights and sessions ended in another process are seen within this time; in this process at once. */
const FRESH_MS = 1000
type Seen = { actor: Actor; until: number; expiresAt: number }
export type Answer = { actor: Actor } | 'absent' | 'expired'

type SessionServices = Pick<Services, 'endSessions' | 'forgetActors' | 'passwordChanged'>

/** Who stands behind a token. */
export class Sessions implements SessionServices {
  readonly #database: Db
  #seen = new Map<string, Seen>()
  #looking = new Map<string, Promise<Answer>>()
  readonly #onPasswordChanged: (kind: 'admin' | 'member', id: number) => Promise<void>
  constructor(database: Db, onPasswordChanged: (kind: 'admin' | 'member', id: number) => Promise<void> = async () => {}) {
    this.#database = database
    this.#onPasswordChanged = onPasswordChanged
  }

  /** The type of the token is checked against the audience: a member's or a refresh token opens no admin door. */
  async resolve(audience: Audience, token: string): Promise<Answer> {
    if (token === '' || token.length > 200) return 'absent'
    const key = `${audience}:${digest(token).toString('base64')}`
    const now = Date.now()
    const seen = this.#seen.get(key)
    if (seen && seen.until > now) return seen.expiresAt > now ? { actor: seen.actor } : 'expired'
    // A page asks ten things at once: one look answers for all of them.
    const looking = this.#looking
    const begun = looking.get(key) ?? this.#look(audience, token, key).finally(() => looking.delete(key))
    looking.set(key, begun)
    return begun
  }
  async #look(audience: Audience, token: string, key: string): Promise<Answer> {
    const [seen, now] = [this.#seen, Date.now()]
    seen.delete(key)
    const found = await findToken(this.#database, token)
    if (!found || found.type !== audience) return 'absent'
    if (found.isExpired) return 'expired'
    const actor = await (audience === 'admin' ? loadAdmin : loadMember)(this.#database, found.ownerId)
    if (!actor) return 'absent'
    if (seen.size > 10_000) seen.clear()
    seen.set(key, { actor, until: now + FRESH_MS, expiresAt: Date.parse(found.expiresAt) })
    return { actor }
  }

  /** What is being looked up is of before: nobody who asks from now on may get it. */
  forgetActors(): void {
    this.#seen = new Map()
    this.#looking = new Map()
  }
  async endSessions(kind: 'admin' | 'member', ownerId: number): Promise<void> {
    await endAll(this.#database, kind === 'admin' ? 'admin' : 'user', ownerId)
    this.forgetActors()
  }
  async passwordChanged(kind: 'admin' | 'member', ownerId: number): Promise<void> {
    await this.endSessions(kind, ownerId)
    await this.noteNewPassword(kind, ownerId)
  }
  /** What follows from a new password besides the end of sessions. */
  async noteNewPassword(kind: 'admin' | 'member', ownerId: number): Promise<void> {
    await this.#onPasswordChanged(kind, ownerId)
  }
}
