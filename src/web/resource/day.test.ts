import { describe, expect, test, vi } from 'vitest'
import { f, type Operator } from '#kernel'
import { inReadersDay } from './day.ts'

const moment = f.dateTime()
const ask = (operator: Operator, val: string) => {
  const sent = inReadersDay({ field: 'updatedAt', operator, val }, moment)
  return [sent.operator, sent.val]
}

describe('a day in a filter is the reader’s day', () => {
  test('in Shanghai it begins eight hours before the server’s', () => {
    vi.stubEnv('TZ', 'Asia/Shanghai')
    expect(ask('RANGE', '2026-11-16,2026-11-17')).toEqual(['RANGE', '2026-11-15T16:00:00.000Z,2026-11-17T15:59:59.999999Z'])
    expect(ask('RANGE', '2026-11-16,')).toEqual(['RANGE', '2026-11-15T16:00:00.000Z,'])
    expect(ask('=', '2026-11-16')).toEqual(['RANGE', '2026-11-15T16:00:00.000Z,2026-11-16T15:59:59.999999Z'])
    expect(ask('>', '2026-11-16')).toEqual(['>', '2026-11-16T15:59:59.999999Z'])
    expect(ask('<', '2026-11-16')).toEqual(['<', '2026-11-15T16:00:00.000Z'])
    expect(ask('>=', '2026-11-16')).toEqual(['>=', '2026-11-15T16:00:00.000Z'])
    expect(ask('<=', '2026-11-16')).toEqual(['<=', '2026-11-16T15:59:59.999999Z'])
    expect(ask('<>', '2026-11-16')).toEqual(['NOT RANGE', '2026-11-15T16:00:00.000Z,2026-11-16T15:59:59.999999Z'])
    expect(ask('NOT RANGE', ',2026-11-16')).toEqual(['NOT RANGE', ',2026-11-16T15:59:59.999999Z'])
    vi.unstubAllEnvs()
  })
  test('the day on which the clocks change has 23 hours', () => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    expect(ask('=', '2026-03-29')).toEqual(['RANGE', '2026-03-28T23:00:00.000Z,2026-03-29T21:59:59.999999Z'])
    vi.unstubAllEnvs()
  })
  test('moments, other operators and other fields stay as they are', () => {
    expect(ask('>', '2026-11-16T08:00:00Z')).toEqual(['>', '2026-11-16T08:00:00Z'])
    expect(ask('NOT NULL', '')).toEqual(['NOT NULL', ''])
    const day = { field: 'born', operator: '=', val: '2026-11-16' } as const
    expect(inReadersDay(day, f.date())).toEqual(day)
    expect(inReadersDay(day, undefined)).toEqual(day)
  })
})
