import { expect, test, vi } from 'vitest'
import type { Entered, Sent } from '../../api/member-entry.ts'
import { ApiError } from '../../api/envelope.ts'
import { entryStore } from './entry-store.ts'

const place = { gather: 1, subject: 2, visit: 3, instance: 1 }
const judgement = { hidden: [], missing: [], odd: {}, computed: {}, rules: [] }
const nothing: Entered = { record: null, judgement }
const broken = () => new ApiError('network', { code: 0, msg: 'offline' })

/** A server that writes under each key once; `loses` answers on the way back. */
const server = (loses: number[] = []) => {
  const answers = new Map<string, Entered>()
  let values: Record<string, string | null> = {}
  let calls = 0
  const save = vi.fn(async ({ key, body }: Sent) => {
    if (!answers.has(key)) {
      values = { ...values, ...body.values }
      answers.set(key, { record: { id: 7, version: answers.size + 1, state: 'draft', values, asksReason: false }, judgement })
    }
    if (loses.includes(calls++)) throw broken()
    return answers.get(key)!
  })
  return { save, writes: () => answers.size, values: () => values }
}
const doors = (save: (sent: Sent) => Promise<Entered>, keep = vi.fn()) => ({ save, submit: async () => nothing, keep })

test('what nobody answered is sent again under its own key, before what was typed since', async () => {
  const { save, writes, values } = server([0])
  const open = entryStore(place, nothing, undefined, doors(save))
  open.set('v1', '120')
  expect(await open.save()).toBe(false)
  expect(open.store.getState().line).toBe('offline')
  open.set('v2', '80')
  expect(await open.save()).toBe(true)
  const sent = save.mock.calls.map(([{ key, body }]) => [key, body.version, body.values] as const)
  expect(sent.map(([, version, given]) => [version, given])).toEqual([
    [null, { v1: '120' }],
    [null, { v1: '120' }],
    [1, { v2: '80' }],
  ])
  expect(sent[0]![0]).toBe(sent[1]![0])
  expect(writes()).toBe(2)
  expect(values()).toEqual({ v1: '120', v2: '80' })
})

test('what is kept outlives the page with the key of what was sent, and is gone once the server has all', async () => {
  const { save, writes } = server([0])
  const keep = vi.fn()
  const first = entryStore(place, nothing, undefined, doors(save, keep))
  first.set('v1', '120')
  await first.save()
  first.set('v2', '80')
  const kept = keep.mock.lastCall![0]
  expect(kept).toMatchObject({ values: { v1: '120', v2: '80' }, intent: save.mock.calls[0]![0].key })
  const again = entryStore(place, nothing, structuredClone(kept), doors(save, keep))
  expect(again.store.getState().values).toEqual({ v1: '120', v2: '80' })
  expect([first.isSent(), again.isSent()]).toEqual([true, true])
  expect(await again.save()).toBe(true)
  expect(again.isSent()).toBe(false)
  expect(writes()).toBe(2)
  expect(keep.mock.lastCall).toEqual([null])
})

test('what somebody else changed meanwhile is not overwritten by what lay here', () => {
  const record = { id: 7, version: 4, state: 'draft', values: { v1: '130', v2: null }, asksReason: false }
  const open = entryStore(
    place,
    { record, judgement },
    { values: { v1: '120', v2: '80' }, before: { v1: '118', v2: null } },
    doors(vi.fn()),
  )
  expect(open.store.getState().values).toEqual({ v1: '130', v2: '80' })
})

test('what is typed while a save is on its way stays, and follows it once the field is left', async () => {
  const { save, values } = server()
  const gate = Promise.withResolvers<void>()
  const slow = async (sent: Sent) => {
    await gate.promise
    return save(sent)
  }
  const open = entryStore(place, nothing, undefined, doors(slow))
  open.set('v1', '12')
  void open.save()
  open.set('v1', '120')
  const left = open.save()
  gate.resolve()
  expect(await left).toBe(true)
  expect(open.store.getState().values).toEqual({ v1: '120' })
  expect(values()).toEqual({ v1: '120' })
})

test('what is being typed when a save comes back is not sent half, and no answer takes its place', async () => {
  const { save, values } = server()
  const gate = Promise.withResolvers<void>()
  const slow = async (sent: Sent) => {
    await gate.promise
    return save(sent)
  }
  const open = entryStore(place, nothing, undefined, doors(slow))
  open.set('v1', '120')
  const saving = open.save()
  open.set('v2', '10 mg/dL')
  gate.resolve()
  expect(await saving).toBe(true)
  expect(await open.again()).toBe(true)
  expect(open.store.getState().values).toEqual({ v1: '120', v2: '10 mg/dL' })
  expect(values()).toEqual({ v1: '120' })
  open.set('v2', '101 mg/dL')
  expect(await open.save()).toBe(true)
  expect(values()).toEqual({ v1: '120', v2: '101 mg/dL' })
})

test('what is typed while it is submitted stays, and is kept', async () => {
  const { save } = server()
  const keep = vi.fn()
  const gate = Promise.withResolvers<Entered>()
  const open = entryStore(place, nothing, undefined, { ...doors(save, keep), submit: () => gate.promise })
  open.set('v1', '120')
  await open.save()
  const submitting = open.submit()
  open.set('v1', '130')
  gate.resolve({ record: { ...open.store.getState().record!, version: 2, state: 'submitted' }, judgement })
  expect(await submitting).toBe(true)
  expect(open.store.getState()).toMatchObject({ values: { v1: '130' }, record: { state: 'submitted', values: { v1: '120' } } })
  expect(keep.mock.lastCall![0]).toMatchObject({ values: { v1: '130' }, version: 2 })
})

test('a correction that was sent again takes nothing along that has no reason yet', async () => {
  const { save, values } = server([1])
  const open = entryStore(place, nothing, undefined, doors(save))
  open.set('v1', '120')
  await open.save()
  open.set('v1', '121')
  expect(await open.save('misread')).toBe(false)
  open.set('v2', '80')
  open.set('v3', '70')
  expect(await open.again()).toBe(true)
  expect(values()).toEqual({ v1: '121' })
})

test('a refusal is said and not sent again by itself', async () => {
  const refuse = vi.fn(async () => {
    throw new ApiError('business', { code: 0, msg: 'locked' })
  })
  const open = entryStore(place, nothing, undefined, doors(refuse))
  open.set('v1', '1')
  expect(await open.save()).toBe(false)
  expect(open.store.getState()).toMatchObject({ line: 'refused', trouble: 'locked' })
  expect(refuse).toHaveBeenCalledTimes(1)
})
