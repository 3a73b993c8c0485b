import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type QcWorkspace } from '../database.ts'
import { identifier, Sql } from '../sql.ts'
import { ROW } from '../table.ts'
import { stageRows } from '../testing/stage-rows.ts'
import { importGuard } from './guard.ts'
import { isResidentId, suspectIdentifiers } from './identifiers.ts'
import { profileTable } from './profile.ts'
import { sampleColumns, shapeOf } from './sample.ts'
import { patternOf } from './suggest/pattern.ts'

let db: QcWorkspace
beforeAll(async () => void (db = await openDatabase({ threads: 1 })))
afterAll(() => db.close())

const columns = (list: Record<string, (string | null)[]>) => {
  const names = Object.keys(list)
  const rows = list[names[0] as string]!.map((_, index) => names.map((name) => list[name]![index] ?? null))
  return stageRows(db, 't', names, rows)
}
const many = (count: number, make: (index: number) => string | null) => Array.from({ length: count }, (_, index) => make(index))

describe('a sample', () => {
  it('of rows whose numbers leave numbers out is as large as any other, and the same one each time', async () => {
    const dense = await columns({ id: many(20_000, (index) => `S${index}`) })
    const relation = Sql`(SELECT 1000000 + 2 * ${identifier(ROW)} AS ${identifier(ROW)}, id FROM ${dense.relation})`
    const sparse = { ...dense, relation, sparse: true }
    const found: string[][] = []
    for (const table of [sparse, sparse]) await sampleColumns(db, table, (_, texts) => found.push(texts))
    expect(found[0]!.length).toBeGreaterThan(2000)
    expect(found[0]!.length).toBeLessThan(4000)
    expect(found[1]).toEqual(found[0])
    // That is what even numbers gave: nobody to be hidden was ever seen.
    const even = await sampleColumns(db, { ...sparse, sparse: false, rows: 24_000 }, () => {})
    expect(even).toBe(0)
  })
})

describe('a profile', () => {
  it('tells types, missingness, ranges, frequent values and shapes', async () => {
    const table = await columns({
      id: many(100, (index) => `S${String(index).padStart(3, '0')}`),
      n: many(100, (index) => (index === 0 ? '　' : index === 1 ? null : String(index))),
      x: many(100, (index) => (index / 4).toFixed(2)),
      d: many(100, (index) => `2024-01-${String((index % 28) + 1).padStart(2, '0')}`),
      t: many(100, () => '2024-01-01 10:00:00'),
      sex: many(100, (index) => (index % 4 === 0 ? '女' : '男')),
      none: many(100, () => ''),
    })
    const profile = await profileTable(db, table)
    const of = (name: string) => profile.columns.find((column) => column.name === name)!
    expect(profile.columns.map((column) => [column.name, column.type])).toEqual([
      ['id', 'text'],
      ['n', 'integer'],
      ['x', 'number'],
      ['d', 'date'],
      ['t', 'datetime'],
      ['sex', 'text'],
      ['none', 'empty'],
    ])
    expect(of('n')).toMatchObject({ filled: 98, missing: 2, numbers: { min: 2, max: 99, mean: 50.5, quantiles: { p50: 50.5 } } })
    expect(of('n').numbers!.histogram.reduce((sum, bin) => sum + bin.count, 0)).toBe(98)
    expect(of('d').dates).toEqual({ min: '2024-01-01', max: '2024-01-28' })
    expect(of('t').dates).toEqual({ min: '2024-01-01T10:00:00', max: '2024-01-01T10:00:00' })
    expect(of('sex')).toMatchObject({
      distinct: 2,
      distinctExact: true,
      top: [
        { value: '男', count: 75 },
        { value: '女', count: 25 },
      ],
    })
    expect(of('id').patterns).toEqual([{ pattern: 'A999', share: 1 }])
    expect(of('none')).toMatchObject({ filled: 0, missing: 100, distinct: 1 })
  })

  it('takes a column for the key only where enough rows say so, and never a date', async () => {
    const unique = async (rows: number) => {
      const day = (index: number) => new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10)
      const table = await columns({ visit: many(rows, day), code: many(rows, (index) => `S${index}`) })
      return (await profileTable(db, table)).suggested.filter(({ check }) => check === 'unique').map((parameter) => parameter.columns)
    }
    expect(await unique(19)).toEqual([])
    expect(await unique(20)).toEqual([['code']])
  })

  it('a table without rows has a profile', async () => {
    const profile = await profileTable(db, await stageRows(db, 't', ['a'], []))
    expect(profile.columns).toMatchObject([{ type: 'empty', filled: 0, missing: 0, top: [] }])
    expect(profile.suggested).toEqual([])
  })

  it.each([
    ['姓名', ['阿卜杜拉·玉素甫', '买买提江·阿不都热合曼', '古丽巴哈尔']],
    ['患者姓名', ['zhang san', 'Li Wei', 'OUYANG Xiu']],
    ['联系人', ['欧阳修', '王五2', '刘女士']],
  ])('names of every kind are names under a heading that says so: %s', (column, names) => {
    expect(suspectIdentifiers(column, names).map(({ kind }) => kind)).toEqual(['person_name'])
  })

  it('suspects identifiers by value, and by name where values alone say nothing', async () => {
    expect([isResidentId('11010519491231002X'), isResidentId('110105194912310021')]).toEqual([true, false])
    const table = await columns({
      证件: many(20, () => '11010519491231002X'),
      电话: many(20, (index) => `138001380${String(index).padStart(2, '0')}`),
      姓名: many(20, (index) => ['张三', '李小四', '王五'][index % 3]!),
      住院号: many(20, (index) => `ZY${1_000_000 + index}`),
      数值: many(20, (index) => String(1_000_000 + index)),
    })
    const profile = await profileTable(db, table)
    expect(Object.fromEntries(profile.columns.map((column) => [column.name, column.identifiers.map((item) => item.kind)]))).toEqual({
      证件: ['cn_resident_id'],
      电话: ['cn_mobile'],
      姓名: ['person_name'],
      住院号: ['medical_record_no'],
      数值: [],
    })
  })

  it('guards what reading elsewhere would change', async () => {
    const table = await columns({
      code: ['007', '12', '1'],
      long: ['1234567890123456', '1', '2'],
      wide: ['１２', '3', '4'],
      marked: ['\ufeff1', 'a\u200bb', 'Zoë'],
      blank: [' a', 'b', 'c '],
      date: ['03/04/2024', '13/01/2024', '05/05/2024'],
      visit_date: ['45000', '45001', '2024-01-01'],
      gene: ['1-Mar', 'TP53', '2-Sep'],
      big: ['1.23E+17', '5', '6'],
    })
    const notes = (await importGuard(db, table)).map((note) => `${note.column}:${note.code}:${note.count}`)
    expect(notes).toEqual([
      'code:leading_zeros:1',
      'long:long_numbers:1',
      'wide:full_width:1',
      'marked:invisible:2',
      'blank:leading_blanks:1',
      'blank:trailing_blanks:1',
      'date:ambiguous_dates:1',
      'visit_date:date_serials:2',
      'gene:excel_dates:2',
      'big:exponents:1',
    ])
  })

  it('shapes become patterns that match what they came from', () => {
    for (const text of ['A12-345', 'ab.9 (x)', 'S001/2', '1+1']) {
      expect(new RegExp(`^${patternOf(shapeOf(text))}$`).test(text), text).toBe(true)
    }
  })

  it('stops when told', async () => {
    const table = await columns({ a: many(10, String) })
    await expect(profileTable(db, table, { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop')
  })
})
