import { expect, test } from 'vitest'
import * as queue from './queue.ts'

const task = (uuid: string, change: Partial<queue.Task> = {}): queue.Task => ({
  uuid,
  createtime: 0,
  status: 'Waiting',
  command: 'test',
  message: [],
  showMessage: false,
  blockOnFailure: true,
  extend: '',
  ...change,
})
const status = (tasks: readonly queue.Task[], uuid: string) => tasks.find((t) => t.uuid === uuid)?.status
const message = (uuid: string, data: string): queue.StreamMessage => ({ uuid, data })

test('T-08 a new task waits, the first waiting one starts and connects', () => {
  const tasks = queue.add([], task('a', { status: 'Success', message: ['old'] }), true)
  expect(tasks[0]).toMatchObject({ status: 'Waiting', message: [] })
  expect(queue.nextToStart(tasks)?.uuid).toBe('a')
  expect(status(queue.start(tasks, 'a'), 'a')).toBe('Connecting')
})

test('T-09 the words of the stream move a task through its states', () => {
  let tasks = queue.start([task('a'), task('b')], 'a')
  tasks = queue.receive(tasks, message('a', 'command-link-success')).queue
  expect(status(tasks, 'a')).toBe('Executing')
  tasks = queue.receive(tasks, message('a', 'added 1 package')).queue
  expect(tasks[0]?.message).toEqual(['added 1 package'])
  const success = queue.receive(tasks, message('a', 'command-exec-success'))
  expect(status(success.queue, 'a')).toBe('Success')
  const completed = queue.receive(success.queue, message('a', 'command-exec-completed'))
  expect(completed).toMatchObject({ close: true, startNext: true })
  expect(status(completed.queue, 'a')).toBe('Success')
})

test('T-09 an error fails the task and tries the next; completion without success is a failure', () => {
  const running = queue.start([task('a')], 'a')
  const failed = queue.receive(running, message('a', 'command-exec-error'))
  expect(failed).toMatchObject({ startNext: true, close: false })
  expect(status(failed.queue, 'a')).toBe('Failed')
  expect(status(queue.receive(running, message('a', 'command-exec-completed')).queue, 'a')).toBe('Failed')
})

test('T-08 a broken stream fails the running task and leaves a finished one alone', () => {
  expect(status(queue.breakStream([task('a', { status: 'Executing' })], 'a'), 'a')).toBe('Failed')
  expect(status(queue.breakStream([task('a', { status: 'Success' })], 'a'), 'a')).toBe('Success')
})

test('T-10 nothing starts while a task connects or executes', () => {
  expect(queue.nextToStart([task('a', { status: 'Connecting' }), task('b')])).toBe(null)
  expect(queue.nextToStart([task('a', { status: 'Executing' }), task('b')])).toBe(null)
})

test.each(['Failed', 'Unknown'] as const)('T-10 a blocking %s task stops the queue, another is skipped', (broken) => {
  expect(queue.nextToStart([task('a', { status: broken }), task('b')])).toBe(null)
  expect(queue.nextToStart([task('a', { status: broken, blockOnFailure: false }), task('b')])?.uuid).toBe('b')
  expect(queue.isBlocked([task('a', { status: broken })])).toBe(true)
  expect(queue.isBlocked([task('a', { status: broken, blockOnFailure: false })])).toBe(false)
})

test('T-10 a blocking failure opens its output, a harmless one does not', () => {
  expect(queue.setStatus([task('a')], 'a', 'Failed')[0]?.showMessage).toBe(true)
  expect(queue.setStatus([task('a')], 'a', 'Unknown')[0]?.showMessage).toBe(true)
  expect(queue.setStatus([task('a', { blockOnFailure: false })], 'a', 'Failed')[0]?.showMessage).toBe(false)
})

test('T-10 retry clears the output and waits; a running task can be neither retried nor deleted', () => {
  expect(queue.retry([task('a', { status: 'Failed', message: ['x'] })], 'a')[0]).toMatchObject({ status: 'Waiting', message: [] })
  const running = [task('a', { status: 'Executing', message: ['x'] })]
  expect(queue.retry(running, 'a')).toEqual(running)
  expect(queue.remove(running, 'a')).toEqual(running)
  expect(queue.remove([task('a', { status: 'Failed' })], 'a')).toEqual([])
})

test('T-10 automatic cleanup removes successes when a task is added, and only then', () => {
  const old = [task('a', { status: 'Success' }), task('b', { status: 'Failed' })]
  expect(queue.add(old, task('c'), true).map((t) => t.uuid)).toEqual(['b', 'c'])
  expect(queue.add(old, task('c'), false).map((t) => t.uuid)).toEqual(['a', 'b', 'c'])
})

test('T-10 after a restart running tasks are unknown', () => {
  const tasks = queue.afterRestart([
    task('a', { status: 'Connecting' }),
    task('b', { status: 'Executing' }),
    task('c', { status: 'Success' }),
    task('d'),
  ])
  expect(tasks.map((t) => t.status)).toEqual(['Unknown', 'Unknown', 'Success', 'Waiting'])
})
