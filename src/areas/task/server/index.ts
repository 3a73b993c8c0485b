import { LANGUAGES, refuse } from '#kernel'
import type { Language } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { record } from '#server/audit/entry.ts'
import { lastDay, workWidget } from '#server/model/widget.ts'
import { cancelTask, parkTask, retryTask } from '#server/task/act.ts'
import { myTasks } from '#server/task/tell-end.ts'
import { ownUnsited } from '#study/team.ts'
import { task } from '../index.ts'
import locale from '../locale.ts'
import { countRoutes } from './counts.ts'
import { dayRoutes } from './day.ts'
import { fileRoutes } from './file.ts'
import { scheduleRoutes } from './schedules.ts'
import { toldRoutes } from './told.ts'

const WORDS = LANGUAGES.map((language) => `called -> 'title' ->> '${language}'`).join(', ')
// Numbers of members are no numbers of admins: only an admin owns. What is sealed is for the worker alone.
const SOURCE = `SELECT id, seq AS version, title, kind, state, progress, step, resource, record, study, created_at, run_after, started_at, ended_at,
  CASE WHEN state <> 'waiting' THEN extract(epoch FROM coalesce(ended_at, now()) - started_at)::bigint END AS duration, attempt, lane, schedule, worker,
  cancel_at IS NOT NULL AND state = 'running' AS is_cancelling, error,
  CASE WHEN jsonb_typeof(input) = 'object' THEN input - 'sealed' ELSE input END AS input,
  CASE WHEN called ? 'isAnswer' THEN NULL ELSE result END AS result, called, concat_ws(' ', ${WORDS}) AS words, department_id,
  CASE WHEN owner_kind = 'admin' THEN owner_id END AS owner_id, CASE WHEN owner_kind = 'member' THEN owner_id END AS member FROM task`

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
const wordIn = (words: unknown, language: Language): string | undefined => {
  const word = isObject(words) ? words[language] : undefined
  return typeof word === 'string' ? word : undefined
}
/** What kind of work it is, as it was called when somebody asked for it. */
const kindOf = ({ kind, called }: Readonly<Record<string, unknown>>, language: Language): string =>
  (isObject(called) ? wordIn(called['title'], language) : undefined) ?? String(kind)
const nameOf = (row: Readonly<Record<string, unknown>>, language: Language): string => String(row['title'] || kindOf(row, language))

type Row = { id: number; title: string | null; state: string | null }
/** Each one or none: what cannot be done any more is said, with the state that it has. */
const each =
  (action: 'cancel' | 'retry' | 'park', work: (ctx: Ctx, id: number) => Promise<boolean>) =>
  async (ctx: Ctx, rows: readonly Row[]): Promise<{ changed: number }> => {
    for (const row of rows) {
      const title = nameOf(row, ctx.language)
      const words = locale[ctx.language]
      const state = Object.entries(words.options.state).find(([name]) => name === row.state)?.[1] ?? ''
      if (!(await work(ctx, row.id))) throw refuse(locale, 'notNow', { title, action: words.actions[action], state })
      const [now] = await ctx.db.query<{ state: string }>('SELECT state FROM task WHERE id = $1', [row.id])
      const changes: Record<string, [unknown, unknown]> = now?.state === row.state ? {} : { state: [row.state, now?.state] }
      await record(ctx, { action, resource: task.name, recordId: row.id, label: title, changes })
    }
    return { changed: rows.length }
  }

const taskWidgets = [
  workWidget(task, {
    key: 'running',
    column: 'runs',
    title: { 'zh-cn': '后台任务', en: 'Tasks' },
    icon: 'activity',
    order: 20,
    where: () => [{ field: 'state', operator: 'IN', val: 'waiting,running' }],
  }),
  workWidget(task, {
    key: 'failed',
    column: 'worse',
    title: { 'zh-cn': '失败或搁置的任务', en: 'Tasks that failed or were parked' },
    icon: 'circle-x',
    order: 40,
    where: () => [
      { field: 'state', operator: 'IN', val: 'failed,parked' },
      { field: 'endedAt', operator: 'RANGE', val: lastDay() },
    ],
  }),
]

export default serve(task, {
  widgets: taskWidgets,
  notifications: [myTasks],
  routes: (declare) => {
    fileRoutes(declare)
    scheduleRoutes(declare)
    toldRoutes(declare)
    countRoutes(declare)
    dayRoutes(declare)
  },
  source: () => SOURCE,
  /** Its title and result tell of a site, which the queue does not know. */
  scope: ({ actor }) => {
    const own = ownUnsited({ actor })
    if (own === true) return true
    const asked = actor.kind === 'member' ? 't."member"' : 't."owner_id"'
    return { where: `(t."study" IS NULL OR ${asked} = $1::bigint OR ${own.where})`, params: own.params }
  },
  show: (ctx, row) => ({
    ...row,
    title: nameOf(row, ctx.language),
    error: wordIn(row['error'], ctx.language) ?? null,
    _labels: { ...(isObject(row['_labels']) ? row['_labels'] : {}), kind: kindOf(row, ctx.language) },
  }),
  actions: { cancel: each('cancel', cancelTask), retry: each('retry', retryTask), park: each('park', parkTask) },
})
