import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { cancelCommand, terminalCommands } from '../../api/terminal.ts'
import { openTerminalStream } from '../../api/terminal-stream.ts'
import { uuid } from '../../api/uuid.ts'
import { t } from '../../i18n/index.ts'
import { plainStorage } from '../../state/storage.ts'
import { toast } from '../../state/toast.ts'
import * as queue from './queue.ts'

type Stored = { showDot: boolean; taskList: queue.Task[]; automaticCleanupTask: '0' | '1' }
type NewTask = { command: string; blockOnFailure?: boolean; extend?: string; whenDone?: (status: queue.TaskStatus) => void }

type TerminalState = Stored & {
  show: boolean
  packageManager: string
  showPackageManagerDialog: boolean
  showConfig: boolean
  port: string
  /** What the server itself can do, in the language it was asked in. */
  commands: readonly { key: string; title: string }[]
  commandsIn: string
  loadCommands(language: string): void
  set(change: Partial<Omit<TerminalState, 'set'>>): void
  /** Where the server itself listens; not a setting. */
  listening: string
  configure(server: { port?: string; packageManager?: string; listening?: string }): void
  toggle(show: boolean): void
  addTask(task: NewTask): void
  /** Same, with the package manager as the command's variant: `web-build` → `web-build.pnpm`. */
  addTaskPM(task: NewTask): void
  /** Asks the server to end it; the stream then says how it ended. */
  cancel(uuid: string): void
  retry(uuid: string): void
  remove(uuid: string): void
  clearSuccesses(): void
  toggleMessage(uuid: string): void
  startNext(): void
}

const streams = new Map<string, () => void>()
const callbacks = new Map<string, (status: queue.TaskStatus) => void>()

export const useTerminal = create<TerminalState>()(
  persist(
    (set, get) => {
      const finish = (uuid: string): void => {
        const status = get().taskList.find((task) => task.uuid === uuid)?.status
        const done = callbacks.get(uuid)
        callbacks.delete(uuid)
        if (status && done) done(status)
        if (!get().show) set({ showDot: true })
      }
      const stop = (uuid: string): void => {
        streams.get(uuid)?.()
        streams.delete(uuid)
      }
      const onMessage = (message: queue.StreamMessage): void => {
        const step = queue.receive(get().taskList, message)
        set({ taskList: step.queue })
        if (step.close) stop(message.uuid)
        if (step.finished) finish(message.uuid)
        if (step.startNext) get().startNext()
      }
      const onBreak = (uuid: string): void => {
        stop(uuid)
        set((s) => ({ taskList: queue.breakStream(s.taskList, uuid) }))
        finish(uuid)
        get().startNext()
      }
      return {
        show: false,
        showDot: false,
        taskList: [],
        automaticCleanupTask: '1',
        packageManager: 'pnpm',
        showPackageManagerDialog: false,
        showConfig: false,
        port: '8000',
        commands: [],
        commandsIn: '',
        loadCommands: (language) => {
          if (get().commandsIn === language) return
          terminalCommands().then(
            // Those with a variant belong to the buttons, which add the package manager.
            ({ data }) => set({ commands: data.filter(({ key }) => !key.includes('.')), commandsIn: language }),
            () => {},
          )
        },
        set: (change) => set(change),
        listening: '',
        configure: ({ port, packageManager, listening = '' }) =>
          set({ ...(port ? { port: String(port) } : {}), ...(packageManager ? { packageManager } : {}), listening }),
        toggle: (show) => set(show ? { show, showDot: false } : { show }),
        addTask: ({ command, blockOnFailure = true, extend = '', whenDone }) => {
          const task: queue.Task = {
            uuid: uuid(),
            createtime: Date.now(),
            status: 'Waiting',
            command,
            message: [],
            // Whoever looks on wants to read the answer: a list of backups that folds itself away says nothing.
            showMessage: get().show,
            blockOnFailure,
            extend,
          }
          if (whenDone) callbacks.set(task.uuid, whenDone)
          set((s) => ({ taskList: queue.add(s.taskList, task, s.automaticCleanupTask === '1'), ...(s.show ? {} : { showDot: true }) }))
          if (!get().show && queue.isBlocked(get().taskList)) toast.error(t('shell:terminal.blocked'))
          get().startNext()
        },
        addTaskPM: (task) => get().addTask({ ...task, command: `${task.command}.${get().packageManager}` }),
        cancel: (uuid) => void cancelCommand(uuid).catch(() => {}),
        retry: (uuid) => {
          set((s) => ({ taskList: queue.retry(s.taskList, uuid) }))
          get().startNext()
        },
        remove: (uuid) => {
          set((s) => ({ taskList: queue.remove(s.taskList, uuid) }))
          get().startNext()
        },
        clearSuccesses: () => set((s) => ({ taskList: queue.removeSuccesses(s.taskList) })),
        toggleMessage: (uuid) => set((s) => ({ taskList: queue.toggleMessage(s.taskList, uuid) })),
        startNext: () => {
          const task = queue.nextToStart(get().taskList)
          if (!task) return
          set((s) => ({ taskList: queue.start(s.taskList, task.uuid) }))
          streams.set(task.uuid, openTerminalStream(task, { onMessage, onBreak: () => onBreak(task.uuid) }))
        },
      }
    },
    {
      name: 'storeTerminal',
      storage: plainStorage<Stored>(),
      partialize: ({ showDot, taskList, automaticCleanupTask }): Stored => ({ showDot, taskList, automaticCleanupTask }),
      merge: (stored, current) => {
        const { taskList = [], ...rest } = (stored ?? {}) as Partial<Stored>
        return { ...current, ...rest, taskList: queue.afterRestart(taskList) }
      },
    },
  ),
)
