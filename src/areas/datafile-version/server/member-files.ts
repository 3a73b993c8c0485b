import type { Ctx } from '#server'
import { sitesOf } from '#study/delivery/receive.ts'

type Placed = { id: number; study: number; department: number | null }
/** Versions of files that belong to a subject; what stands in the bin is nobody's to open. */
const PLACED = `SELECT v.id, s.study, d.department_id AS department FROM datafile_version v JOIN datafile d ON d.id = v.datafile AND d.deleted_at IS NULL
  JOIN study_subject s ON s.id = d.subject AND s.deleted_at IS NULL WHERE v.id = ANY($1::bigint[])`

/** Those of these versions that a member's page lists for them: of subjects at the sites that their place in the study's team names. */
export const memberFiles = async (ctx: Ctx, ids: readonly number[]): Promise<number[]> => {
  const placed = await ctx.db.query<Placed>(PLACED, [ids])
  const own: number[] = []
  for (const [study, rows] of Map.groupBy(placed, (row) => row.study)) {
    const sites = await sitesOf(ctx, { study, departments: [] })
    own.push(...rows.filter(({ department }) => sites === null || (department !== null && sites.includes(department))).map(({ id }) => id))
  }
  return own
}
