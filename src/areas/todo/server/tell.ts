import type { Row, Words } from '#kernel'
import type { Ctx } from '#server'
import type { Db } from '#server/db/database.ts'
import { notify } from '#server/notification/notify.ts'
import type { Recipient } from '#server/notification/notify.ts'
import type { NotificationKind } from '#server/notification/kind.ts'
import type { todo } from '../index.ts'

export const waitsForMe: NotificationKind = {
  kind: 'todo.mine',
  title: { 'zh-cn': '等我处理的待办', en: 'To-dos that wait for me' },
  icon: 'clipboard-list',
  digest: true,
}

type Todo = Pick<Row<typeof todo>, 'id' | 'title' | 'state' | 'assignee' | 'department' | 'author'>

const OF_DEPARTMENT = 'SELECT id FROM auth_admin WHERE department = $1 AND status AND deleted_at IS NULL'
/** Whoever has to do it: the person, else everybody of the department. */
export const waitedFor = async (db: Db, { assignee, department }: Pick<Todo, 'assignee' | 'department'>): Promise<Recipient[]> => {
  if (assignee !== null) return [{ kind: 'admin', id: assignee }]
  const people = department === null ? [] : await db.query<{ id: number }>(OF_DEPARTMENT, [department])
  return people.map(({ id }) => ({ kind: 'admin', id }))
}

export const say = (db: Db, { id }: Pick<Todo, 'id'>, to: readonly Recipient[], text: Words): Promise<void> =>
  notify(db, waitsForMe, to, { text, address: `/admin/todo/${id}`, key: `todo:${id}` })

const SAYINGS: Readonly<Record<string, (title: string, by: string) => Words>> = {
  returned: (title, by) => ({ 'zh-cn': `${by}退回了待办“${title}”`, en: `${by} gave back the to-do “${title}”` }),
  done: (title, by) => ({ 'zh-cn': `${by}完成了待办“${title}”`, en: `${by} finished the to-do “${title}”` }),
}
const given = (title: string): Words => ({ 'zh-cn': `待办“${title}”等您处理`, en: `The to-do “${title}” waits for you` })

/** Who has it now hears of it; who asked for it hears how it went. Nobody is told what they did themselves. */
export const tell = async ({ db, actor }: Ctx, row: Todo, before: Todo | null): Promise<void> => {
  const others = (people: readonly Recipient[]) => people.filter(({ id }) => actor.kind !== 'admin' || id !== actor.id)
  const isPassedOn = before === null || before.assignee !== row.assignee || before.department !== row.department
  const isAgain = row.state === 'waiting' && before !== null && before.state !== 'waiting'
  if (row.state === 'waiting' && (isPassedOn || isAgain)) await say(db, row, others(await waitedFor(db, row)), given(row.title))
  const saying = before !== null && before.state !== row.state ? SAYINGS[row.state ?? ''] : undefined
  if (saying && row.author !== null) await say(db, row, others([{ kind: 'admin', id: row.author }]), saying(row.title, actor.name))
}
