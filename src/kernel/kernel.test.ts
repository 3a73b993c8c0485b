import { expect, test } from 'vitest'
import { areas, type Rule } from '../areas/registry.ts'
import { job } from '../areas/job/index.ts'
import jobLocale from '../areas/job/locale.ts'
import {
  actionsOf,
  askedOf,
  can,
  columnsOf,
  defineLocale,
  defineResource,
  f,
  folderOf,
  isPointer,
  matches,
  parseProperties,
  readDraft,
  refuse,
  type Resource,
  rulesOf,
  snake,
  toMillis,
  TRAITS,
} from '#kernel'
import { isReservedField } from './reserved-name.ts'

const granted: Rule = 'job/restore'
// @ts-expect-error there is no such action
const never: Rule = 'job/fly'
const sentences = defineLocale(job, {
  'zh-cn': { ...jobLocale['zh-cn'], errors: { busy: '忙' } },
  en: { ...jobLocale.en, errors: { busy: 'Busy' } },
})
// @ts-expect-error there is no such sentence
const unsaid = () => refuse(sentences, 'lazy')

test.each(areas.map((a) => [a.name, a] as const))('%s is data', (_, area) => expect(JSON.parse(JSON.stringify(area))).toEqual(area))
test.each(areas.map((a) => [a.name, a] as const))('%s names only resources that exist', (_, area) => {
  const names = new Set<string>(areas.map((a) => a.name))
  for (const field of Object.values(askedOf(area))) if (isPointer(field)) expect(names).toContain(field.to)
  const { counts = {}, children = {} }: Resource = area
  for (const { of, by, many } of [...Object.values(counts), ...Object.values(children)]) {
    const pointing = (areas as readonly Resource[]).find((a) => a.name === of)
    const field = pointing && columnsOf(pointing)[by]
    expect(field && isPointer(field) && field.to, `${of} points to ${area.name} by ${by}`).toBe(area.name)
    expect(field?.kind).toBe(many ? 'refs' : 'ref')
  }
})

test('one name yields all the others', () => {
  expect(snake('sms.template')).toBe('sms_template')
  expect(folderOf('auth.adminLog')).toBe('auth-admin-log')
  expect(rulesOf(job).slice(0, 2)).toEqual(['job/index', 'job/add'])
})

test('actions follow from traits', () => {
  expect(actionsOf(job)).toEqual(['index', 'add', 'edit', 'del', 'sortable', 'recycle', 'restore', 'delete', 'exportExcel', 'import'])
  const log = defineResource('log', { label: 'a', fields: { a: f.string() }, traits: ['readonly'], list: { columns: ['a'] } })
  expect(actionsOf(log)).toEqual(['index'])
})

test('what a trait brings is no name for a field of a design', () => {
  const brought = Object.values(TRAITS).flatMap(({ columns }) => Object.keys(columns))
  expect(['id', 'version', 'state', 'parentId', ...brought].filter((name) => !isReservedField(name))).toEqual([])
})

test('P-02 a rule map grants by name or by the wildcard', () => {
  expect(can({ '*': true }, never)).toBe(true)
  expect(can({ [granted]: true }, 'job/restore')).toBe(true)
  expect(can({ [granted]: true }, 'job/del')).toBe(false)
})

test('V-01 account: 3 to 15, starts with a letter, letters, digits, underscores', () => {
  for (const good of ['abc', 'a12', 'A_b', `a${'1'.repeat(14)}`]) expect(matches('account', good), good).toBe(true)
  for (const bad of ['ab', `a${'1'.repeat(15)}`, '1ab', '_ab', 'a b', 'a-b', '张三丰', 'abc\n'])
    expect(matches('account', bad), bad).toBe(false)
})

test('V-02 password: 6 to 32, none of & < > " \'', () => {
  for (const good of ['123456', 'p'.repeat(32), '密码密码密码', 'a b c d']) expect(matches('password', good), good).toBe(true)
  for (const bad of ['12345', 'p'.repeat(33), 'abc&def', 'abc<def', 'abc>def', 'abc"def', "abc'def"])
    expect(matches('password', bad), bad).toBe(false)
})

test('a draft is checked once for both sides: required, types, unknown fields, defaults', () => {
  expect(readDraft(job, { name: 'n', code: 'c1' }, 'add')).toEqual({
    draft: { name: 'n', code: 'c1', category: 'clinical', department: null, headcount: 1, status: true, duties: null },
    problems: [],
  })
  expect(readDraft(job, { name: ' ', code: '$', headcount: 1.5, status: 'yes', extra: 1 }, 'add').problems).toEqual([
    { field: 'extra', key: 'unknown' },
    { field: 'name', key: 'required' },
    { field: 'code', key: 'pattern.code' },
    { field: 'headcount', key: 'integer' },
    { field: 'status', key: 'type' },
  ])
  // As it is pasted, and as a Chinese keyboard types it.
  expect(readDraft(job, { code: ' ｃ－１２\u3000' }, 'edit')).toEqual({ draft: { code: 'c-12' }, problems: [] })
  expect(readDraft(job, { headcount: 3 }, 'edit')).toEqual({ draft: { headcount: 3 }, problems: [] })
  expect(readDraft(job, [], 'add').problems).toEqual([{ field: '', key: 'type' }])
})

test('of several choices with some made at first none may be made; left out they are made', () => {
  const post = defineResource('post.mark', {
    menu: { group: 'study', icon: 'x', order: 1 },
    label: 'name',
    fields: { name: f.string({ required: true, max: 9 }), ways: f.checkbox({ options: ['a', 'b'], default: ['a'] }) },
    list: { columns: ['name'] },
  })
  expect(readDraft(post, { name: 'n', ways: [] }, 'add')).toEqual({ draft: { name: 'n', ways: [] }, problems: [] })
  expect(readDraft(post, { name: 'n' }, 'add').draft).toEqual({ name: 'n', ways: ['a'] })
})

test('what is entered is kept byte for byte', () => {
  expect(readDraft(job, { duties: ' CRP <0.5 mg/L & P≤.05 ' }, 'edit').draft).toEqual({ duties: ' CRP <0.5 mg/L & P≤.05 ' })
  for (const duties of ['a\0b', 'half \ud83d of one'])
    expect(readDraft(job, { duties }, 'edit').problems).toEqual([{ field: 'duties', key: 'controlCharacter' }])
})

test('E-08 a 10-digit timestamp is seconds', () => {
  expect(toMillis(1_700_000_000)).toBe(1_700_000_000_000)
  expect(toMillis(1_700_000_000_123)).toBe(1_700_000_000_123)
})

test('E-06 extended properties are key=value lines', () => {
  expect(parseProperties('rows=3\n\n placeholder = a=b \nbroken\n"x"=1')).toEqual({
    properties: { rows: '3', placeholder: 'a=b' },
    bad: [
      { line: 4, text: 'broken' },
      { line: 5, text: '"x"=1' },
    ],
  })
})

test('a refusal of an area says its sentence in the language of its reader', () => {
  expect(refuse(sentences, 'busy').sentence('en')).toBe('Busy')
  expect(unsaid).toBeTypeOf('function')
})
