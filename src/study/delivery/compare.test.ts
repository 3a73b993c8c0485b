import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#qc'
import type { QcWorkspace } from '#qc'
import { stageRows } from '../../qc/testing/stage-rows.ts'
import { blankVariable } from '../dictionary/variable.ts'
import type { FormContent } from '../record/definition.ts'
import { compareDelivery } from './compare.ts'
import { guessMapping, readMapping, targetsOf } from './mapping.ts'

let db: QcWorkspace
beforeAll(async () => void (db = await openDatabase({ threads: 1, memory: '256MB' })))
afterAll(() => db.close())

const content: FormContent = {
  form: { code: 'labs', name: '检验', nameEn: 'Labs', repeats: true, doubleEntry: false },
  codelists: [],
  variables: [
    { ...blankVariable('labs', 'crp'), slot: 1, label: 'C反应蛋白', labelEn: 'C-reactive protein' },
    { ...blankVariable('labs', 'wbc'), slot: 2, label: '白细胞', labelEn: 'White cells' },
    { ...blankVariable('labs', 'sum'), slot: 3, type: 'number', formula: 'crp + wbc' },
  ],
}
const plain: FormContent = { ...content, variables: content.variables.slice(0, 2) }

test('columns find what they fill by what was stored last, by code, by label and by what is called almost alike', () => {
  const targets = targetsOf(content)
  expect(targets.map(({ name }) => name)).toEqual(['subject', 'visit', 'instance', 'v1', 'v2'])
  expect(guessMapping(['受试者编号', 'Visit', 'CRP', 'Wite cells', 'remark'], targets)).toEqual({
    受试者编号: 'subject',
    Visit: 'visit',
    CRP: 'v1',
    'Wite cells': 'v2',
  })
  expect(guessMapping(['a', 'crp'], targets, { a: 'v1', gone: 'v2' })).toEqual({ a: 'v1' })
  expect(readMapping({ a: 'subject', b: 'v1' }, ['a', 'b'], targets)).toEqual({ a: 'subject', b: 'v1' })
  for (const bad of [null, [], { a: 'v3' }, { c: 'v1' }, { a: 'v1', b: 'v1' }, { a: 1 }])
    expect(readMapping(bad, ['a', 'b'], targets)).toBeNull()
})

type Subject = { id: number; code: string; department: number; state: string; merged: boolean }
const SUBJECTS: Subject[] = [
  { id: 11, code: 'S1', department: 1, state: 'enrolled', merged: false },
  { id: 12, code: 'S2', department: 2, state: 'enrolled', merged: false },
  { id: 13, code: 'S3', department: 1, state: 'withdrawn', merged: false },
  { id: 14, code: 'S4', department: 1, state: 'enrolled', merged: true },
  { id: 15, code: 'O\'5,"x"', department: 1, state: 'screened', merged: false },
]
const quoted = (value: unknown): string => (value === null ? '' : `"${String(value).replaceAll('"', '""')}"`)
const csv = (rows: readonly (readonly unknown[])[]): string => rows.map((row) => `${row.map(quoted).join(',')}\n`).join('')

type Cell = string | null
type Line = { subject: Cell; visit: Cell; instance: Cell; crp: Cell; wbc: Cell }
type Stored = { subject: number; visit: number; instance: number; state: string; own: boolean; gone: boolean; crp: Cell; wbc: Cell }
const value = fc.constantFrom<Cell>(null, '', '1', '1.0', '<0.5', '007', 'a "b"\nc', '，')
const line: fc.Arbitrary<Line> = fc.record({
  subject: fc.constantFrom<Cell>('S1', ' S2 ', 'S3', 'S4', 'O\'5,"x"', 'S9', '', null),
  visit: fc.constantFrom<Cell>('V1', 'V2', 'V9', null),
  instance: fc.constantFrom<Cell>('1', '2', '0', 'x', '10001', null),
  crp: value,
  wbc: value,
})
const stored: fc.Arbitrary<Stored> = fc.record({
  subject: fc.constantFrom(11, 12, 15),
  visit: fc.constantFrom(0, 21, 22),
  instance: fc.constantFrom(1, 2),
  state: fc.constantFrom('draft', 'signed', 'locked'),
  own: fc.boolean(),
  gone: fc.boolean(),
  crp: value.map((v) => v || null),
  wbc: value.map((v) => v || null),
})
type Key = { subject: number | undefined; visit: number | undefined; instance: number }
const keyOf = ({ subject = 0, visit = 0, instance }: Key): string => `${subject}|${visit}|${instance}`

