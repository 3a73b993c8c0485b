import { createHash } from 'node:crypto'
import type { Ctx } from '../kit.ts'

const MARK = '••••••#'
/** Shows that a secret is set, and whether it is another one than before; not what it is. */
const markOf = (secret: string) => `${MARK}${createHash('sha256').update(secret).digest('hex').slice(0, 4)}`
const nameOf = (resource: string, field: string) => `${resource}/${field}`

/**
 * Write-only fields of a record: the value goes to the vault, the record and with it every list, export and audit entry has a mark.
 * The mark sent back means "as it was", nothing means "forget it".
 */
export const sealSecrets = async <C extends object>(
  ctx: Ctx,
  resource: string,
  names: readonly (keyof C & string)[],
  change: C,
): Promise<C> => {
  const sealed = { ...change } as Record<string, unknown>
  for (const name of names) {
    const value = sealed[name]
    if (!(name in sealed)) continue
    if (typeof value !== 'string' || value === '') await ctx.services.vault.forget(ctx.db, nameOf(resource, name))
    else if (value.startsWith(MARK)) delete sealed[name]
    else {
      await ctx.services.vault.put(ctx.db, nameOf(resource, name), value)
      sealed[name] = markOf(value)
    }
  }
  return sealed as C
}

/** The secret behind a field, or nothing. */
export const openSecret = async (ctx: Ctx, resource: string, field: string): Promise<string> =>
  (await ctx.services.vault.get(ctx.db, nameOf(resource, field))) ?? ''
