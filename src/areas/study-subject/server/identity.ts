import { refuse } from '#kernel'
import type { Ctx } from '#server'
import { record } from '#server/audit/entry.ts'
import locale from '../locale.ts'

type Subject = { id: number; code: string }
const nameOf = ({ id }: Pick<Subject, 'id'>) => `study.subject:${id}`
const WRITE = `INSERT INTO study_subject_identity (subject, sealed) VALUES ($1, $2) ON CONFLICT (subject) DO UPDATE SET sealed = excluded.sealed, sealed_at = now()`

export const sealIdentity = async (ctx: Ctx, subject: Subject, identity: Readonly<Record<string, unknown>>): Promise<void> => {
  const sealed = ctx.services.vault.seal(nameOf(subject), JSON.stringify(identity))
  await ctx.db.query(WRITE, [subject.id, sealed])
}

const READ = 'SELECT sealed FROM study_subject_identity WHERE subject = $1'
/** Of two that are one person: the one who stays is known as the other was, unless they have an identity of their own. The other keeps theirs. */
export const moveIdentity = async (ctx: Ctx, from: Subject, into: Subject): Promise<boolean> => {
  const [[row], [own]] = [await ctx.db.query<{ sealed: Buffer }>(READ, [from.id]), await ctx.db.query(READ, [into.id])]
  if (!row || own) return false
  const text = ctx.services.vault.unseal(nameOf(from), row.sealed)
  if (text === undefined) throw refuse(locale, 'unreadable')
  await ctx.db.query(WRITE, [into.id, ctx.services.vault.seal(nameOf(into), text)])
  return true
}

/** Who it is. The entry of the trail is written before the answer leaves, and says nothing but that it was read. */
export const readIdentity = async (ctx: Ctx, subject: Subject): Promise<unknown> => {
  const [row] = await ctx.db.query<{ sealed: Buffer }>(READ, [subject.id])
  if (!row) throw refuse(locale, 'unsealed')
  const text = ctx.services.vault.unseal(nameOf(subject), row.sealed)
  if (text === undefined) throw refuse(locale, 'unreadable')
  await record(ctx, { action: 'identify', resource: 'study.subject', recordId: subject.id, label: subject.code, changes: {} })
  return JSON.parse(text)
}
