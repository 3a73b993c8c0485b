import * as z from 'zod'
import { defineTask } from '#server/task/definition.ts'
import { startQuietly } from './intake.ts'

const OPEN = `SELECT s.study FROM control_set s JOIN study_project p ON p.id = s.study AND p.state IN ('collecting', 'cleaning') AND p.deleted_at IS NULL
  WHERE s.id = $1 AND s.status AND s.deleted_at IS NULL`
const AT_WORK = `SELECT 1 FROM qc_run WHERE "set" = $1 AND study = $2 AND form IS NULL AND asked IS NULL AND state IN ('waiting', 'running')`

/** What the clock of a control set asks for: a run over its study, as long as that is worked on and none is under way. */
export const scheduled = defineTask({
  kind: 'qc.schedule',
  lane: 'light',
  title: { 'zh-cn': '按时运行质控', en: 'Run quality control on schedule' },
  words: { start: { 'zh-cn': '开始运行', en: 'Start the run' } },
  isPrelude: true,
  says: { set: { 'zh-cn': '控制集', en: 'Control set', of: 'control.set' } },
  input: z.object({ set: z.number() }),
  steps: (none) =>
    none.commit('start', async ({ input: { set }, log }, tx, ctx) => {
      const [open] = await tx.query<{ study: number }>(OPEN, [set])
      if (!open || (await tx.query(AT_WORK, [set, open.study])).length > 0) return { run: null }
      const { run, why } = await startQuietly(ctx, { study: open.study, form: null, set }, 'schedule')
      if (why) log(why)
      return { run }
    }),
})
