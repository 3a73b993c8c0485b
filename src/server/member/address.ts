import { fail, matches } from '#kernel'
import type { FieldProblem } from '#kernel'
import type { Db } from '../db/database.ts'
import type { Call } from '../http/call.ts'

/** The two addresses a member can prove to own. */
export type AddressKind = 'email' | 'mobile'

/** What a member call reads from its body: text, or nothing. */
export const bodyOf = ({ body }: Pick<Call, 'body'>) => {
  const given = (typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}) as Record<string, unknown>
  return { given, text: (name: string): string => (typeof given[name] === 'string' ? given[name] : '') }
}

export const addressKindOf = (field: string, value: string): AddressKind => {
  if (value === 'email' || value === 'mobile') return value
  throw fail('input.badValue', { field, value: value.slice(0, 30) })
}

export const addressProblem = (kind: AddressKind, address: string): FieldProblem[] => {
  if (address === '') return [{ field: kind, key: 'required' }]
  return address.length <= 100 && matches(kind, address) ? [] : [{ field: kind, key: `pattern.${kind}` }]
}

type Owner = { id: number; status: boolean; address: string }
const OWNER: Record<AddressKind, string> = {
  email: 'SELECT id, status, email AS address FROM user_user WHERE lower(email) = lower($1) AND deleted_at IS NULL',
  mobile: 'SELECT id, status, mobile AS address FROM user_user WHERE mobile = $1 AND deleted_at IS NULL',
}
/** Whose address this is, as they wrote it. Only for work that the asker cannot see the length of. */
export const ownerOf = async (db: Db, kind: AddressKind, address: string): Promise<Owner | undefined> =>
  (await db.query<Owner>(OWNER[kind], [address]))[0]
