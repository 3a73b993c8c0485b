import type { Row, Words } from '#kernel'
import type { Ctx } from '#server'
import { loadAdmin } from '#server/auth/actor.ts'
import type { Db } from '#server/db/database.ts'
import { notify } from '#server/notification/notify.ts'
import type { Recipient } from '#server/notification/notify.ts'
import type { NotificationKind } from '#server/notification/kind.ts'
import { rowsById } from '#server/resource/read.ts'
import { todo } from '../index.ts'

export const waitsForMe: NotificationKind = {
  kind: 'todo.mine',
  title: { 'zh-cn': '等我处理的待办', en: 'To-dos that wait for me' },
  icon: 'clipboard-list',
  digest: true,
}

type Todo = Pick<Row<typeof todo>, 'id' | 'title' | 'state' | 'assignee' | 'department' | 'author'>

const OF_DEPARTMENT = 'SELECT id FROM auth_admin WHERE department = $1 AND status AND deleted_at IS NULL ORDER BY id'
/** Whoever has to do it: the person, else everybody of the department who sees it. What is of a study is no news to who is not in its team. */
export const waitedFor = async (
  ctx: Ctx,
  { id, assignee, department }: Pick<Todo, 'id' | 'assignee' | 'department'>,
): Promise<Recipient[]> => {
  if (assignee !== null) return [{ kind: 'admin', id: assignee }]
  const people = department === null ? [] : await ctx.db.query<{ id: number }>(OF_DEPARTMENT, [department])
  const told: Recipient[] = []
  for (const { id: person } of people) {
    const actor = await loadAdmin(ctx.db, person)
    const seen = actor ? await rowsById({ ...ctx, actor, departments: [] }, ctx.engine.registry.need(todo.name), [id], 'live') : []
    if (actor && seen.length > 0) told.push(actor)
  }
  return told
}

export const say = (db: Db, { id }: Pick<Todo, 'id'>, to: readonly Recipient[], text: Words): Promise<void> =>
  notify(db, waitsForMe, to, { text, address: `/admin/todo/${id}`, key: `todo:${id}` })

const SAYINGS: Readonly<Record<string, (title: string, by: string) => Words>> = {
  returned: (title, by) => ({ 'zh-cn': `${by}退回了待办“${title}”`, en: `${by} gave back the to-do “${title}”` }),
  submitted: (title, by) => ({
    'zh-cn': `${by}提交了待办“${title}”，等您验收`,
    en: `${by} handed in the to-do “${title}”, for you to accept`,
  }),
  done: (title, by) => ({ 'zh-cn': `${by}完成了待办“${title}”`, en: `${by} finished the to-do “${title}”` }),
}
/** What became of work that was handed in, for whoever did it. */
const ANSWERS: typeof SAYINGS = {
  inProgress: (title, by) => ({
    'zh-cn': `${by}退回了待办“${title}”，请重做`,
    en: `${by} sent back the to-do “${title}” to be done again`,
  }),
  done: (title, by) => ({ 'zh-cn': `${by}验收了待办“${title}”`, en: `${by} accepted the to-do “${title}”` }),
  cancelled: (title, by) => ({ 'zh-cn': `${by}取消了待办“${title}”`, en: `${by} cancelled the to-do “${title}”` }),
}
const given = (title: string): Words => ({ 'zh-cn': `待办“${title}”等您处理`, en: `The to-do “${title}” waits for you` })

/** Who has it now hears of it; who asked for it hears how it went. Nobody is told what they did themselves. */
export const tell = async (ctx: Ctx, row: Todo, before: Todo | null): Promise<void> => {
  const { db, actor } = ctx
  const others = (people: readonly Recipient[]) => people.filter(({ id }) => actor.kind !== 'admin' || id !== actor.id)
  const isPassedOn = before === null || before.assignee !== row.assignee || before.department !== row.department
  const isAgain = row.state === 'waiting' && before !== null && before.state !== 'waiting'
  if (row.state === 'waiting' && (isPassedOn || isAgain)) await say(db, row, others(await waitedFor(ctx, row)), given(row.title))
  if (before === null || before.state === row.state) return
  const answer = before.state === 'submitted' ? ANSWERS[row.state ?? ''] : undefined
  if (answer) return say(db, row, others(await waitedFor(ctx, row)), answer(row.title, actor.name))
  const saying = SAYINGS[row.state ?? '']
  if (saying && row.author !== null) await say(db, row, others([{ kind: 'admin', id: row.author }]), saying(row.title, actor.name))
}
