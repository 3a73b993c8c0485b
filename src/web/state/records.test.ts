import { afterAll, beforeEach, expect, test, vi } from 'vitest'

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
})
const windows = new EventTarget()
vi.stubGlobal('window', windows)
const { labelAt, useRecords } = await import('./records.ts')
afterAll(() => vi.unstubAllGlobals())

const { belongTo, name, forget } = useRecords.getState()
const paths = () => useRecords.getState().opened.map((o) => o.path)
beforeEach(() => {
  belongTo(0)
  belongTo(1)
})

test('records keep what they are called, the last one opened first', () => {
  name('/admin/department/1', '内科')
  name('/admin/department/2', '外科')
  name('/admin/department/1', '内科（改）')
  expect(paths()).toEqual(['/admin/department/1', '/admin/department/2'])
  expect(labelAt(useRecords.getState(), '/admin/department/1')).toBe('内科（改）')
  forget('/admin/department/1')
  expect(labelAt(useRecords.getState(), '/admin/department/1')).toBeUndefined()
})

test('they are forgotten when somebody else sits down, also on the disk; the same person finds them again', () => {
  name('/admin/department/1', '内科')
  belongTo(1)
  expect(paths()).toEqual(['/admin/department/1'])
  belongTo(2)
  expect(paths()).toEqual([])
  expect(kept.get('storeRecords')).not.toContain('内科')
})

test('what another window has opened is known here, and not written over', () => {
  name('/admin/department/1', '内科')
  const { owner, opened } = useRecords.getState()
  kept.set('storeRecords', JSON.stringify({ owner, opened: [{ path: '/admin/job/9', label: '护士' }, ...opened] }))
  windows.dispatchEvent(Object.assign(new Event('storage'), { key: 'storeRecords' }))
  name('/admin/department/2', '外科')
  expect(paths()).toEqual(['/admin/department/2', '/admin/job/9', '/admin/department/1'])
})
