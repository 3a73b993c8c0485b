import type { QcWorkspace, StagedTable } from '#qc'
import { placeIn } from '../finding/identity.ts'
import type { Source } from './source.ts'

/** One form at one site: how many records were judged, how many of them a rule hit, and how many each rule hit by its lineage. */
export type Site = { place: string; department: string; rows: number; flagged: number; rules: Readonly<Record<string, number>> }

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** What a run saw of each site. A file names no site. */
export const sitesOf = async (
  db: QcWorkspace,
  sources: readonly Source[],
  tables: ReadonlyMap<string, StagedTable>,
  violations: string,
): Promise<Site[]> => {
  const hits = await db.all<{ lineage: string; department: string; n: number }>(
    `SELECT lineage, department, count(DISTINCT record) AS n FROM read_parquet('${violations}') WHERE department IS NOT NULL GROUP BY ALL`,
  )
  const flagged = await db.all<{ place: string; department: string; n: number }>(
    `SELECT split_part(lineage, '@', 2) AS place, department, count(DISTINCT record) AS n FROM read_parquet('${violations}')
     WHERE department IS NOT NULL GROUP BY ALL`,
  )
  const found: Site[] = []
  for (const { name, place, cells } of sources) {
    const table = tables.get(name)
    if (!table || cells.department === undefined) continue
    const rows = await db.all<{ department: string; n: number }>(
      `SELECT ${quoted(cells.department)} AS department, count(*) AS n FROM ${table.relation} WHERE ${quoted(cells.department)} IS NOT NULL
       GROUP BY 1 ORDER BY 1`,
    )
    for (const { department, n } of rows) {
      const own = hits.filter((hit) => hit.department === department && placeIn(hit.lineage).form === place)
      found.push({
        place,
        department,
        rows: Number(n),
        flagged: Number(flagged.find((hit) => hit.place === place && hit.department === department)?.n ?? 0),
        rules: Object.fromEntries(own.map((hit) => [placeIn(hit.lineage).lineage, Number(hit.n)])),
      })
    }
  }
  return found
}
