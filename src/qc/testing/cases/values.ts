import type { Cases } from '../case.ts'

export const VALUE_CASES: Record<string, Cases> = {
  C01: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 1],
    boundary: {
      rows: [['1.0'], ['1.5'], ['1e3'], [' 7 '], ['NaN'], ['inf'], ['1e999'], ['1,000'], ['-0'], ['9999999999999999999']],
      violations: [2, 5, 6, 7, 8],
      denominator: 10,
    },
  },
  C02: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    boundary: {
      rows: [
        ['S1', '34'],
        ['S2', '42'],
        ['S3', '33.999'],
        ['S4', '42.0001'],
      ],
      violations: [3, 4],
      denominator: 4,
    },
  },
  C03: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    boundary: {
      rows: [
        ['HGB', '男', '110'],
        ['HGB', '男', '185'],
        ['HGB', '女', '99.9'],
        ['HGB', '', '1'],
      ],
      violations: [3],
      denominator: 3,
    },
  },
  C04: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 1],
    boundary: { rows: [['男 '], ['女'], ["男'"]], violations: [1, 3], denominator: 3 },
  },
  C05: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 0],
    boundary: {
      rows: [['tbd'], ['TBD '], ['测试']],
      parameter: { columns: ['诊断'], params: { values: ['测试', 'TBD'], caseSensitive: false } },
      violations: [1, 3],
      denominator: 3,
    },
  },
  C10: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 1],
    boundary: {
      rows: [['xS0012'], ['s001'], ['S00']],
      parameter: { columns: ['编号'], params: { pattern: 'S[0-9]{3}', whole: false, ignoreCase: true, mode: 'must_not' } },
      violations: [1, 2],
      denominator: 3,
    },
  },
  C12: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 1],
    boundary: {
      rows: [['23:59'], ['24:00'], ['00:00:59'], ['9:30']],
      parameter: { columns: ['邮箱'], params: { format: 'time_24h' } },
      violations: [2, 4],
      denominator: 4,
    },
  },
  C13: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 1],
    boundary: { rows: [['一二三四'], ['一二三四五'], ['abc '], ['😀😀😀😀']], violations: [2], denominator: 4 },
  },
  C14: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 1],
    boundary: {
      rows: [['31/01/2026'], ['2026-01-31'], ['29/02/2025'], ['29/02/2024']],
      parameter: { columns: ['日期'], params: { formats: ['%d/%m/%Y'] } },
      violations: [2, 3],
      denominator: 4,
    },
  },
  C18: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 1],
    boundary: { rows: [['a\tb'], ['a\u200bb'], ['\ufffd'], ['é'], ['～']], violations: [2, 3, 5], denominator: 5 },
  },
  C22: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    boundary: {
      rows: [
        ['100', '10', '10.5'],
        ['100', '10', '10.51'],
        ['0', '10', '10'],
      ],
      parameter: { columns: ['BMI'], params: { formula: '体重 / (身高 / 100)', tolerance: 0.5 } },
      violations: [2],
      denominator: 2,
    },
  },
  C24: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 1],
    boundary: {
      rows: [['11010519491231002x'], ['990105194912310021'], ['11010519491231002'], ['１1010519491231002X'], ['110105202612310025']],
      violations: [2, 3, 4, 5],
      denominator: 5,
    },
  },
  C26: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 0],
    boundary: {
      rows: [['007'], ['07'], ['MAR1'], ['Mar-01'], ['9月2日'], ['1E+2'], ['1E+10']],
      parameter: { columns: ['基因'], params: { width: 3 } },
      violations: [2, 4, 5, 7],
      denominator: 7,
    },
  },
  C29: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 0],
    boundary: {
      rows: [['113800138000'], ['13800138000。'], ['12800138000'], ['6222 0210 0101 1111 111'], ['身份证11010519491231002X']],
      violations: [2, 4, 5],
      denominator: 5,
    },
  },
  C11: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 1],
    boundary: { rows: [['D0'], ['D01'], ['D011'], ['c1']], violations: [1, 3, 4], denominator: 4 },
  },
  C15: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 1],
    boundary: {
      rows: [['2024-03'], ['2024-UN'], ['2024'], ['2024-13']],
      parameter: { columns: ['发病日期'], params: { precision: 'month' } },
      violations: [2, 3, 4],
      denominator: 4,
    },
  },
  C16: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 1],
    boundary: { rows: [['P1Y2M3DT4H'], ['PT'], ['P1.5D'], ['P1M1Y']], violations: [2, 4], denominator: 4 },
  },
  C17: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 1],
    boundary: { rows: [['1'], ['"x"'], ['null'], ["{'a':1}"]], violations: [4], denominator: 4 },
  },
  C19: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 0],
    boundary: { rows: [['a\nb'], ['a \tb'], ['\u00a0a']], violations: [2, 3], denominator: 3 },
  },
  C20: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    boundary: { rows: [['5.'], ['.5'], ['1e3'], ['-0.55']], violations: [1, 4], denominator: 3 },
  },
  C21: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    boundary: {
      rows: [
        ['HGB', 'G/L'],
        ['GLU', 'mg/dL'],
      ],
      violations: [1],
      denominator: 2,
    },
  },
  C23: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    boundary: {
      rows: [
        ['0.1', '0.2', '0.4'],
        ['0.1', '0.2', '0.41'],
      ],
      parameter: { columns: ['男', '女'], params: { total: '合计', tolerance: 0.1 } },
      violations: [2],
      denominator: 2,
    },
  },
  C27: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 0],
    boundary: {
      rows: [['abc'], ['ab'], ['-32768']],
      parameter: { columns: ['备注'], params: { lengths: ['3'] } },
      violations: [1, 3],
      denominator: 3,
    },
  },
  C28: { nulls: [0, 0], codes: [0, 0], nonsense: [0, -1], boundary: { rows: [['北'], ['南']], violations: 0, denominator: 1 } },
  C30: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 0],
    boundary: { rows: [...Array.from({ length: 10 }, () => ['aspirin']), ['asprin'], ['aspi']], violations: [11], denominator: 12 },
  },
}
