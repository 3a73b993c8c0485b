import { createHash } from 'node:crypto'
import { SECRET_MARK, secretsOf } from '#kernel'
import type { Resource } from '#kernel'
import type { Ctx } from '../model/context.ts'

/** Shows that a secret is set, and whether it is another one than before; not what it is. */
const markOf = (secret: string) => `${SECRET_MARK}${createHash('sha256').update(secret).digest('hex').slice(0, 4)}`
const nameOf = (resource: string, field: string) => `${resource}/${field}`

/**
 * Write-only fields of a record: the value goes to the vault, the record and with it every list, export and audit entry has a mark.
 * The mark sent back means "as it was", nothing means "forget it".
 */
export const sealSecrets = async <C extends object>(ctx: Ctx, resource: Resource, change: C): Promise<C> => {
  const sealed = { ...change } as Record<string, unknown>
  for (const name of secretsOf(resource)) {
    const value = sealed[name]
    if (!(name in sealed)) continue
    if (typeof value !== 'string' || value === '') await ctx.services.vault.forget(ctx.db, nameOf(resource.name, name))
    else if (value.startsWith(SECRET_MARK)) delete sealed[name]
    else {
      await ctx.services.vault.put(ctx.db, nameOf(resource.name, name), value)
      sealed[name] = markOf(value)
    }
  }
  return sealed as C
}

/** The secret behind a field, or nothing. */
export const openSecret = async (ctx: Ctx, resource: string, field: string): Promise<string> =>
  (await ctx.services.vault.get(ctx.db, nameOf(resource, field))) ?? ''
