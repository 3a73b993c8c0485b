import { createHash, createHmac } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, stageFile, type QcWorkspace } from '#qc'
import { writeWorkbook } from '#server/excel/writer.ts'
import { unzip } from '../../../test/unzip.ts'
import { tooLarge } from './also.ts'
import { measure, suppress } from './anonymity.ts'
import { applyPlan, type Applying } from './apply.ts'
import { assess } from './assess.ts'
import { pack } from './package.ts'
import { EMPTY_PLAN, parsePlan, planProblems, treatmentsOf, type Offered, type Plan, type Treatment } from './plan.ts'

const KEY = Buffer.alloc(32, 7)
let db: QcWorkspace
beforeAll(async () => void (db = await openDatabase({ memory: '500MB', threads: 2 })))
afterAll(() => db.close())

const offered = (slot: number, code: string, more: Partial<Offered> = {}): Offered => ({
  form: 1,
  formCode: 'visit',
  slot,
  code,
  label: code,
  labelEn: code,
  unit: '',
  type: 'text',
  sensitivity: 0,
  missingCodes: [],
  items: [],
  ...more,
})
const chosen = (slot: number, treatment: Treatment, quasi = false) => ({ form: 1, slot, treatment, quasi })
const HEAD = ['subject.id', 'subject', 'visit', 'instance', 'department']
let number = 0
const staged = async (columns: readonly string[], rows: readonly (readonly (string | null)[])[]): Promise<Applying['tables']> => {
  const file = join(db.directory, `table${++number}.csv`)
  const line = (cells: readonly (string | null)[]) => `${cells.map((c) => (c === null ? '' : `"${c.replaceAll('"', '""')}"`)).join(',')}\n`
  await writeFile(file, [[...HEAD, ...columns], ...rows].map(line).join(''))
  const read = { format: 'csv', encoding: 'utf-8', delimiter: ',', quote: '"', header: true } as const
  return [{ id: 1, code: 'visit', table: await stageFile(db, file, { ...read, name: `t${number}` }) }]
}
const row = (person: number, visit: number, ...values: (string | null)[]) => [
  String(person),
  `S${person}`,
  `V${visit}`,
  '1',
  'A',
  ...values,
]
const plan = (variables: Plan['variables'], more: Partial<Plan> = {}): Plan => ({ ...EMPTY_PLAN, variables, ...more })
const applying = (tables: Applying['tables'], offers: Offered[], wanted: Plan, more: Partial<Applying> = {}): Applying => ({
  db,
  tables,
  offered: offers,
  cohort: null,
  plan: wanted,
  key: KEY,
  now: '2026-01-01T00:00:00',
  ...more,
})

const placeOf = (name: string) => ({ folder: join(db.directory, name), workbook: writeWorkbook })

