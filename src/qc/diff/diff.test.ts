import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type QcWorkspace } from '../database.ts'
import { stageRows } from '../testing/stage-rows.ts'
import { diffTables, type DiffRow } from './diff.ts'

let db: QcWorkspace
beforeAll(async () => void (db = await openDatabase({ threads: 1 })))
afterAll(() => db.close())

async function collect(batches: AsyncIterable<DiffRow[]>): Promise<DiffRow[]> {
  const all: DiffRow[] = []
  for await (const rows of batches) all.push(...rows)
  return all
}

type Row = readonly (string | null)[]

function plainDiff(before: readonly Row[], after: readonly Row[]): unknown {
  const blank = ([id, visit]: Row) => (id ?? '').trim() === '' || (visit ?? '').trim() === ''
  const byKey = (rows: readonly Row[]) =>
    Map.groupBy(
      rows.filter((row) => !blank(row)),
      ([id, visit]) => JSON.stringify([id, visit]),
    )
  const [old, fresh] = [byKey(before), byKey(after)]
  const counts = { added: 0, removed: 0, changed: 0, unchanged: 0, changedCells: 0 }
  const unpaired = {
    duplicateBefore: 0,
    duplicateAfter: 0,
    blankBefore: before.filter(blank).length,
    blankAfter: after.filter(blank).length,
  }
  for (const key of new Set([...old.keys(), ...fresh.keys()])) {
    const [was, is] = [old.get(key) ?? [], fresh.get(key) ?? []]
    if (was.length > 1 || is.length > 1) {
      unpaired.duplicateBefore += was.length
      unpaired.duplicateAfter += is.length
    } else if (was.length === 0) counts.added += 1
    else if (is.length === 0) counts.removed += 1
    else {
      const cells = [2, 3].filter((at) => (was[0]![at] ?? '') !== (is[0]![at] ?? '')).length
      counts.changedCells += cells
      counts[cells > 0 ? 'changed' : 'unchanged'] += 1
    }
  }
  return [counts, unpaired, counts.added + counts.removed + counts.changedCells]
}

