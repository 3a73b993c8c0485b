import type { Language, Words } from '#kernel'
import type { Db } from '../db/database.ts'
import type { NotificationKind } from '../notification/kind.ts'
import { notify } from '../notification/notify.ts'
import type { Outcome } from './definition.ts'
import type { Ended } from './ending.ts'

export const myTasks: NotificationKind = {
  kind: 'task.mine',
  members: true,
  title: { 'zh-cn': '我的任务已结束', en: 'My tasks that have ended' },
  icon: 'activity',
}

const SAYINGS: Readonly<Record<string, (name: string) => Words>> = {
  done: (name) => ({ 'zh-cn': `任务“${name}”已完成`, en: `Task “${name}” is done` }),
  failed: (name) => ({ 'zh-cn': `任务“${name}”失败`, en: `Task “${name}” failed` }),
  parked: (name) => ({ 'zh-cn': `任务“${name}”多次失败，已搁置`, en: `Task “${name}” failed repeatedly and is parked` }),
}

/** Whoever asked for it learns of its end. After it, never before: what did not happen is no news. */
export const tellEnd = async (
  db: Db,
  { id, state, title, called, ownerKind, ownerId }: Ended,
  outcome: Outcome | null = null,
): Promise<void> => {
  const say = SAYINGS[state]
  if (!say || ownerId === null || ownerKind === 'system') return
  const words = (language: Language): string => {
    const said = say(title || called?.[language] || `#${id}`)[language]
    if (!outcome) return said
    return language === 'zh-cn' ? `${said}：${outcome.words[language]}` : `${said}: ${outcome.words[language]}`
  }
  const text: Words = { 'zh-cn': words('zh-cn'), en: words('en') }
  await notify(db, myTasks, [{ kind: ownerKind, id: ownerId }], { text, address: `/admin/task/${id}`, key: `task:${id}` })
}
