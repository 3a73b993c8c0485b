import type { Ctx } from '#server'
import type { AnyRow } from '#server/model/row.ts'

type Waived = { text: string; reason: string; by: string | null; second: string | null; at: string }
type Granted = Waived & { study: number; textEn: string | null }
const GRANTED = `SELECT w.study, w.title AS text, w.title_en AS "textEn", w.reason, a.nickname AS by, g.nickname AS second, w.granted_at AS at FROM study_waiver w
  LEFT JOIN auth_admin a ON a.id = w.by LEFT JOIN auth_admin g ON g.id = w.granted_by WHERE w.study = ANY($1::bigint[]) AND w.state = 'granted' ORDER BY w.id`

/** What was left open of a whole study with the agreement of two is signed with it. Who signs for all sites reads it with its numbers, whatever else they may read. */
export const waivedOf = async ({ db, language }: Ctx, rows: readonly AnyRow[]): Promise<(row: AnyRow) => Waived[]> => {
  const studies = rows.flatMap(({ scope, study }) => (scope === 'study' ? [Number(study)] : []))
  const found = studies.length > 0 ? await db.query<Granted>(GRANTED, [studies]) : []
  return ({ scope, study }) =>
    scope === 'study'
      ? found
          .filter((one) => one.study === study)
          .map(({ text, textEn, reason, by, second, at }) => ({ text: (language === 'en' && textEn) || text, reason, by, second, at }))
      : []
}
