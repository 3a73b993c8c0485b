import { beforeEach, expect, test, vi } from 'vitest'

type Listener = { onMessage(message: { uuid: string; data: string }): void }
const streams: { command: string; listener: Listener }[] = []
vi.mock('../../api/terminal-stream.ts', () => ({
  openTerminalStream: ({ command }: { command: string }, listener: Listener) => {
    streams.push({ command, listener })
    return () => {}
  },
}))
vi.mock('../../api/terminal.ts', () => ({ cancelCommand: () => Promise.resolve(), terminalCommands: () => new Promise(() => {}) }))
vi.mock('../../i18n/index.ts', () => ({ t: (key: string) => key }))
const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
})

const { useTerminal } = await import('./store.ts')
beforeEach(() => {
  streams.length = 0
  useTerminal.setState({ taskList: [] })
})

test('T-13 a task has the nine parts of the specification, eight of them kept and its callback in memory', () => {
  const ended = vi.fn()
  useTerminal.getState().addTask({ command: 'version', blockOnFailure: false, extend: 'note', whenDone: ended })
  const [task] = useTerminal.getState().taskList
  expect(task).toEqual({
    uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    createtime: expect.any(Number),
    status: 'Connecting',
    command: 'version',
    message: [],
    showMessage: false,
    blockOnFailure: false,
    extend: 'note',
  })
  expect(JSON.parse(kept.get('storeTerminal') ?? '')).toMatchObject({ taskList: [{ uuid: task?.uuid, command: 'version' }] })
  const say = (data: string) => streams[0]?.listener.onMessage({ uuid: task?.uuid ?? '', data })
  say('command-link-success')
  say('a line')
  expect(ended).not.toHaveBeenCalled()
  say('command-exec-success')
  say('command-exec-completed')
  expect(ended.mock.calls).toEqual([['Success']])
})

test('T-13 a task that fails tells its callback, once', () => {
  const ended = vi.fn()
  useTerminal.getState().addTask({ command: 'version', whenDone: ended })
  const uuid = useTerminal.getState().taskList[0]?.uuid ?? ''
  for (const data of ['command-link-success', 'command-exec-error', 'command-exec-completed'])
    streams[0]?.listener.onMessage({ uuid, data })
  expect(ended.mock.calls).toEqual([['Failed']])
})

test('T-13 the seven settings and their first values', () => {
  expect(useTerminal.getInitialState()).toMatchObject({
    show: false,
    showDot: false,
    packageManager: 'pnpm',
    showPackageManagerDialog: false,
    showConfig: false,
    automaticCleanupTask: '1',
    port: '8000',
  })
})