describe('the difference of two deliveries', () => {
  it('counts added, removed and changed rows and names the changed cells', async () => {
    const before = await stageRows(
      db,
      'before',
      ['编号', '访视', '值', '旧列'],
      [
        ['S1', 'V1', '1.0', 'x'],
        ['S2', 'V1', null, 'x'],
        ['S3', 'V1', '3', 'x'],
      ],
    )
    const after = await stageRows(
      db,
      'after',
      ['编号', '访视', '新列', '值'],
      [
        ['S1', 'V1', 'n', '1'],
        ['S2', 'V1', 'n', null],
        ['S4', 'V1', 'n', '4'],
      ],
    )
    const diff = await diffTables(db, before, after, { key: ['编号', '访视'] })
    expect(diff).toMatchObject({
      rows: { before: 3, after: 3 },
      columns: { added: ['新列'], removed: ['旧列'], moved: false },
      counts: { added: 1, removed: 1, changed: 1, unchanged: 1, changedCells: 1 },
      changedByColumn: [{ column: '值', cells: 1 }],
    })
    const changes = await collect(diff.changes())
    expect(changes.toSorted((one, other) => one.key.localeCompare(other.key))).toEqual([
      { kind: 'changed', key: '{"编号":"S1","访视":"V1"}', rowBefore: 1, rowAfter: 1, field: '值', before: '1.0', after: '1' },
      { kind: 'removed', key: '{"编号":"S3","访视":"V1"}', rowBefore: 3, rowAfter: null, field: null, before: null, after: null },
      { kind: 'added', key: '{"编号":"S4","访视":"V1"}', rowBefore: null, rowAfter: 3, field: null, before: null, after: null },
    ])
    expect(await collect(diff.changes(1))).toHaveLength(1)
  })

  it('a missing cell and an empty one are the same, a filled one is not, and ignored columns do not count', async () => {
    const before = await stageRows(db, 'before', ['id', 'v', 'w', 't'], [['1', null, null, 'a']])
    const after = await stageRows(db, 'after', ['id', 'v', 'w', 't'], [['1', '', ' ', 'b']])
    const diff = await diffTables(db, before, after, { key: ['id'], ignore: ['t'] })
    expect(diff.counts).toMatchObject({ changed: 1, changedCells: 1 })
    expect(diff.changedByColumn).toEqual([{ column: 'w', cells: 1 }])
  })

  it('a row whose key the other side repeats is neither added nor removed', async () => {
    const once = await stageRows(
      db,
      'once',
      ['id', 'v'],
      [
        ['1', 'a'],
        ['2', 'b'],
      ],
    )
    const twice = await stageRows(
      db,
      'twice',
      ['id', 'v'],
      [
        ['1', 'a'],
        ['1', 'c'],
        ['2', 'b'],
      ],
    )
    const unchanged = { added: 0, removed: 0, changed: 0, unchanged: 1, changedCells: 0 }
    const there = await diffTables(db, once, twice, { key: ['id'] })
    expect(there.counts).toEqual(unchanged)
    expect(there.unpaired).toMatchObject({ duplicateBefore: 1, duplicateAfter: 2 })
    const back = await diffTables(db, twice, once, { key: ['id'] })
    expect(back.counts).toEqual(unchanged)
    expect(back.unpaired).toMatchObject({ duplicateBefore: 2, duplicateAfter: 1 })
  })

  it('repeated and blank keys pair with nothing and are reported', async () => {
    const before = await stageRows(
      db,
      'before',
      ['id', 'v'],
      [
        ['1', 'a'],
        ['1', 'b'],
        ['2', 'c'],
        [' ', 'd'],
      ],
    )
    const after = await stageRows(
      db,
      'after',
      ['id', 'v'],
      [
        ['2', 'c'],
        ['3', 'e'],
        ['3', 'e'],
        [null, 'f'],
      ],
    )
    const diff = await diffTables(db, before, after, { key: ['id'] })
    expect(diff.unpaired).toEqual({ duplicateBefore: 2, duplicateAfter: 2, blankBefore: 1, blankAfter: 1 })
    expect(diff.counts).toEqual({ added: 0, removed: 0, changed: 0, unchanged: 1, changedCells: 0 })
  })

  it('an unknown key column is named with the likely one', async () => {
    const table = await stageRows(db, 'before', ['subject_id'], [['1']])
    await expect(diffTables(db, table, table, { key: ['subjct_id'] })).rejects.toMatchObject({
      code: 'no_key_column',
      text: { en: expect.stringContaining('subject_id') },
    })
  })

  it('empty tables differ in nothing', async () => {
    const table = await stageRows(db, 'before', ['id'], [])
    expect((await diffTables(db, table, table, { key: ['id'] })).counts).toEqual({
      added: 0,
      removed: 0,
      changed: 0,
      unchanged: 0,
      changedCells: 0,
    })
  })

  it('agrees with a plain comparison on random tables', async () => {
    const cell = fc.constantFrom(null, '', ' ', '1', '1.0', 'a')
    const side = fc.array(fc.tuple(fc.constantFrom(null, ' ', '1', '2', '3', '4', '1:'), fc.constantFrom('x', ':1x', '　'), cell, cell), {
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(side, side, async (one, other) => {
        const columns = ['id', 'visit', 'v', 'w']
        const [before, after] = [await stageRows(db, 'before', columns, one), await stageRows(db, 'after', columns, other)]
        const diff = await diffTables(db, before, after, { key: ['id', 'visit'] })
        const changes = await collect(diff.changes())
        await diff.dispose()
        expect([diff.counts, diff.unpaired, changes.length]).toEqual(plainDiff(one, other))
      }),
      { numRuns: 60 },
    )
  })
})
