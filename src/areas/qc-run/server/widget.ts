import type { Widget } from '#server/model/half.ts'
import { lastDay, workWidget } from '#server/model/widget.ts'
import { qcRun } from '../index.ts'

/** Runs of the last day that judge lower than the one before them over the same data with the same rules; re-checks judge a part. */
const FALLEN = `SELECT r.id FROM qc_run r JOIN LATERAL (
    SELECT b.score FROM qc_run b WHERE b.id < r.id AND b.state = 'done' AND b.asked IS NULL AND b."set" IS NOT DISTINCT FROM r."set"
      AND b.datafile IS NOT DISTINCT FROM r.datafile AND b.study IS NOT DISTINCT FROM r.study AND b.form IS NOT DISTINCT FROM r.form
    ORDER BY b.id DESC LIMIT 1) before ON r.score < before.score
  WHERE r.state = 'done' AND r.asked IS NULL AND r.finished_at > now() - interval '1 day' ORDER BY r.id DESC LIMIT 50`

export const runWidgets: readonly Widget[] = [
  workWidget(qcRun, {
    key: 'open',
    column: 'runs',
    title: { 'zh-cn': '质控运行', en: 'QC runs' },
    icon: 'activity',
    order: 10,
    where: () => [{ field: 'state', operator: 'IN', val: 'waiting,running' }],
  }),
  workWidget(qcRun, {
    key: 'fallen',
    column: 'worse',
    title: { 'zh-cn': '得分下降的质控运行', en: 'QC runs with a lower score' },
    icon: 'activity',
    order: 20,
    where: async ({ db }) => {
      const fallen = await db.query<{ id: number }>(FALLEN)
      return fallen.length ? [{ field: 'id', operator: 'IN', val: fallen.map(({ id }) => id).join(',') }] : null
    },
  }),
  workWidget(qcRun, {
    key: 'failed',
    column: 'worse',
    title: { 'zh-cn': '未能完成的质控运行', en: 'QC runs that failed' },
    icon: 'circle-x',
    order: 30,
    where: () => [
      { field: 'state', operator: 'IN', val: 'failed' },
      { field: 'finishedAt', operator: 'RANGE', val: lastDay() },
    ],
  }),
]
