import { scoreRun, type CheckResult, type QcWorkspace, type Score, type StagedTable } from '#qc'
import type { JudgedBy } from '#qc/plan/judged-by.ts'
import { identifier, literal } from '#qc/sql.ts'
import { judge } from '#qc/threshold.ts'
import { proves } from '../finding/cover.ts'
import type { Source } from './source.ts'

/** What one rule said of one form at a site, by what the run called the rule: records judged, and records hit. */
export type SiteRule = { judged: number; hit: number }
/** One form at one site: how many records there are, and how many of them any rule hit. A rule that judged all of them and hit none is not named. */
export type Site = { place: string; department: string; rows: number; flagged: number; rules: Readonly<Record<string, SiteRule>> }
/** Over all forms. A rule that judges no single rows says nothing of a site. */
export type SiteScore = Score & { department: string }
export type Sites = { sites: readonly Site[]; scores: readonly SiteScore[] }

type Placed = CheckResult & { place: string }
type Hit = { parameter: string; department: string; records: number; violated: number }
const HITS = (file: string): string => `SELECT parameter, department, count(DISTINCT record) AS records, count(*) AS violated
  FROM read_parquet(${file}) WHERE department IS NOT NULL GROUP BY ALL`
const FLAGGED = (file: string): string => `SELECT split_part(lineage, '@', 2) AS place, department, count(DISTINCT record) AS n
  FROM read_parquet(${file}) WHERE department IS NOT NULL GROUP BY ALL`
const ROWS = (table: StagedTable, column: string): string => `SELECT ${identifier(column)} AS department, count(*) AS n
  FROM ${table.relation} WHERE ${identifier(column)} IS NOT NULL GROUP BY 1 ORDER BY 1`

/** The verdict of a rule at one site, from its counts there. */
const resultAt = (result: Placed, share: { rows: number; denominator: number }, violated: number): CheckResult => {
  const { groups: _, reason: _reason, ...rest } = result
  const counts = { rows: share.rows, denominator: share.denominator, base: share.denominator, violated }
  return { ...rest, ...counts, ...judge(counts, result) }
}

type Seeing = {
  db: QcWorkspace
  sources: readonly Source[]
  tables: ReadonlyMap<string, StagedTable>
  /** The file of violations. */
  violations: string
  results: readonly Placed[]
  judgedBy: (column: string) => Promise<JudgedBy>
}

/** What a run saw of each site. A file names no site. */
export const sitesOf = async ({ db, sources, tables, violations, results, judgedBy }: Seeing): Promise<Sites> => {
  const placed = sources.flatMap(({ name, place, cells: { department: column } }) => {
    const table = tables.get(name)
    return table && column !== undefined ? [{ place, table, column }] : []
  })
  if (placed.length === 0) return { sites: [], scores: [] }
  const file = literal(violations)
  const hits = new Map((await db.all<Hit>(HITS(file))).map((hit) => [`${hit.parameter} ${hit.department}`, hit]))
  const flagged = await db.all<{ place: string; department: string; n: number }>(FLAGGED(file))
  const judged: JudgedBy = new Map()
  for (const column of new Set(placed.map((one) => one.column))) for (const [rule, own] of await judgedBy(column)) judged.set(rule, own)
  const byPlace = Map.groupBy(results, ({ place }) => place)
  const sites: Site[] = []
  const said = new Map<string, CheckResult[]>()
  for (const { place, table, column } of placed) {
    for (const { department, n } of await db.all<{ department: string; n: number }>(ROWS(table, column))) {
      const rules: Record<string, SiteRule> = {}
      const all = said.get(department) ?? []
      said.set(department, all)
      for (const result of byPlace.get(place) ?? []) {
        const hit = hits.get(`${result.parameter} ${department}`)
        const own = judged.get(result.parameter)
        const share = own && (own.get(department) ?? { rows: 0, denominator: 0 })
        // What no single row is judged for is held against all of them.
        const rule = { judged: share?.rows ?? Number(n), hit: Number(hit?.records ?? 0) }
        if (rule.hit > 0 || rule.judged !== Number(n)) rules[result.parameter] = rule
        all.push(share && proves(result) ? resultAt(result, share, Number(hit?.violated ?? 0)) : { ...result, status: 'not_applicable' })
      }
      const any = flagged.find((hit) => hit.place === place && hit.department === department)
      sites.push({ place, department, rows: Number(n), flagged: Number(any?.n ?? 0), rules })
    }
  }
  const scores = [...said].map(([department, own]): SiteScore => {
    const { score, applicable, total } = scoreRun(own)
    return { department, score, applicable, total }
  })
  return { sites, scores }
}
