import { createRequire } from 'node:module'
import path from 'node:path'
import type { Counts } from './qc-handwritten.ts'

/** Same answers by nodejs-polars, installed by the bench in a folder of its own. Untyped on purpose: it is no dependency of ours. */
export function polarsCounts(file: string, folder: string): Counts {
  const pl = createRequire(path.join(folder, 'package.json'))('nodejs-polars')
  const frame = pl.readCSV(file, { inferSchemaLength: 10_000, tryParseDates: true })
  const count = (mask: unknown): number => frame.filter(mask).height
  const column = pl.col
  const [q1, q3] = [frame.getColumn('glucose').quantile(0.25, 'linear'), frame.getColumn('glucose').quantile(0.75, 'linear')]
  const repeated = frame.filter(column('subject_id').isNotNull()).groupBy('subject_id').len()
  const many = repeated.filter(pl.col(repeated.columns[1]).gt(1)).getColumn(repeated.columns[1]).sum()
  return {
    'not_null.subject_id': frame.getColumn('subject_id').nullCount(),
    'not_null.name': frame.getColumn('name').nullCount(),
    'not_null.sbp': frame.getColumn('sbp').nullCount(),
    'unique.subject_id': Number(many ?? 0),
    'range.sbp': count(column('sbp').lt(60).or(column('sbp').gt(250))),
    'range.dbp': count(column('dbp').lt(30).or(column('dbp').gt(150))),
    'regex.mobile': count(column('mobile').cast(pl.Utf8).str.contains('^1[3-9][0-9]{9}$').not()),
    'in_set.sex': count(column('sex').isIn(['男', '女']).not()),
    date_order: count(column('end_date').lt(column('visit_date'))),
    'outlier.glucose': count(
      column('glucose')
        .lt(q1 - 3 * (q3 - q1))
        .or(column('glucose').gt(q3 + 3 * (q3 - q1))),
    ),
    'cross.dbp': count(column('dbp').lt(column('sbp')).not()),
    duplicate_row: frame.height - frame.filter(frame.isUnique()).height,
  }
}
