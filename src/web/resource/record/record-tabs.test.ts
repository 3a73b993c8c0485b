import { expect, test } from 'vitest'
import { defineResource, f, type Resource } from '#kernel'
import { testTrial } from '../../../../test/fixtures/area/test-trial/index.ts'
import trial from '../../../../test/fixtures/area/test-trial/web/index.tsx'
import { type Half, view } from '../half.ts'
import type { Words } from '../../field/words.ts'
import { recordTabs } from './record-tabs.ts'

const definition = defineResource('study', {
  label: 'name',
  fields: { name: f.string() },
  counts: { files: { of: 'datafile', by: 'study' } },
  children: { datafiles: { of: 'datafile', by: 'study' }, tasks: { of: 'task', by: 'studies', many: true } },
  traits: ['audited'],
  list: { columns: ['name'] },
})
const study: Resource = definition
const words = { lang: 'en', child: (name: string) => name.toUpperCase() } as unknown as Words
const tabs = (half: Half = {}, resource = study, maySee: (name: string) => boolean = () => true) =>
  recordTabs({ resource, half, words, row: { id: 1, files: 12, state: 'open' }, t: (key) => key, maySee })
const keys = (...asked: Parameters<typeof tabs>) => tabs(...asked).map((tab) => tab.key)

test('without a web half: overview, what points here, history; a number where the list counts the same', () => {
  expect(tabs()).toEqual([
    { kind: 'overview', key: 'overview', title: 'overview' },
    { kind: 'child', key: 'datafiles', title: 'DATAFILES', child: { of: 'datafile', by: 'study' }, count: 12 },
    { kind: 'child', key: 'tasks', title: 'TASKS', child: { of: 'task', by: 'studies', many: true } },
    { kind: 'history', key: 'history', title: 'list:detail.history' },
  ])
})

test('what the person may not see has no tab, and what leaves no trail no history', () => {
  expect(keys({}, study, (name) => name === 'task')).toEqual(['overview', 'tasks', 'history'])
  expect(keys({}, { ...study, traits: [], children: {} })).toEqual(['overview'])
})

test('an area says which tabs there are and adds its own, in its order; one may depend on the record', () => {
  const own = (key: string, state: string) => ({
    key,
    title: { 'zh-cn': '图', en: 'Chart' },
    Tab: () => null,
    visible: (row: Record<string, unknown>) => row['state'] === state,
  })
  expect(keys({ pages: { record: { tabs: ['tasks', own('chart', 'open'), own('seal', 'closed'), 'overview'] } } })).toEqual([
    'tasks',
    'chart',
    'overview',
  ])
  expect(tabs({ pages: { record: { tabs: [own('overview', 'open')] } } })[0]).toMatchObject({
    kind: 'own',
    key: 'overview',
    title: 'Chart',
  })
})

test('a tab that the definition does not bring is refused by the compiler', () => {
  // @ts-expect-error there are no such children
  expect(keys(view(definition, { pages: { record: { tabs: ['sites'] } } }))).toEqual([])
  expect(keys(view(definition, { pages: { record: { tabs: ['datafiles', 'history'] } } }))).toEqual(['datafiles', 'history'])
})

test('a new area has the page that its half asks for: a tab of its own, and the list of what points to its records', () => {
  expect(tabs(trial, testTrial)).toEqual([
    { kind: 'own', key: 'progress', title: 'Progress', Tab: expect.any(Function) },
    { kind: 'child', key: 'subjects', title: 'SUBJECTS', child: testTrial.children?.subjects },
  ])
})