/** The rules once more, as one would tell them. */
const judged = (lines: readonly Line[], rows: readonly Stored[], sites: readonly number[] | null): string[] => {
  const found = lines.map((given) => {
    const code = given.subject?.trim() || null
    const subject = SUBJECTS.find((one) => one.code === code)
    const visit = given.visit === null ? 0 : { V1: 21, V2: 22 }[given.visit]
    const instance = given.instance === null ? 1 : /^\d{1,5}$/.test(given.instance) ? Number(given.instance) : 0
    const reason =
      code === null
        ? 'noSubject'
        : !subject
          ? 'unknownSubject'
          : subject.merged
            ? 'merged'
            : subject.state === 'withdrawn'
              ? 'withdrawn'
              : sites !== null && !sites.includes(subject.department)
                ? 'otherSite'
                : visit === undefined
                  ? 'unknownVisit'
                  : instance < 1 || instance > 10_000
                    ? 'badInstance'
                    : null
    return { reason, key: keyOf({ subject: subject?.id, visit, instance }), given }
  })
  return found.map(({ reason, key, given }) => {
    if (reason) return reason
    if (found.filter((other) => other.reason === null && other.key === key).length > 1) return 'duplicate'
    const there = rows.find((row) => keyOf(row) === key)
    if (!there) return 'added'
    if ((given.crp || null) === there.crp && (given.wbc || null) === there.wbc) return 'same'
    return there.state === 'locked' ? 'locked' : 'changed'
  })
}

/** What earlier deliveries brought and the file has no row for, good or bad, at the sender's sites. */
const vanishedIn = (lines: readonly Line[], rows: readonly Stored[], sites: readonly number[] | null): number[] => {
  const told = new Set(
    lines.map(({ subject, visit, instance }) => {
      const code = subject?.trim()
      const number = instance === null || !/^\d+$/.test(instance) ? 1 : Number(instance)
      return keyOf({
        subject: SUBJECTS.find((one) => one.code === code)?.id,
        visit: { V1: 21, V2: 22 }[visit ?? ''] ?? 0,
        instance: number,
      })
    }),
  )
  return rows.flatMap((row, i) => {
    const at = SUBJECTS.find(({ id }) => id === row.subject)
    return row.own && !told.has(keyOf(row)) && (sites === null || sites.includes(at?.department ?? 0)) ? [100 + i] : []
  })
}

const compare = async (form: FormContent, lines: readonly Line[], rows: readonly Stored[], sites: readonly number[] | null) => {
  const folder = db.directory
  const known = { subjects: join(folder, 'subjects.csv'), visits: join(folder, 'visits.csv'), stored: join(folder, 'stored.csv') }
  await writeFile(known.subjects, csv(SUBJECTS.map((s) => [s.id, s.code, s.department, s.state, s.merged, false])))
  await writeFile(
    known.visits,
    csv([
      [21, 'V1', false],
      [22, 'V2', false],
    ]),
  )
  const slots = form.variables.length
  await writeFile(
    known.stored,
    csv(
      rows.map((r, i) => [100 + i, 7, r.subject, r.visit, r.instance, r.state, r.own, r.gone, r.crp, r.wbc, ...(slots > 2 ? [null] : [])]),
    ),
  )
  const columns = ['subject', 'visit', 'instance', 'crp', 'wbc']
  const table = await stageRows(
    db,
    'labs',
    columns,
    lines.map((l) => [l.subject, l.visit, l.instance, l.crp, l.wbc]),
  )
  const mapping = guessMapping(columns, targetsOf(form))
  return compareDelivery({ db, table, mapping, content: form, known, sites, delivery: 5, folder, now: '2026-11-16T08:00:00' })
}
const linesOf = async (path: string): Promise<number> => {
  const [row] = await db.all<{ n: number }>(
    `SELECT count(*) AS n FROM read_csv('${path}', header = false, all_varchar = true, auto_detect = false, columns = {${Array.from({ length: path.endsWith('added.csv') ? 9 : 5 }, (_, i) => `'c${i}': 'VARCHAR'`).join(', ')}})`,
  )
  return Number(row?.n)
}

