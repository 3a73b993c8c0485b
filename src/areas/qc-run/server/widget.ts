import { Bind } from '#server/db/bind.ts'
import { scopeSql } from '#server/model/scope.ts'
import type { Widget } from '#server/model/half.ts'
import { lastDay, workWidget } from '#server/model/widget.ts'
import { qcRun } from '../index.ts'

/**
 * Runs of the last day that judge lower than the one before them over the same data with the same rules; re-checks judge a part. Only what
 * the reader sees is counted among the fifty: many falls elsewhere would hide their own.
 */
const FALLEN = (seen: readonly string[]): string => `SELECT t.id FROM qc_run t JOIN LATERAL (
    SELECT b.score FROM qc_run b WHERE b.id < t.id AND b.state = 'done' AND b.asked IS NULL AND b."set" IS NOT DISTINCT FROM t."set"
      AND b.datafile IS NOT DISTINCT FROM t.datafile AND b.study IS NOT DISTINCT FROM t.study AND b.form IS NOT DISTINCT FROM t.form
    ORDER BY b.id DESC LIMIT 1) before ON t.score < before.score
  WHERE ${["t.state = 'done'", 't.asked IS NULL', "t.finished_at > now() - interval '1 day'", ...seen].join(' AND ')} ORDER BY t.id DESC LIMIT 50`

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
    where: async (ctx) => {
      const bind = new Bind()
      const seen = await scopeSql(ctx, ctx.engine.registry.need(qcRun.name), bind)
      const fallen = await ctx.db.query<{ id: number }>(FALLEN(seen), bind.values)
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
