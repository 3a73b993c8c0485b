import type { Cases } from '../case.ts'

export const CONSISTENCY_CASES: Record<string, Cases> = {
  E01: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    boundary: {
      rows: [
        ['2026-01-10', '2026-01-12'],
        ['2026-01-10', '2026-01-13'],
        ['2026-01-10', '2026-01-12 00:00:01'],
      ],
      parameter: { columns: ['舒张压'], params: { op: '<=', other: '收缩压', as: 'date', tolerance: 2 } },
      violations: [2, 3],
      denominator: 3,
    },
  },
  E02: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 0],
    boundary: {
      rows: [
        ['男', '否'],
        ['女', ''],
        ['男', ''],
      ],
      parameter: { params: { expression: "性别 = '女' or 妊娠 = '否'", meaning: 'good' } },
      violations: [],
      denominator: 2,
    },
  },
  E05: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    boundary: {
      rows: [
        ['男', 'o80'],
        ['男', 'O'],
        ['F', 'C61.9'],
      ],
      violations: [2, 3],
      denominator: 2,
    },
  },
  E06: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    boundary: {
      rows: [
        ['11010519491231002X', '1949/12/31 08:00', 'F'],
        ['110105194902310026', '1949-02-28', '女'],
      ],
      violations: [],
      denominator: 3,
    },
  },
  E07: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    boundary: {
      rows: [
        ['33', '1990-05-01', '2024-04-30'],
        ['34', '1990-05-01', '2024-05-01'],
        ['33', '1990-05-01', '2024-05-01'],
      ],
      parameter: { columns: ['年龄'], params: { birth: '出生', at: '入组', tolerance: 0 } },
      violations: [3],
      denominator: 3,
    },
  },
  E03: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 1],
    boundary: {
      rows: [
        ['E11', '2型糖尿病'],
        ['e11', '糖尿病'],
      ],
      violations: [2],
      denominator: 2,
    },
  },
  E04: {
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
  E08: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    boundary: {
      rows: [
        ['x', '', ''],
        ['x', 'y', ''],
      ],
      parameter: { columns: ['无症状', '咳嗽'] },
      violations: [2],
      denominator: 2,
    },
  },
  E10: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    boundary: {
      rows: [['3'], ['3'], ['2']],
      parameter: { columns: ['序号'], params: { descending: true } },
      violations: [],
      denominator: 3,
    },
  },
  E11: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 0],
    boundary: {
      rows: [
        ['', '', 'c'],
        ['a', 'b', 'c'],
      ],
      violations: [1],
      denominator: 2,
    },
  },
  E12: { nulls: [0, 0], codes: [0, 0], nonsense: [1, 0], boundary: { rows: [['S1'], [''], ['S1']], violations: [3], denominator: 2 } },
  E13: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 0],
    boundary: {
      rows: [
        ['13900000000', '13900000001'],
        ['李四', '张三'],
      ],
      violations: [],
      denominator: 2,
    },
  },
  E14: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 1],
    boundary: {
      rows: [
        ['S1', '基线'],
        ['S1', '基线'],
        ['S2', '基线'],
        ['S2', '基线'],
        ['S2', '基线'],
      ],
      parameter: { columns: ['受试者'], params: { condition: "访视 = '基线'", max: 2 } },
      violations: [3, 4, 5],
      denominator: 5,
    },
  },
}
