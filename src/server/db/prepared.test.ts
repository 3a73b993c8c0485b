import { expect, test } from 'vitest'
import { Prepared } from './prepared.ts'

const asked = (prepared: Prepared, text: string, times: number) => Array.from({ length: times }, () => prepared.nameOf(text))
const varied = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `SELECT ${from + i}`)

test('a text is named when it is asked for the third time, and keeps its name while it is asked', () => {
  const prepared = new Prepared()
  expect(asked(prepared, 'list', 4)).toEqual([undefined, undefined, 's1', 's1'])
  expect(asked(prepared, 'other', 3)).toEqual([undefined, undefined, 's2'])
})

test('what somebody tries once takes no place, however much of it comes', () => {
  const prepared = new Prepared()
  asked(prepared, 'list', 3)
  for (const text of varied(5000)) expect(prepared.nameOf(text)).toBeUndefined()
  expect(prepared.nameOf('list')).toBe('s1')
})

test('what came first has no place for ever: the one that was not asked longest goes, and a connection full of such is full', () => {
  const prepared = new Prepared()
  const connection = {}
  asked(prepared, 'hot', 3)
  asked(prepared, 'cold', 3)
  for (const text of varied(999)) {
    asked(prepared, text, 3)
    expect(prepared.isFull(connection)).toBe(false)
    for (const used of [text, 'hot']) prepared.note(connection, prepared.nameOf(used)!)
  }
  expect(prepared.nameOf('hot')).toBe('s1')
  expect(prepared.nameOf('cold')).toBeUndefined()
  expect(prepared.isFull(connection)).toBe(true)
})
