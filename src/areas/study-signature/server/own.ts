import type { Ctx } from '#server'
import { placeOf } from '#study/team.ts'

/**
 * Of a sheet `s` and a place `m` in the team: whoever is its investigator answers for the whole of it. What is of the study, a form or a visit
 * lies at all sites, so a place that names some of them is not enough; a subject is of one.
 */
const ANSWERS = `m."study" = s."study" AND m."role" = 'pi' AND (m."departments" = '{}'
  OR s."scope" = 'subject' AND EXISTS (SELECT 1 FROM study_subject p WHERE p."id" = s."subject" AND p."department" = ANY(m."departments")))`

type Which = { states: readonly string[]; ids?: readonly number[]; limit?: number }
/** The sheets in these states that the reader answers for, the newest first. */
export const ownSheets = async (
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  { states, ids, limit = 1000 }: Which,
): Promise<{ ids: number[]; total: number }> => {
  const text = `SELECT s."id", count(*) OVER ()::int AS total FROM study_signature s WHERE s."state" = ANY($2::text[]) AND ($3::bigint[] IS NULL OR s."id" = ANY($3))
    AND EXISTS (SELECT 1 FROM study_member m WHERE ${placeOf(actor)} AND ${ANSWERS}) ORDER BY s."id" DESC LIMIT $4`
  const found = await db.query<{ id: number; total: number }>(text, [actor.id, states, ids ?? null, limit])
  return { ids: found.map(({ id }) => id), total: found[0]?.total ?? 0 }
}

/** Who signs each of these sheets, by name. */
export const SIGNERS = `SELECT s."id", array_agg(DISTINCT coalesce(a."nickname", u."nickname")) AS names FROM study_signature s
  JOIN study_member m ON ${ANSWERS} LEFT JOIN auth_admin a ON a."id" = m."admin" LEFT JOIN user_user u ON u."id" = m."user"
  WHERE s."id" = ANY($1::bigint[]) AND m."deleted_at" IS NULL AND (m."from" IS NULL OR m."from" <= now()) AND (m."to" IS NULL OR m."to" > now()) GROUP BY 1`
