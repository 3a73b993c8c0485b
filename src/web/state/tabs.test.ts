import { afterAll, beforeEach, expect, test, vi } from 'vitest'

const kept = new Map<string, string>()
const ofWindow = new Map<string, string>()
const storage = (values: Map<string, string>) => ({
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
  removeItem: (key: string) => void values.delete(key),
})
vi.stubGlobal('localStorage', storage(kept))
vi.stubGlobal('sessionStorage', storage(ofWindow))
const { useTabs } = await import('./tabs.ts')
afterAll(() => vi.unstubAllGlobals())

const visit = (path: string, query = '') => useTabs.getState().visit({ path, query, params: {}, keepalive: true })
const paths = () => useTabs.getState().tabsView.map((t) => t.path)
const generations = () => useTabs.getState().generation
beforeEach(() => {
  useTabs.setState({ tabsView: [], activePath: '', tabFullScreen: false, generation: {} })
  for (const path of ['/a', '/b', '/c']) visit(path)
})

test('A-01 one tab per path, in the order of the first visit; a further visit brings its query up to date', () => {
  visit('/a', '?q=1')
  expect(paths()).toEqual(['/a', '/b', '/c'])
  expect(useTabs.getState()).toMatchObject({ activePath: '/a', tabsView: [{ query: '?q=1' }, { query: '' }, { query: '' }] })
})

test('A-02 closing what is shown leads to the right neighbour, at the end to the left one; closing another leads nowhere', () => {
  const { close } = useTabs.getState()
  expect(close('/b', '/b')).toBe('/c')
  expect(close('/c', '/c')).toBe('/a')
  expect(close('/a', '/elsewhere')).toBeNull()
  expect(paths()).toEqual([])
})

test('A-02 close all but one, and close all but home', () => {
  useTabs.getState().closeOthers('/b')
  expect(paths()).toEqual(['/b'])
  visit('/d')
  useTabs.getState().closeAll('/b')
  expect(paths()).toEqual(['/b'])
  useTabs.getState().closeAll()
  expect(paths()).toEqual([])
})

test('A-02 a reloaded page and one that was closed start anew, the others stay as they were', () => {
  useTabs.getState().reload('/a')
  useTabs.getState().closeOthers('/a')
  expect(generations()).toEqual({ '/a': 1, '/b': 1, '/c': 1 })
  useTabs.getState().close('/a', '/a')
  expect(generations()).toMatchObject({ '/a': 2 })
})

test('A-03 E-04 tabs and full screen are kept under storeTabViewConfig, what is mounted is not', () => {
  useTabs.getState().setFullScreen(true)
  const stored = JSON.parse(kept.get('storeTabViewConfig') ?? '{}') as Record<string, unknown>
  expect(Object.keys(stored).toSorted()).toEqual(['activePath', 'tabFullScreen', 'tabsView'])
  expect(stored).toMatchObject({ activePath: '/c', tabFullScreen: true })
})

test('tabs of a menu that somebody else had go', () => {
  useTabs.getState().retain((path) => path !== '/b')
  expect(paths()).toEqual(['/a', '/c'])
})

test('pinned tabs stand first, stay when the others are closed, and are still pinned after a further visit', () => {
  useTabs.getState().pin('/c', true)
  useTabs.getState().pin('/b', true)
  expect(paths()).toEqual(['/c', '/b', '/a'])
  visit('/c', '?q=1')
  useTabs.getState().closeOthers('/a')
  expect(paths()).toEqual(['/c', '/b', '/a'])
  useTabs.getState().closeAll()
  expect(useTabs.getState().tabsView).toMatchObject([{ path: '/c', query: '?q=1', pinned: true }, { path: '/b' }])
  visit('/d')
  useTabs.getState().pin('/c', false)
  expect(paths()).toEqual(['/b', '/c', '/d'])
  expect(useTabs.getState().tabsView[1]).not.toHaveProperty('pinned')
  useTabs.getState().close('/b', '/d')
  expect(paths()).toEqual(['/c', '/d'])
})

test('a window that is loaded again has its own tabs, whatever another has opened meanwhile; a new one begins with the last', async () => {
  useTabs.getState().pin('/b', true)
  const other = { tabsView: [{ path: '/x', query: '', params: {}, keepalive: true }], activePath: '/x', tabFullScreen: false }
  kept.set('storeTabViewConfig', JSON.stringify(other))
  await useTabs.persist.rehydrate()
  expect(useTabs.getState().tabsView).toMatchObject([{ path: '/b', pinned: true }, { path: '/a' }, { path: '/c' }])
  ofWindow.clear()
  kept.set('storeTabViewConfig', JSON.stringify(other))
  await useTabs.persist.rehydrate()
  expect(paths()).toEqual(['/x'])
})
