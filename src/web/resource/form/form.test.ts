import { describe, expect, test } from 'vitest'
import { ApiError } from '../../api/envelope.ts'
import { defineResource, f, type Resource, writableOf } from '#kernel'
import { changesOf, payloadOf, problemsOf, startValues } from './draft.ts'
import { drawerWidth, layoutOf, visibleLayout } from './form-layout.ts'
import { differences, firstChoice, merged } from './merge-plan.ts'
import { readRefusal } from './submit.ts'

const group: Resource = defineResource('test.group', {
  label: 'name',
  fields: {
    name: f.string({ required: true, max: 10 }),
    code: f.string({ required: true, immutable: true }),
    password: f.password({ required: true }),
    scope: f.radio({ options: ['self', 'chosen'], default: 'self' }),
    departments: f.refs('department', { label: 'name', required: true, when: { scope: ['chosen'] } }),
    seen: f.dateTime({ readonly: true }),
    weight: f.float({}),
  },
  list: { columns: ['name'] },
  form: [['name', 'code'], { section: 'rights', rows: ['password', 'scope', 'departments', 'weight'] }],
})
const fields = writableOf(group)
const shown = (values: Record<string, unknown>) => visibleLayout(layoutOf(group), fields, values)

describe('form', () => {
  test('starts with defaults, shows what applies and asks for what is required', () => {
    const values = startValues(group, null)
    expect(values).toMatchObject({ name: null, scope: 'self' })
    expect(values).not.toHaveProperty('seen')
    expect(shown(values).map((s) => s.rows)).toEqual([[['name', 'code']], [['password'], ['scope'], ['weight']]])
    expect(problemsOf(shown(values), fields, values, 'add').map((p) => p.field)).toEqual(['name', 'code', 'password'])
    const chosen = { ...values, scope: 'chosen' }
    expect(problemsOf(shown(chosen), fields, chosen, 'add').map((p) => p.field)).toContain('departments')
  })
  test('V-03 text in a number box is refused in words', () => {
    const values = { ...startValues(group, null), weight: '1,5x' }
    expect(problemsOf(shown(values), fields, values, 'add').find((p) => p.field === 'weight')?.key).toBe('float')
  })
  test('editing sends only what changed; a blank password and fixed fields stay', () => {
    const before = startValues(group, { name: 'a', code: 'x', scope: 'self', departments: [], weight: null })
    const now = { ...before, name: 'b', code: 'y', departments: null, weight: '' }
    expect(Object.keys(changesOf(before, now))).toEqual(['name', 'code'])
    expect(payloadOf(shown(now), fields, before, now, 'edit')).toEqual({ name: 'b' })
    expect(problemsOf(shown(now), fields, { ...now, password: '' }, 'edit')).toEqual([])
  })
  test('drawers are 480 to 720 wide', () => {
    expect(drawerWidth([{ key: null, rows: [['name']] }], fields)).toBe(480)
    expect(drawerWidth(layoutOf(group), fields)).toBe(640)
  })
})

describe('merge', () => {
  const before = { name: 'a', phone: '1', note: 'n' }
  const mine = { name: 'mine', phone: '1', note: 'same' }
  const theirs = { name: 'theirs', phone: '2', note: 'same', id: 1 }
  const list = differences(before, mine, theirs)
  test('says who changed what', () => {
    expect(list.map((d) => [d.field, d.who])).toEqual([
      ['name', 'both'],
      ['phone', 'theirs'],
      ['note', 'theirs'],
    ])
    expect(list.map(firstChoice)).toEqual(['mine', 'theirs', 'theirs'])
  })
  test('keeps everybody’s change unless somebody chose otherwise', () => {
    expect(merged(before, theirs, list, {})).toEqual({ name: 'mine', phone: '2', note: 'same' })
    expect(merged(before, theirs, list, { name: 'theirs' })).toEqual({ name: 'theirs', phone: '2', note: 'same' })
  })
})

test('what stands in the way is said once: in the sentence that stands alone, or by its door', () => {
  const doors = [{ text: 'Records not submitted yet: 2', address: '/x' }, { text: 'Queries that are not closed: 1' }]
  const msg = `“Lock” is not possible yet; still open: 2. ${doors[0]?.text}`
  const refused = (blockers?: readonly object[]) => readRefusal(new ApiError('business', { code: 0, msg, data: { blockers } }))
  expect(refused(doors)).toMatchObject({ message: '“Lock” is not possible yet; still open: 2.', doors })
  expect(refused(doors.toReversed())).toMatchObject({ message: msg })
  expect(refused()).toMatchObject({ message: msg })
})
