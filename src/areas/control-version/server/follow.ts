import type { Ctx } from '#server'
import { SYSTEM } from '#server/model/actor.ts'
import { bodyOf, targetOf } from '#study/parameter/body.ts'
import { findEntry } from '#study/parameter/catalogue.ts'

type InForce = { number: number; state: string; check: string; body: unknown }
const IN_FORCE = `SELECT number, state, "check", body FROM control_version WHERE parameter = $1
  ORDER BY state = 'active' DESC, number DESC LIMIT 1`

/** A parameter shows what its version in force says, or the newest where none is. */
export const follow = async (ctx: Ctx, parameter: number): Promise<void> => {
  const [version] = await ctx.db.query<InForce>(IN_FORCE, [parameter])
  if (!version) return
  const { number, state, check } = version
  const entry = findEntry(check)
  const body = bodyOf(version.body)
  const shown = {
    number,
    state,
    body,
    target: targetOf(body),
    severity: body.severity ?? entry?.severity ?? null,
    dimension: entry?.dimension ?? null,
  }
  await ctx.engine.edit({ ...ctx, actor: SYSTEM }, 'control.parameter', { id: parameter }, shown)
}
