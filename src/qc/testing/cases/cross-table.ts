import type { Cases } from '../case.ts'

export const INTEGRITY_CASES: Record<string, Cases> = {
  F01: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 1],
    boundary: {
      rows: [
        ['S1', 'A'],
        ['S1 ', 'A'],
        ['S1', 'B'],
        ['S2', ' '],
        ['007', 'A'],
      ],
      others: {
        受试者表: {
          columns: ['编号', '项目'],
          rows: [
            ['S1', 'A'],
            ['S2', 'B'],
            ['7', 'A'],
            ['S2', null],
          ],
        },
      },
      parameter: { columns: ['受试者', '项目'], params: { parent: '受试者表', key: ['编号', '项目'], missing: 'violation' } },
      violations: [2, 3, 4, 5],
      denominator: 5,
    },
  },
  F04: {
    nulls: [0, -1],
    codes: [0, -1],
    nonsense: [0, -1],
    empty: 'failed',
    boundary: { parameter: { params: { other: '随机', tolerance: 1 } }, violations: 0, denominator: 1 },
  },
  F07: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    boundary: {
      rows: [
        ['S1', '36.6'],
        ['S2', '36.7'],
        ['S3', 'x'],
        ['S4', ''],
        ['S5', '1'],
      ],
      others: {
        二录: {
          columns: ['编号', '体重'],
          rows: [
            ['S1', '36.5'],
            ['S1', '99'],
            ['S2', '36.5'],
            ['S3', 'x'],
            ['S4', '0'],
          ],
        },
      },
      parameter: { columns: ['体重'], params: { other: '二录', on: ['编号'], as: 'number', tolerance: 0.1, unmatched: true } },
      violations: [2, 4, 5],
      denominator: 5,
    },
  },
  F11: {
    nulls: [1, 1],
    codes: [1, 1],
    nonsense: [1, 1],
    boundary: {
      rows: [
        ['a.dcm', 'S1', 'V1'],
        ['b.dcm', 'V1', 'S1'],
        ['c.dcm', 'S2', 'V1'],
      ],
      parameter: { params: { other: '记录', on: ['受试者', '访视'], where: "受试者 != 'S2'" } },
      violations: [2, 3],
      denominator: 3,
    },
  },
  F02: { nulls: [0, 0], codes: [0, 0], nonsense: [1, 1], boundary: { rows: [['s1'], ['S1']], violations: [1], denominator: 2 } },
}