describe('what becomes of a value', () => {
  test('a pseudonym is an HMAC under the key of the project, the same for the same person', async () => {
    const tables = await staged(['mrn'], [row(1, 1, '007'), row(1, 2, '007'), row(2, 1, '008')])
    const wanted = plan([chosen(1, { kind: 'pseudonym' })])
    const [released] = await applyPlan(applying(tables, [offered(1, 'mrn', { sensitivity: 3 })], wanted))
    const rows = await db.all<{ subject: string; mrn: string }>(`SELECT subject, mrn FROM ${released!.relation}`)
    const mark = (text: string) => `P${createHmac('sha256', KEY).update(text).digest('hex').slice(0, 15).toUpperCase()}`
    expect(new Set(rows.map(({ subject }) => subject))).toEqual(new Set([mark('subject:1'), mark('subject:2')]))
    expect(new Set(rows.map(({ mrn }) => mrn))).toEqual(new Set([mark('value:007'), mark('value:008')]))
  })

  test('bands, years, masks, missing codes and what cannot be read', async () => {
    const tables = await staged(
      ['age', 'day', 'note'],
      [row(1, 1, '64', '2026-03-05', 'A12345'), row(1, 2, '93', '2026-13-01', 'x'), row(1, 3, '-9', null, null)],
    )
    const offers = [offered(1, 'age', { type: 'integer', missingCodes: ['-9'] }), offered(2, 'day', { type: 'date' }), offered(3, 'note')]
    const wanted = plan([
      chosen(1, { kind: 'band', width: 10, top: 90 }),
      chosen(2, { kind: 'year' }),
      chosen(3, { kind: 'mask', first: 1, last: 2 }),
    ])
    const [released] = await applyPlan(applying(tables, offers, wanted))
    expect(await db.all(`SELECT age, day, note FROM ${released!.relation} ORDER BY visit`)).toEqual([
      { age: '[60, 70)', day: '2026', note: 'A***45' },
      { age: '90+', day: null, note: '***' },
      { age: '-9', day: null, note: null },
    ])
  })

  test('the intervals of one person are the same before and after, for all', async () => {
    const day = fc
      .date({ min: new Date('1950-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
      .map((d) => d.toISOString().slice(0, 10))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), day, day), { minLength: 1, maxLength: 20 }), async (given) => {
        const tables = await staged(
          ['a', 'b'],
          given.map(([person, a, b], i) => row(person, i, a, b)),
        )
        const offers = [offered(1, 'a', { type: 'date' }), offered(2, 'b', { type: 'date' })]
        const [released] = await applyPlan(applying(tables, offers, plan([chosen(1, { kind: 'shift' }), chosen(2, { kind: 'shift' })])))
        const after = await db.all<{ visit: string; a: string; b: string; id: string }>(
          `SELECT r.visit, r.a, r.b, p.id FROM ${released!.relation} r JOIN people p USING (subject)`,
        )
        const byVisit = new Map(after.map((one) => [one.visit, one]))
        const shifts = new Map<number, Set<number>>()
        for (const [i, [person, a, b]] of given.entries()) {
          const moved = byVisit.get(`V${i}`)!
          for (const [was, is] of [
            [a, moved.a],
            [b, moved.b],
          ] as const)
            (shifts.get(person) ?? shifts.set(person, new Set()).get(person)!).add((Date.parse(was) - Date.parse(is)) / 86_400_000)
        }
        for (const days of shifts.values()) {
          expect(days.size).toBe(1)
          const [shift] = days
          expect(shift).toBeGreaterThan(0)
          expect(shift).toBeLessThan(365)
        }
      }),
      { numRuns: 15 },
    )
  })
})

describe('how well people hide', () => {
  test('k equals an independent count, and after suppression nobody is in a class below it', async () => {
    const sex = fc.constantFrom('1', '2', null)
    const age = fc.integer({ min: 40, max: 69 }).map(String)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), sex, age), { minLength: 1, maxLength: 30 }), async (given) => {
        const tables = await staged(
          ['sex', 'age'],
          given.map(([person, s, a], i) => row(person, i, s, a)),
        )
        const offers = [offered(1, 'sex', { type: 'choice' }), offered(2, 'age', { type: 'integer' })]
        const wanted = plan([chosen(1, { kind: 'keep' }, true), chosen(2, { kind: 'band', width: 10 }, true)], { k: 2 })
        const released = await applyPlan(applying(tables, offers, wanted))
        const { k, subjects } = await measure(db, released, wanted)
        const own = new Map<number, string[]>()
        for (const [person, s, a] of given) own.set(person, [...(own.get(person) ?? []), `${s ?? ''}|${Math.floor(Number(a) / 10)}`])
        const classes = Map.groupBy([...own.values()], (rows) => rows.toSorted().join())
        expect(subjects).toBe(own.size)
        expect(k).toBe(Math.min(...[...classes.values()].map((members) => members.length)))
        await suppress(db, released, wanted)
        const left = await measure(db, released, wanted)
        expect(left.k === null || left.k >= 2).toBe(true)
        expect(left.subjects).toBe([...classes.values()].filter((m) => m.length >= 2).flat().length)
      }),
      { numRuns: 20 },
    )
  })

  test('a class with one sensitive value only is left out where two are wanted', async () => {
    const rows = [1, 2, 3, 4].map((p) => row(p, 1, p < 3 ? 'a' : 'b', p < 3 ? 'x' : `y${p}`))
    const tables = await staged(['group', 'disease'], rows)
    const offers = [offered(1, 'group'), offered(2, 'disease')]
    const wanted = plan([chosen(1, { kind: 'keep' }, true), chosen(2, { kind: 'keep' })], { k: 2, l: 2, sensitive: { form: 1, slot: 2 } })
    const released = await applyPlan(applying(tables, offers, wanted))
    expect(await measure(db, released, wanted)).toMatchObject({ k: 2, l: 1, exposed: 2 })
    await suppress(db, released, wanted)
    expect(await measure(db, released, wanted)).toMatchObject({ subjects: 2, l: 2 })
  })
})

