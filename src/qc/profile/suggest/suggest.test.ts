import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type QcWorkspace } from '../../database.ts'
import { runChecks } from '../../engine.ts'
import type { Parameter } from '../../parameter.ts'
import { stageRows } from '../../testing/stage-rows.ts'
import { profileTable } from '../profile.ts'
import { wilson } from './suggestion.ts'

let db: QcWorkspace
beforeAll(async () => void (db = await openDatabase({ threads: 1, memory: '256MB' })))
afterAll(() => db.close())

const ROWS = 300
type Make = (index: number) => string | null
async function suggest(columns: Record<string, Make>) {
  const names = Object.keys(columns)
  const table = await stageRows(
    db,
    't',
    names,
    Array.from({ length: ROWS }, (_, index) => names.map((name) => columns[name]!(index))),
  )
  const profile = await profileTable(db, table)
  const run = await runChecks({ database: db, tables: [table], parameters: profile.suggested, now: '2027-01-01T00:00:00' })
  const found: string[] = []
  for await (const list of run.violations.stream()) found.push(...list.map(({ row, field }) => `${row} ${field}`))
  const of = (check: string, column?: string): Parameter | undefined =>
    profile.suggested.find((item) => item.check === check && (!column || item.columns?.[0] === column))
  return { profile, of, found: [...new Set(found)].toSorted() }
}
const id: Make = (index) => `P${String(index).padStart(4, '0')}`
const spread = (index: number): number => (index * 7919) % 100

describe('suggestions find what they would have learnt', () => {
  it('a list of frequent values without the typing errors', async () => {
    const { of, found } = await suggest({
      id,
      sex: (index) => (index === 8 ? 'mael' : index === 9 ? 'femle' : index % 2 ? 'male' : 'female'),
    })
    expect(of('in_set')?.params).toEqual({ values: ['female', 'male'] })
    expect(found).toEqual(['10 sex', '9 sex'])
  })

  it('no list where the counts fall off evenly', async () => {
    const { of, found } = await suggest({
      id,
      term: (index) => `term ${'abcdefghijklmnopqrstuvwxyz'[Math.floor(26 * (index / ROWS) ** 3)]}`,
    })
    expect(of('in_set')).toBeUndefined()
    expect(found).toEqual([])
  })

  it('terms that differ by a letter are terms, unless few rows have them', async () => {
    const stage: Make = (index) => `grade ${'abcdefghijklmnopqrstuvwxyz'[Math.floor(26 * (index / ROWS) ** 3)]}`
    expect((await suggest({ id, stage })).found).toEqual([])
    const words = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(97 + at).repeat(6))
    const term: Make = (index) => (index === 30 ? 'aaaaab' : words[Math.floor(26 * (index / ROWS) ** 3)]!)
    expect((await suggest({ id, term })).found).toEqual(['31 term'])
  })

  it('limits that the outliers do not move, and codes for "no value" kept out', async () => {
    const { of, found } = await suggest({
      id,
      sbp: (index) => (index === 5 ? '1250' : index % 40 === 1 ? '-9' : String(100 + (spread(index) % 50))),
    })
    expect(of('range', 'sbp')?.missingCodes).toEqual(['-9'])
    expect(found).toEqual(['6 sbp'])
  })

  it('codes in a third of the rows are codes, and the limits those of the rest', async () => {
    const { of, found } = await suggest({
      id,
      hb: (index) => (index === 4 ? '1300' : index % 3 === 0 ? '999' : String(100 + (spread(index) % 50))),
    })
    expect(of('range', 'hb')).toMatchObject({ missingCodes: ['999'], params: { max: expect.any(Number) } })
    expect(of('range', 'hb')!.params!['max']).toBeLessThan(400)
    expect(found).toEqual(['5 hb'])
  })

  it('where one value is half of them, two in a hundred that are far off draw no limit around themselves', async () => {
    const { found } = await suggest({
      id,
      lesions: (index) => (index % 50 === 7 ? String(5000 + index) : index % 10 < 6 ? '0' : String(1 + (spread(index) % 40))),
    })
    expect(found).toEqual(['108 lesions', '158 lesions', '208 lesions', '258 lesions', '58 lesions', '8 lesions'])
  })

  it('a key in spite of a repeated value, of two columns too', async () => {
    expect((await suggest({ id: (index) => id(index === 20 ? 21 : index), n: (index) => String(spread(index)) })).found).toEqual([
      '21 id',
      '22 id',
    ])
    const { profile, found } = await suggest({
      subject: (index) => id(Math.floor((index === 41 ? 40 : index) / 4)),
      visit: (index) => `V${(index === 41 ? 40 : index) % 4}`,
      n: (index) => String(spread(index)),
    })
    expect(profile.suggested[0]).toMatchObject({ check: 'compound_unique', keyFields: ['subject', 'visit'] })
    expect(found).toEqual(['41 subject, visit', '42 subject, visit'])
  })

  it('the pattern and the type that nearly all have', async () => {
    const { found } = await suggest({
      id,
      lot: (index) => (index === 3 ? 'lot12-a' : `LOT${10 + (index % 90)}-A`),
      hb: (index) => (index === 4 ? '约130' : String(100 + spread(index))),
      day: (index) => (index === 5 ? '03.04.2025' : `2025-01-${String(1 + (index % 28)).padStart(2, '0')}`),
    })
    expect(found).toEqual(['4 lot', '5 hb', '6 day'])
  })

  it('what one column decides of another, and which date comes first, but not what is so by chance', async () => {
    const day = (offset: number): string => new Date(Date.UTC(2025, 0, 1 + offset)).toISOString().slice(0, 10)
    const { of, found } = await suggest({
      id,
      site: (index) => `S${spread(index) % 5}`,
      city: (index) => (index === 7 ? '城甲' : `城${'甲乙丙丁戊'[spread(index) % 5]}`),
      colour: (index) => ['red', 'blue', 'green'][(index * 31) % 3]!,
      begun: (index) => day((index * 37) % 300),
      ended: (index) => day(((index * 37) % 300) + (index === 11 ? -5 : index % 20)),
    })
    expect(of('functional_dependency')).toMatchObject({ columns: ['city'], params: { by: ['site'] } })
    expect(of('start_before_end')).toMatchObject({ columns: ['begun'], params: { end: 'ended' } })
    expect(of('functional_dependency', 'colour')).toBeUndefined()
    expect(found).toEqual(['12 begun, ended', '8 city'])
  })
})

it('nothing of a person becomes a key, a list or a limit', async () => {
  const names = ['王小明', '李大为', '张三丰', '刘德才']
  const { profile, of } = await suggest({
    姓名: (index) => names[index % 4]!,
    手机: (index) => `138${String(10_000_000 + index)}`,
    no: id,
  })
  expect(profile.suggested.every(({ keyFields }) => keyFields?.join() === 'no')).toBe(true)
  expect(profile.suggested.filter(({ columns }) => columns?.[0] !== 'no').map(({ check }) => check)).toEqual(['not_null', 'not_null'])
  expect(JSON.stringify([profile.suggested, profile.evidence])).not.toMatch(/王小明|138/)
  expect(of('unique')).toMatchObject({ columns: ['no'] })
})

it('every suggestion has its evidence and how sure it is', async () => {
  const { profile } = await suggest({ id, sex: (index) => (index % 2 ? 'm' : 'f') })
  for (const { id: name } of profile.suggested)
    expect(profile.evidence[name]).toMatchObject({ confidence: expect.any(Number), evidence: { zh: expect.any(String) } })
  expect([wilson(0, 0), wilson(300, 300), wilson(150, 300)]).toEqual([0, 0.987, 0.444])
})
