import { expect, test } from 'vitest'
import { callKey, claim } from './duplicate.ts'

const call = { url: '/admin/job/index', method: 'GET', params: { page: 1 }, data: undefined, tokens: ['t', ''] }

test('T-06 two calls are the same by method, address, parameters, body and session, and by nothing less', () => {
  const key = callKey(call)
  expect(callKey({ ...call, params: { page: 1 } })).toBe(key)
  for (const other of [{ url: '/admin/job/edit' }, { method: 'POST' }, { params: { page: 2 } }, { data: { a: 1 } }, { tokens: ['u', ''] }])
    expect(callKey({ ...call, ...other }), JSON.stringify(other)).not.toBe(key)
})

test('T-06 two files are never the same upload', () => {
  const upload = () => callKey({ ...call, method: 'POST', data: new FormData() })
  expect(upload()).not.toBe(upload())
})

test('T-06 the older of two is cancelled; one that ends late does not let go of the newer', () => {
  const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()]
  const release = claim('same', first)
  const releaseSecond = claim('same', second)
  expect([first.signal.aborted, second.signal.aborted]).toEqual([true, false])
  release()
  claim('same', third)
  expect(second.signal.aborted).toBe(true)
  releaseSecond()
  const after = new AbortController()
  claim('same', after)
  expect(third.signal.aborted).toBe(true)
  expect(after.signal.aborted).toBe(false)
})