describe('what is told before approval', () => {
  test('counts below five are not, and the sample is nobody’s', async () => {
    const tables = await staged(
      ['sbp'],
      Array.from({ length: 9 }, (_, i) => row(i + 1, 1, String(100 + i * 10))),
    )
    const offers = [offered(1, 'sbp', { type: 'integer' })]
    const wanted = plan([chosen(1, { kind: 'keep' })])
    const all = await assess(applying(tables, offers, wanted))
    expect(all.before).toEqual({ subjects: 9, rows: [{ form: 'visit', rows: 9 }] })
    expect(all.sample[0]!.before.flat()).not.toContain('S1')
    const few = await assess(applying(tables, offers, wanted, { cohort: { form: 1, expression: 'sbp >= 150' } }))
    expect(few.before).toEqual({ subjects: null, rows: [{ form: 'visit', rows: null }] })
    expect(few.anonymity.k).toBeNull()
    expect(few.loss[0]).toMatchObject({ filled: null, distinct: null })
  })
})

describe('a package', () => {
  test('holds none of 500 planted identifiers, and its sums are those of its files', async () => {
    const of = (i: number) => ({
      name: `赵钱${String.fromCodePoint(0x4e00 + i)}`,
      mrn: `MRN${90_000 + i}`,
      phone: `139${10_000_000 + i}`,
      mail: `p${i}@example.org`,
    })
    const people = Array.from({ length: 125 }, (_, i) => of(i))
    const identifiers = people.flatMap((person) => Object.values(person))
    const rows = people.map(({ name, mrn, phone, mail }, i) => {
      const note = [`患者${name}自诉头晕`, `电话 ${phone}`, `mail ${mail}`, `病案 ${mrn}`][i % 4]!
      return row(i + 1, 1, name, mrn, note, i % 2 ? phone : '120', i % 3 ? name : '1')
    })
    expect(identifiers.length).toBe(500)
    const tables = await staged(['name', 'mrn', 'note', 'sbp', 'smoker'], rows)
    const offers = [
      offered(1, 'name', { sensitivity: 3 }),
      offered(2, 'mrn', { sensitivity: 3 }),
      offered(3, 'note', { type: 'longText' }),
      offered(4, 'sbp', { type: 'integer' }),
      offered(5, 'smoker', { type: 'yesNo' }),
    ]
    const wanted = plan([
      chosen(1, { kind: 'drop' }),
      chosen(2, { kind: 'pseudonym' }),
      chosen(3, { kind: 'keep' }),
      chosen(4, { kind: 'keep' }),
      chosen(5, { kind: 'keep' }),
    ])
    const madeAt = '2026-01-01T00:00:00.000Z'
    const about = { project: {}, study: 'S', dictionary: 1, engine: 'test', madeAt, withdrawnSubjects: 0 }
    for (const format of ['csv', 'parquet'] as const) {
      const asked: Plan = { ...wanted, format, also: ['xlsx', 'xpt'] }
      const packed = await pack(applying(tables, offers, asked), about, placeOf(`package-${format}`))
      const names = [`data/visit.${format}`, 'data/visit.xlsx', 'data/visit.xpt', 'dictionary.csv', 'dictionary.xml']
      expect(packed!.files.map(({ name }) => name)).toEqual([...names, 'report.html', 'evidence.json', 'SHA256SUMS'])
      const files = await Promise.all(packed!.files.map(({ path }) => readFile(path)))
      const opened = files.flatMap((bytes, i) => (names[i]?.endsWith('.xlsx') ? [...unzip(bytes).values()] : [bytes]))
      // Parquet packs its columns: what it holds is asked of it.
      const held = format === 'parquet' ? await db.all(`SELECT * FROM read_parquet('${packed!.files[0]!.path}')`) : []
      const whole = opened.map(String).join('\n') + JSON.stringify([packed!.look, held])
      expect(identifiers.filter((text) => whole.includes(text))).toEqual([])
      expect(packed).toMatchObject({ subjects: 125, rows: 125 })
      expect(opened.filter((bytes) => bytes.includes('120')).length).toBeGreaterThan(1)
      const sums = String(files.at(-1)).trimEnd().split('\n')
      const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
      expect(sums).toEqual(packed!.files.slice(0, -1).map(({ name }, i) => `${sum(files[i]!)}  ${name}`))
    }
  })

  test('is the same table in every format, and its dictionary knows nothing of what was left out', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => row(i + 1, 1, String(100 + i), i % 2 ? '1' : '2', '64', 'secret'))
    const tables = await staged(['sbp', 'sex', 'age', 'hidden'], rows)
    const items = [
      { code: '1', label: '男', labelEn: 'Male' },
      { code: '2', label: '女', labelEn: 'Female' },
    ]
    const offers = [
      offered(1, 'sbp', { type: 'integer', label: '收缩压', labelEn: 'Systolic', unit: 'mmHg' }),
      offered(2, 'sex', { type: 'choice', items }),
      offered(3, 'age', { type: 'integer' }),
      offered(4, 'hidden', { sensitivity: 3 }),
    ]
    const variables = [
      chosen(1, { kind: 'keep' }),
      chosen(2, { kind: 'keep' }),
      chosen(3, { kind: 'band', width: 10 }),
      chosen(4, { kind: 'drop' }),
    ]
    const about = { project: {}, study: 'S', dictionary: 3, engine: 'test', madeAt: '2026-01-01T00:00:00.000Z', withdrawnSubjects: 0 }
    const wanted = plan(variables, { site: 'keep', also: ['xlsx', 'xpt'] })
    const packed = await pack(applying(tables, offers, wanted), about, placeOf('formats'))
    expect(packed!.evidence.leftOut).toEqual([])
    const read = async (at: number) => {
      const { relation, columns } = await stageFile(db, packed!.files[at]!.path, { name: `read${at}` })
      const cells = columns.map((name) => `"${name}"`).join(', ')
      return {
        columns: columns.map((name) => name.toLowerCase()),
        rows: await db.all(`SELECT [${cells}] AS cells FROM ${relation} ORDER BY 1`),
      }
    }
    const [csv, xlsx, xpt] = [await read(0), await read(1), await read(2)]
    expect(csv.columns).toEqual(['subject', 'visit', 'instance', 'site', 'sbp', 'sex', 'age'])
    expect(csv.rows).toHaveLength(12)
    expect(xlsx).toEqual(csv)
    expect(xpt).toEqual(csv)
    const odm = await readFile(packed!.files.find(({ name }) => name === 'dictionary.xml')!.path, 'utf8')
    for (const word of ['I.visit.sbp', '收缩压', 'mmHg', 'Female', 'MDV.S.3']) expect(odm).toContain(word)
    expect(odm).toMatch(/OID="I\.visit\.age"[^>]*DataType="text"/)
    expect(odm).not.toContain('hidden')
  })

  test('leaves out what a format cannot hold whole, and says why', async () => {
    const rows = Array.from({ length: 6 }, (_, i) => row(i + 1, 1, i === 3 ? 'x'.repeat(32_768) : '头晕'))
    const tables = await staged(['complaint'], rows)
    const about = { project: {}, study: 'S', dictionary: 1, engine: 'test', madeAt: '2026-01-01T00:00:00.000Z', withdrawnSubjects: 0 }
    const wanted = plan([chosen(1, { kind: 'keep' })], { also: ['xlsx', 'xpt'] })
    const packed = await pack(applying(tables, [offered(1, 'complaint')], wanted), about, placeOf('unfit'))
    expect(packed!.files.map(({ name }) => name)).toEqual([
      'data/visit.csv',
      'dictionary.csv',
      'dictionary.xml',
      'report.html',
      'evidence.json',
      'SHA256SUMS',
    ])
    expect(packed!.evidence.leftOut.map(({ name, why }) => [name, why.en])).toEqual([
      ['data/visit.xlsx', 'complaint: a text does not fit into a cell of Excel'],
      ['data/visit.xpt', expect.stringMatching(/^complaint: The name “complaint” is not at most 8 .*; complaint: Record \d: the text is /)],
    ])
  })

  test('shows its values by their names in both languages, and of few persons not even which', async () => {
    const rows = Array.from({ length: 13 }, (_, i) => row(i + 1, 1, i < 6 ? '1' : '0', i < 12 ? '2' : '3'))
    const tables = await staged(['smoker', 'sex'], rows)
    const items = [
      { code: '2', label: '女', labelEn: 'Female' },
      { code: '3', label: '不详', labelEn: 'Unknown' },
    ]
    const offers = [offered(1, 'smoker', { type: 'yesNo' }), offered(2, 'sex', { type: 'choice', items })]
    const wanted = plan([chosen(1, { kind: 'keep' }), chosen(2, { kind: 'keep' })])
    const about = { project: {}, study: 'S', dictionary: 1, engine: 'test', madeAt: 'now', withdrawnSubjects: 0 }
    const packed = await pack(applying(tables, offers, wanted), about, placeOf('look'))
    expect(packed?.look.map(({ bars }) => bars)).toEqual([
      [
        { label: '否', labelEn: 'No', count: 7 },
        { label: '是', labelEn: 'Yes', count: 6 },
      ],
      [
        { label: '女', labelEn: 'Female', count: 12 },
        { label: '其他（每种不足 5 人）', labelEn: 'Others (fewer than 5 people each)', count: null },
      ],
    ])
  })

  test('shows numbers in bands of what is usual: one far out does not press the others into one bar', async () => {
    const values = [...Array.from({ length: 60 }, (_, i) => 100 + i), 1450]
    const tables = await staged(
      ['sbp'],
      values.map((value, i) => row(i + 1, 1, String(value))),
    )
    const about = { project: {}, study: 'S', dictionary: 1, engine: 'test', madeAt: 'now', withdrawnSubjects: 0 }
    const wanted = plan([chosen(1, { kind: 'keep' })])
    const packed = await pack(applying(tables, [offered(1, 'sbp', { type: 'integer' })], wanted), about, placeOf('far'))
    const bars = packed!.look[0]!.bars
    expect(bars.length).toBeGreaterThan(3)
    expect(bars.at(-1)).toMatchObject({ label: expect.stringMatching(/^≥ /), count: null })
    expect(bars.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(60)
  })

  test('shows numbers of few persons in fewer bands, so that something is seen of them', async () => {
    const tables = await staged(
      ['sbp'],
      Array.from({ length: 16 }, (_, i) => row(i + 1, 1, String(121 + i * 3))),
    )
    const about = { project: {}, study: 'S', dictionary: 1, engine: 'test', madeAt: 'now', withdrawnSubjects: 0 }
    const wanted = plan([chosen(1, { kind: 'keep' })])
    const packed = await pack(applying(tables, [offered(1, 'sbp', { type: 'integer' })], wanted), about, placeOf('few'))
    const bars = packed!.look[0]!.bars
    expect(bars.length).toBeGreaterThan(1)
    expect(bars.every(({ count }) => count === null || count >= 5)).toBe(true)
    expect(bars.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(16)
  })

  test('is not made of fewer than k persons', async () => {
    const tables = await staged(['sbp'], [row(1, 1, '120'), row(2, 1, '130')])
    const about = { project: {}, study: 'S', dictionary: 1, engine: 'test', madeAt: 'now', withdrawnSubjects: 0 }
    const wanted = plan([chosen(1, { kind: 'keep' })])
    expect(await pack(applying(tables, [offered(1, 'sbp', { type: 'integer' })], wanted), about, placeOf('none'))).toBeNull()
  })
})

