import { expect, test } from 'vitest'
import type { SnapshotForm } from '../record/snapshot.ts'
import { compileRules, namedIn } from './compile.ts'

const column = (name: string, slot: number, missingCodes: readonly string[] = []) => ({
  name,
  slot,
  sensitivity: 0,
  missingCodes,
  isFormer: false,
})
const vitals: SnapshotForm = { id: 1, code: 'vitals', columns: [column('sbp', 1), column('weight', 2, ['999']), column('note', 3)] }
const other: SnapshotForm = { id: 2, code: 'other', columns: [column('weight', 1, ['-1']), column('k', 2)] }

test('a rule names what its settings say, not what they are called, nor its own name and code', () => {
  const rule = {
    id: 'secret.id',
    check: 'range',
    name: { zh: '姓名', en: 'birth name' },
    table: 'vitals',
    columns: ['sbp'],
    params: { max: 260, groups: [{ column: 'arm', code: 'x1' }] },
    filter: '[年龄] >= 18',
    keyFields: ['subject.id'],
    missingCodes: ['-9'],
  }
  expect([...namedIn(rule)].filter(Boolean).toSorted()).toEqual(['18', 'arm', 'sbp', 'x1', '年龄'].toSorted())
  for (const word of ['id', 'name', 'columns', 'column', 'params', 'vitals', 'birth', 'secret']) expect(namedIn(rule)).not.toContain(word)
})

test('what means missing in one variable is a value of another, whatever the rule is called', () => {
  const rule = { id: 'weight', check: 'range', name: { zh: '体重', en: 'weight' }, table: 'vitals', columns: ['sbp'], params: { max: 260 } }
  const { parameters } = compileRules([rule], [vitals, other], [vitals])
  expect(parameters[0]?.missingCodes).toEqual({ 'vitals.weight': ['999'] })
  const looksElsewhere = { ...rule, check: 'foreign_key', params: { parent: 'other', key: ['weight'] } }
  expect(compileRules([looksElsewhere], [vitals, other], [vitals]).parameters[0]?.missingCodes).toEqual({
    'vitals.weight': ['999'],
    'other.weight': ['-1'],
  })
  const own = compileRules([{ ...rule, missingCodes: ['-9'] }], [vitals], [vitals])
  expect(own.parameters[0]?.missingCodes).toEqual(['-9'])
})
