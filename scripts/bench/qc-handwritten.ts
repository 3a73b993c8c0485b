import { VISIT_COLUMNS } from './qc-generate.ts'

export type Counts = Record<string, number>

const TYPES: Record<string, string> = { visit_date: 'DATE', end_date: 'DATE', sbp: 'DOUBLE', dbp: 'DOUBLE', glucose: 'DOUBLE' }
const struct = VISIT_COLUMNS.map((name) => `'${name}': '${TYPES[name] ?? 'VARCHAR'}'`).join(', ')
const csv = (file: string) => `read_csv('${file}', auto_detect = false, header = true, delim = ',', columns = {${struct}})`

const rowChecks = `count(*) FILTER (WHERE subject_id IS NULL) AS "not_null.subject_id", count(*) FILTER (WHERE name IS NULL) AS "not_null.name",
  count(*) FILTER (WHERE sbp IS NULL) AS "not_null.sbp", count(*) FILTER (WHERE sbp < 60 OR sbp > 250) AS "range.sbp",
  count(*) FILTER (WHERE dbp < 30 OR dbp > 150) AS "range.dbp", count(*) FILTER (WHERE NOT regexp_full_match(mobile, '1[3-9][0-9]{9}')) AS "regex.mobile",
  count(*) FILTER (WHERE sex NOT IN ('男', '女')) AS "in_set.sex", count(*) FILTER (WHERE end_date < visit_date) AS "date_order",
  count(*) FILTER (WHERE NOT dbp < sbp) AS "cross.dbp", quantile_cont(glucose, [0.25, 0.75]) AS q`
const unique = (from: string) =>
  `SELECT coalesce(sum(n), 0)::BIGINT AS n FROM (SELECT count(*) AS n FROM ${from} WHERE subject_id IS NOT NULL GROUP BY subject_id HAVING count(*) > 1)`
const duplicates = (from: string) =>
  `SELECT coalesce(sum(n), 0)::BIGINT AS n FROM (SELECT count(*) AS n FROM ${from} GROUP BY hash(${VISIT_COLUMNS.join(', ')}) HAVING count(*) > 1)`

type All = (sql: string) => Promise<Record<string, unknown>[]>

/** Three ways an experienced person would write it; the bench takes the fastest of the day as the one to beat. */
export const VARIANTS: Record<string, (file: string, all: All, scratch: string) => Promise<Counts>> = {
  async table(file, all) {
    await all(`CREATE TABLE t AS SELECT * FROM ${csv(file)}`)
    return answers('t', all)
  },
  async parquet(file, all, scratch) {
    await all(`COPY (SELECT * FROM ${csv(file)}) TO '${scratch}/t.parquet' (FORMAT parquet)`)
    return answers(`'${scratch}/t.parquet'`, all)
  },
  async direct(file, all) {
    return answers(csv(file), all)
  },
}

async function answers(from: string, all: All): Promise<Counts> {
  const [row] = await all(`SELECT ${rowChecks} FROM ${from}`)
  const { q, ...counts } = row as Record<string, number> & { q: [number, number] }
  const [low, high] = [q[0] - 3 * (q[1] - q[0]), q[1] + 3 * (q[1] - q[0])]
  const one = async (sql: string) => Number((await all(sql))[0]?.['n'])
  return {
    ...counts,
    'unique.subject_id': await one(unique(from)),
    'outlier.glucose': await one(`SELECT count(*) AS n FROM ${from} WHERE glucose < ${low} OR glucose > ${high}`),
    duplicate_row: await one(duplicates(from)),
  }
}