describe('a plan', () => {
  const phone = offered(1, 'phone', { sensitivity: 3 })
  const day = offered(2, 'day', { type: 'date' })
  const other = offered(3, 'other', { type: 'date' })
  const said = (wanted: Plan) => planProblems(wanted, [phone, day, other]).map(({ words }) => words.en)
  test('keeps nothing that identifies, no true date beside a shifted one, and says so', () => {
    expect(said(plan([]))).toEqual(['No variable has been chosen yet'])
    expect(said(plan([chosen(1, { kind: 'keep' })]))).toEqual(['The variable phone cannot be treated like this'])
    expect(said(plan([chosen(2, { kind: 'shift' }), chosen(3, { kind: 'keep' })]))).toHaveLength(1)
    expect(said(plan([chosen(2, { kind: 'shift' }), chosen(3, { kind: 'year' })]))).toEqual([])
    expect(said(plan([chosen(2, { kind: 'shift' }), chosen(2, { kind: 'shift' })]))).toEqual(['A variable was chosen twice'])
    expect(said(plan([chosen(2, { kind: 'shift' })], { l: 2 }))).toHaveLength(1)
    expect(treatmentsOf({ type: 'text', sensitivity: 0 })[0]).toBe('drop')
  })
  test('of another shape is none', () => {
    expect(parsePlan({ ...EMPTY_PLAN, k: 1 })).toBeNull()
    expect(parsePlan({ ...EMPTY_PLAN, more: 1 })).toBeNull()
    expect(parsePlan(EMPTY_PLAN)).toEqual(EMPTY_PLAN)
  })
})

test('a form with more values than are written one by one is left out before the work begins', () => {
  expect(tooLarge(200_000, 20)).toBeNull()
  expect(tooLarge(200_001, 20)?.en).toBe('200001 rows × 20 columns are more than the 4000000 values that are written in this format')
})
