import { listIn } from '#kernel'
import type { Ctx } from '#server'
import type { AnyRow } from '#server/model/row.ts'
import { studiesAs } from '#study/team.ts'

const INVESTIGATORS = `SELECT m."study", array_agg(DISTINCT coalesce(a."nickname", u."nickname")) AS names FROM study_member m
  LEFT JOIN auth_admin a ON a."id" = m."admin" LEFT JOIN user_user u ON u."id" = m."user"
  WHERE m."study" = ANY($1::bigint[]) AND m."role" = 'pi' AND m."deleted_at" IS NULL
  AND (m."from" IS NULL OR m."from" <= now()) AND (m."to" IS NULL OR m."to" > now()) GROUP BY 1`

/** Of a sheet that waits: whether the reader is who signs it, and who does. Whoever is not would be asked for a password in vain. */
export const withSigners = async (ctx: Ctx, rows: readonly AnyRow[]): Promise<AnyRow[]> => {
  const waiting = rows.filter(({ state }) => state === 'ready').map(({ study }) => Number(study))
  if (waiting.length === 0) return [...rows]
  const own = await studiesAs(ctx.db, ctx.actor, 'pi')
  const named = await ctx.db.query<{ study: number; names: string[] }>(INVESTIGATORS, [waiting])
  return rows.map((row) => {
    if (row['state'] !== 'ready') return row
    const study = Number(row['study'])
    return { ...row, signs: own.includes(study), signers: listIn(ctx.language, named.find((one) => one.study === study)?.names ?? []) }
  })
}
