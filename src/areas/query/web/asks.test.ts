import { expect, test } from 'vitest'
import { answerAsks, closeAsks } from './asks.ts'

const may = { answer: true, decide: true, cancel: true, remark: true, close: true }
const locked = { answer: false, decide: false, cancel: false, remark: false, close: true }

test('an answer wants a word unless it is confirmed or corrected, and a value only where it is about one', () => {
  const ofCell = [{ field: 'v1', _may: may }]
  expect(answerAsks(ofCell, {})).toEqual({})
  expect(answerAsks(ofCell, { category: 'confirmed' })).toEqual({})
  expect(answerAsks(ofCell, { category: 'other' })).toEqual({ note: 'required' })
  expect(answerAsks(ofCell, { category: 'corrected', value: ' ' })).toEqual({ note: 'required' })
  expect(answerAsks(ofCell, { category: 'corrected', value: '120' })).toEqual({})
  expect(answerAsks([{ field: null }], { category: 'confirmed' })).toEqual({ value: 'never' })
})

test('what lies behind a lock is closed with a reason', () => {
  const [open, trapped] = [
    { field: 'v1', _may: may },
    { field: 'v1', _may: locked },
  ]
  expect(closeAsks([open])).toEqual({})
  expect(closeAsks([open, trapped])).toEqual({ note: 'required' })
})
