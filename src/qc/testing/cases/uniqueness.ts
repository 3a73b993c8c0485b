import type { Cases } from '../case.ts'

export const UNIQUENESS_CASES: Record<string, Cases> = {
  D01: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 0],
    boundary: { rows: [['S1'], ['S1 '], ['s1'], ['Ｓ1'], ['7'], ['007']], violations: [], denominator: 6 },
  },
  D02: {
    nulls: [1, 1],
    codes: [1, 1],
    nonsense: [1, 0],
    boundary: {
      rows: [
        ['S1', 'V1'],
        ['S1V', '1'],
        ['S1', ' '],
      ],
      violations: [3],
      denominator: 3,
    },
  },
  D03: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 0],
    boundary: {
      rows: [
        ['S1', ''],
        ['S1', null],
        ['', ''],
        ['S1', 'x'],
      ],
      parameter: { columns: ['受试者', '日期'], params: { compareMissing: true } },
      violations: [1, 2],
      denominator: 3,
    },
  },
  D04: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 1],
    boundary: {
      rows: [
        ['a', 'A', 'a '],
        ['1', '1.0', '1'],
      ],
      violations: [2],
      denominator: 2,
    },
  },
  D05: {
    nulls: [1, 0],
    codes: [1, 0],
    nonsense: [1, 0],
    boundary: {
      rows: [
        ['1', '甲', ''],
        ['2', '甲', null],
        ['3', null, '甲'],
        ['4', null, '甲'],
      ],
      violations: [3, 4],
      denominator: 4,
    },
  },
  D10: { nulls: [0, 0], codes: [0, 0], nonsense: [0, 0], rowless: true, boundary: { violations: 0, denominator: 0 } },
  D07: { nulls: [0, 0], codes: [0, 0], nonsense: [0, 0], boundary: { rows: [['A'], ['B'], ['A']], violations: 0, denominator: 1 } },
  D08: { nulls: [0, 0], codes: [0, 0], nonsense: [0, 0], boundary: { rows: [['1'], ['2']], violations: 0, denominator: 1 } },
  D09: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 0],
    boundary: {
      rows: [
        ['1', 'a'],
        ['1', 'b'],
        ['2', 'c'],
      ],
      violations: [1, 2],
      denominator: 3,
    },
  },
  D12: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    boundary: {
      rows: [
        ['S1', '5'],
        ['S1', '6'],
        ['S1', '6'],
        ['S2', '9'],
      ],
      violations: [1],
      denominator: 2,
    },
  },
}
