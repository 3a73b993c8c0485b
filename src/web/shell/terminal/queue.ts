export type TaskStatus = 'Waiting' | 'Connecting' | 'Executing' | 'Success' | 'Failed' | 'Unknown'

export type Task = {
  uuid: string
  createtime: number
  status: TaskStatus
  command: string
  message: string[]
  showMessage: boolean
  blockOnFailure: boolean
  extend: string
}

export type Queue = readonly Task[]
/** What the stream says: JSON with the task's uuid and one line or one of the four command-* words. */
export type StreamMessage = { uuid: string; data: string }

const isRunning = (task: Task): boolean => task.status === 'Connecting' || task.status === 'Executing'
const isBroken = (task: Task): boolean => task.status === 'Failed' || task.status === 'Unknown'

export const isBlocked = (queue: Queue): boolean => queue.some((task) => isBroken(task) && task.blockOnFailure)

const change = (queue: Queue, uuid: string, update: (task: Task) => Task): Task[] => queue.map((t) => (t.uuid === uuid ? update(t) : t))

/** A task that failed and blocks the queue opens its output, so that the reason is in view. */
const settle =
  (status: TaskStatus) =>
  (task: Task): Task => ({
    ...task,
    status,
    showMessage: task.showMessage || (task.blockOnFailure && (status === 'Failed' || status === 'Unknown')),
  })

export const setStatus = (queue: Queue, uuid: string, status: TaskStatus): Task[] => change(queue, uuid, settle(status))

/** The first waiting task that may start now: none while one runs, none behind a blocking failure. */
export const nextToStart = (queue: Queue): Task | null => {
  if (queue.some(isRunning)) return null
  for (const task of queue) {
    if (task.status === 'Waiting') return task
    if (isBroken(task) && task.blockOnFailure) return null
  }
  return null
}

export const start = (queue: Queue, uuid: string): Task[] => change(queue, uuid, (t) => ({ ...t, status: 'Connecting', message: [] }))

export const add = (queue: Queue, task: Task, cleanSuccesses: boolean): Task[] => [
  ...(cleanSuccesses ? queue.filter((t) => t.status !== 'Success') : queue),
  { ...task, status: 'Waiting', message: [] },
]

export type Step = { queue: Task[]; close: boolean; startNext: boolean; finished: boolean }

/** One message of the stream applied: the new queue, and whether to close the stream and to try the next task. */
export const receive = (queue: Queue, { uuid, data }: StreamMessage): Step => {
  const step = (next: Task[], extra: Partial<Step> = {}): Step => ({
    queue: next,
    close: false,
    startNext: false,
    finished: false,
    ...extra,
  })
  switch (data) {
    case 'command-link-success':
      return step(setStatus(queue, uuid, 'Executing'))
    case 'command-exec-success':
      return step(setStatus(queue, uuid, 'Success'), { finished: true })
    case 'command-exec-error':
      return step(setStatus(queue, uuid, 'Failed'), { startNext: true, finished: true })
    case 'command-exec-completed': {
      const succeeded = queue.some((t) => t.uuid === uuid && t.status === 'Success')
      return step(succeeded ? [...queue] : setStatus(queue, uuid, 'Failed'), { close: true, startNext: true, finished: true })
    }
    default:
      return step(change(queue, uuid, (t) => ({ ...t, message: [...t.message, data] })))
  }
}

/** The connection broke: whatever ran has failed. */
export const breakStream = (queue: Queue, uuid: string): Task[] => change(queue, uuid, (t) => (isRunning(t) ? settle('Failed')(t) : t))

/** After a reload nobody listens to a running command any more. */
export const afterRestart = (queue: Queue): Task[] => queue.map((t) => (isRunning(t) ? settle('Unknown')(t) : t))

export const retry = (queue: Queue, uuid: string): Task[] =>
  change(queue, uuid, (t) => (isRunning(t) ? t : { ...t, status: 'Waiting', message: [], showMessage: true }))

/** A running task cannot be deleted: its command would go on unseen. */
export const remove = (queue: Queue, uuid: string): Task[] => queue.filter((t) => t.uuid !== uuid || isRunning(t))

export const removeSuccesses = (queue: Queue): Task[] => queue.filter((t) => t.status !== 'Success')

export const toggleMessage = (queue: Queue, uuid: string): Task[] => change(queue, uuid, (t) => ({ ...t, showMessage: !t.showMessage }))
