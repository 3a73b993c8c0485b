import { expect, it } from 'vitest'
import { gatheredIn } from './plan.ts'

const plan = (single: string[], other: string[]): string =>
  [
    'Fragment 2 [hive:t]',
    'TableScan[table = hive:t]',
    'Fragment 0 [SINGLE]',
    ...single,
    '    └─ RemoteSource[sourceFragmentIds = [1]]',
    '',
    'Fragment 1 [hive:orders]',
    ...other,
  ].join('\n')

it('counts that come together are no rows', () => {
  expect([
    ...gatheredIn(plan(['Output[a]', '└─ Aggregate[type = FINAL]'], ['    Aggregate[type = PARTIAL]', '    └─ TableScan[t]'])),
  ]).toEqual([])
})

it('the answer goes to whoever asked, and is no gathering', () => {
  expect([...gatheredIn(plan(['Output[a]', '└─ LocalExchange[x]'], ['    ScanFilterProject[t]']))]).toEqual([])
})

it('rows that are ordered on one node are named, and so are values that are grouped or kept in a map', () => {
  expect([...gatheredIn(plan(['Output[a]', '└─ Window[orderBy = [a]]'], ['    TableScan[t]']))]).toEqual(['rows'])
  expect([
    ...gatheredIn(plan(['Output[a]', '└─ Window[orderBy = [a]]'], ['    Project[]', '    └─ Aggregate[type = FINAL, keys = [x]]'])),
  ]).toEqual(['values'])
  const map = ['Output[a]', '└─ Aggregate[type = FINAL]', '   │   h := histogram(h_1)']
  expect([...gatheredIn(plan(map, ['    Aggregate[type = PARTIAL]']))]).toEqual(['values'])
})

it('a plan that reads no table gathers nothing', () => {
  expect([
    ...gatheredIn('Fragment 0 [SINGLE]\n└─ Window[a]\n   └─ RemoteSource[sourceFragmentIds = [1]]\nFragment 1 [HASH]\n    Values[]'),
  ]).toEqual([])
})
