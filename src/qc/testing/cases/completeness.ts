import type { Cases } from '../case.ts'

export const COMPLETENESS_CASES: Record<string, Cases> = {
  A01: {
    nulls: [1, 1],
    codes: [1, 1],
    nonsense: [1, 0],
    boundary: {
      rows: [
        ['S1', ' '],
        ['S2', '\u3000\u00a0'],
        ['S3', '0'],
        ['S4', '. '],
      ],
      violations: [1, 2],
      denominator: 4,
    },
  },
  A02: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    boundary: {
      rows: [
        ['女', '　'],
        ['女 ', ''],
        ['女', '0'],
      ],
      violations: [1],
      denominator: 2,
    },
  },
  A03: {
    nulls: [1, 0],
    codes: [1, 0],
    nonsense: [1, 1],
    boundary: {
      rows: [
        ['是 ', '1'],
        ['否', ' '],
        ['是', '1'],
      ],
      violations: [1],
      denominator: 2,
    },
  },
  A04: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, -1],
    boundary: { parameter: { columns: ['身高'], params: { minPercent: 75 } }, violations: 0, denominator: 1 },
  },
  A05: {
    nulls: [1, 1],
    codes: [1, 1],
    nonsense: [1, 0],
    boundary: {
      rows: [
        [' ', '0'],
        ['　', null],
      ],
      violations: [2],
      denominator: 2,
    },
  },
  A06: {
    nulls: [1, 1],
    codes: [1, 1],
    nonsense: [1, 0],
    boundary: {
      rows: [
        ['0', '0'],
        ['0', ' '],
      ],
      violations: [2],
      denominator: 2,
    },
  },
  A07: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 0],
    boundary: {
      rows: [
        ['0', ' '],
        [' ', ''],
        ['0', '0'],
      ],
      violations: [1],
      denominator: 2,
    },
  },
  A08: {
    nulls: [0, 0],
    codes: [1, 0],
    nonsense: [1, 0],
    boundary: { rows: [['-9 '], ['-9.0'], ['-9'], [' ']], violations: [3], denominator: 3 },
  },
  A10: {
    nulls: [1, 1],
    codes: [1, 1],
    nonsense: [1, 1],
    boundary: {
      rows: [
        ['S1', '完成 '],
        ['S2', '2'],
        ['S3', null],
      ],
      parameter: { columns: ['基线表单'], params: { expected: "编号 != 'S3'" } },
      violations: [1],
      denominator: 2,
    },
  },
  A11: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    boundary: {
      rows: [
        ['S1', '2026-01-01'],
        ['S2', '2026-01-01'],
        ['S3', '2025-12-31'],
        ['S4', '2026-01-02'],
      ],
      parameter: {
        params: {
          subject: '受试者',
          anchor: '入组',
          visits: '访视',
          visitSubject: '受试者',
          visitName: '访视',
          schedule: [
            { visit: 'V1', day: 100, after: 63 },
            { visit: 'V2', day: 400 },
          ],
        },
      },
      violations: [3],
      denominator: 1,
    },
  },
  A12: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 1],
    boundary: { parameter: { columns: ['受试者'], params: { min: 1, max: 2 } }, violations: [], denominator: 2 },
  },
  A13: { nulls: [0, 0], codes: [0, 0], nonsense: [1, 1], boundary: { rows: [['S1 '], ['S1']], violations: [1], denominator: 2 } },
  A14: {
    nulls: [0, -1],
    codes: [0, -1],
    nonsense: [0, -1],
    empty: 'failed',
    boundary: { parameter: { params: { min: 2, max: 2 } }, violations: 0, denominator: 1 },
  },
  A16: {
    nulls: [1, 1],
    codes: [1, 1],
    nonsense: [1, 0],
    boundary: {
      rows: [
        ['1', '0', ''],
        ['2', '\t', null],
      ],
      violations: [2],
      denominator: 2,
    },
  },
  A09: { nulls: [1, 1], codes: [1, 1], nonsense: [1, 0], boundary: { rows: [['', '-']], violations: [], denominator: 1 } },
  A15: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    boundary: { parameter: { columns: ['中心'], params: { values: ['北'] } }, violations: 0, denominator: 1 },
  },
  A17: { nulls: [0, 0], codes: [0, 0], nonsense: [0, -1], boundary: { rows: [['x'], ['']], violations: 0, denominator: 1 } },
}