test('every row of a file is added, changed, the same or refused with its reason, as plain rules say; none is lost', async () => {
  const unique = fc.uniqueArray(stored, { selector: keyOf, maxLength: 8 })
  const sites = fc.constantFrom<readonly number[] | null>(null, [1], [])
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 30 }), unique, sites, async (lines, rows, own) => {
      const answer = await compare(plain, lines, rows, own)
      const expected = judged(lines, rows, own)
      const of = (...kinds: string[]) => expected.filter((kind) => kinds.includes(kind)).length
      const { counts } = answer
      expect(counts).toMatchObject({ in: lines.length, added: of('added'), changed: of('changed'), same: of('same') })
      expect(counts.added + counts.changed + counts.same + counts.refused).toBe(lines.length)
      const refused = (await readFile(answer.refused, 'utf8'))
        .split('\n')
        .filter(Boolean)
        .map((text) => JSON.parse(text) as { row: number; reason: string })
      expect(refused.map(({ row, reason }) => [row, reason])).toEqual(
        expected.flatMap((kind, i) => (['added', 'changed', 'same'].includes(kind) ? [] : [[i + 1, kind]])),
      )
      const gone = (await readFile(answer.vanished, 'utf8')).split('\n').filter((text) => text.endsWith('false'))
      expect(gone.map((text) => Number(text.split(',')[0])).toSorted((a, b) => a - b)).toEqual(vanishedIn(lines, rows, own))
      expect(counts.vanished).toBe(gone.length)
      expect([await linesOf(answer.added), await linesOf(answer.changed)]).toEqual([counts.added, counts.changed])
    }),
    { numRuns: 20 },
  )
})

test('no step of the comparison looks at every stored row for every row of the file', async () => {
  const plans: string[] = []
  const run = db.run.bind(db)
  const spy = vi.spyOn(db, 'run').mockImplementation(async (sql) => {
    if (/\bJOIN\b/.test(sql)) plans.push(JSON.stringify(await db.all(`EXPLAIN ${sql}`)))
    return run(sql)
  })
  const given: Line = { subject: 'S1', visit: 'V1', instance: null, crp: '2', wbc: '3' }
  const there: Stored = { subject: 11, visit: 21, instance: 1, state: 'draft', own: false, gone: false, crp: '9', wbc: '1' }
  await compare(plain, [given, { ...given, subject: 'S9' }], [there], null).finally(() => spy.mockRestore())
  expect(plans.length).toBeGreaterThan(3)
  for (const plan of plans) expect(plan).not.toMatch(/NL_JOIN|NESTED_LOOP|CROSS_PRODUCT/)
})

test('formulas are computed from what will be stored', async () => {
  const given: Line = { subject: 'S1', visit: 'V1', instance: null, crp: '2', wbc: '3' }
  const there: Stored = { subject: 12, visit: 21, instance: 1, state: 'draft', own: false, gone: false, crp: '9', wbc: '1' }
  const { added, changed, slots } = await compare(content, [given, { ...given, subject: 'S2' }], [there], null)
  expect(slots).toEqual(['v1', 'v2', 'v3'])
  expect(await readFile(added, 'utf8')).toBe('"11","21","1","1","submitted","5","1","2","3","5"\n')
  expect(await readFile(changed, 'utf8')).toBe('"100","7","2","2","3","5"\n')
})
