import type { ListPage } from '#kernel'
import type { ReadRecord, RowData } from '../api/resource.ts'
import { queryClient } from '../api/query-client.ts'
import { currentLanguage, ensureText, t } from '../i18n/index.ts'
import { behind } from '../languages.ts'
import { go } from '../navigation/open.ts'
import { listAddress, useMenu } from '../state/menu.ts'
import { toast } from '../state/toast.ts'
import { isFirst } from './first.ts'
import { type TaskEvent, hasEnded } from './task-event.ts'
import { isWatched } from './watched.ts'

const REFRESH_MS = 400
const TASK = 'task'
const waiting = new Map<string, ReturnType<typeof setTimeout>>()
/** What comes close together is asked for once. */
const refresh = (resource: string): void => {
  if (waiting.has(resource)) return
  const ask = (): void => {
    waiting.delete(resource)
    for (const key of ['list', 'row', 'history']) void queryClient.invalidateQueries({ queryKey: [key, resource] })
  }
  waiting.set(resource, setTimeout(ask, REFRESH_MS))
}

const changed = (row: RowData, { state, progress, step }: TaskEvent): RowData => ({
  ...row,
  ...(state ? { state } : {}),
  ...(progress === undefined ? {} : { progress }),
  ...(step ? { step } : {}),
})
const patch = (event: TaskEvent): void => {
  queryClient.setQueriesData<ListPage<RowData>>({ queryKey: ['list', TASK] }, (page) =>
    page?.list.some((row) => row.id === event.task)
      ? { ...page, list: page.list.map((row) => (row.id === event.task ? changed(row, event) : row)) }
      : page,
  )
  queryClient.setQueriesData<ReadRecord>({ queryKey: ['row', TASK, event.task, 'page'] }, (read) =>
    read ? { ...read, row: changed(read.row, event) } : read,
  )
}

/** Of several windows in sight the one that somebody works in says it. */
const tellEnd = async ({ id, task, state, title, called, outcome }: TaskEvent): Promise<void> => {
  if (document.visibilityState !== 'visible' || state === 'cancelled') return
  await ensureText('task')
  if (!(await isFirst(`task-end-${id}`))) return
  const kind = called?.[behind(currentLanguage())] ?? ''
  // A title alone, the code of a subject, does not say what was done to it.
  const name = title && kind && title !== kind ? `${kind} · ${title}` : title || kind
  const list = listAddress(useMenu.getState().nodes, TASK)
  // What says where to look has the door beside it.
  const door = list ? { action: { label: t('task:ended.open'), run: () => void go(`${list}/${task}`) } } : {}
  if (outcome)
    toast[outcome.isGood ? 'success' : 'error'](t('task:ended.outcome', { name, said: outcome.words[behind(currentLanguage())] }), door)
  else if (state === 'done') toast.success(t('task:ended.done', { name }), door)
  else toast.error(t(`task:ended.${state === 'parked' ? 'parked' : 'failed'}`, { name }), door)
}

/** Lists and pages follow what happens; whoever asked for a task is told of its end. */
export const showEvent = (event: TaskEvent): void => {
  patch(event)
  if (event.kind !== 'state') return
  refresh(TASK)
  if (!hasEnded(event.state)) return
  if (event.resource) refresh(event.resource)
  if (event.isMine && !isWatched(event.task)) void tellEnd(event)
}
