import type { Cases } from '../case.ts'

const unread = { nulls: [0, 0], codes: [0, 0], nonsense: [0, 0] } as const

export const TIME_CASES: Record<string, Cases> = {
  G01: {
    ...unread,
    boundary: {
      rows: [
        ['2026-01-01 10:00:00', '2026-01-01 10:00:00'],
        ['2026-01-01 10:00:01', '2026-01-01 10:00:00'],
        ['2026-01-01 10:00:01', '2026-01-01'],
        ['2024-02-29', '2023-02-29'],
      ],
      parameter: { columns: ['开始'], params: { end: '结束', precision: 'time' } },
      violations: [2, 3],
      denominator: 3,
    },
  },
  G02: {
    ...unread,
    boundary: {
      rows: [
        ['S1', '1990-04-30 23:59:59'],
        ['S1', '1990-05-01 00:00:00'],
        ['s1', '1900-01-01'],
      ],
      violations: [1],
      denominator: 2,
    },
  },
  G03: {
    ...unread,
    boundary: {
      rows: [
        ['2026-03-01', '2026-04-30'],
        ['2026-03-01', '2026-05-01'],
      ],
      parameter: { columns: ['用药'], params: { death: '死亡' } },
      violations: [2],
      denominator: 2,
    },
  },
  G05: {
    ...unread,
    boundary: {
      rows: [
        ['S1', 'V1', '2026-01-03'],
        ['S1', 'V1', '2026-01-02'],
        ['S1', 'V1', '2026-01-08 23:00:00'],
        ['S1', 'V1', '2026-01-09'],
      ],
      violations: [2, 4],
      denominator: 4,
    },
  },
  G06: {
    ...unread,
    boundary: {
      rows: [
        ['V2', '2026-01-01', '2026-01-28'],
        ['V2', '2026-01-01', '2026-01-27'],
        ['V2', '2026-01-01', '2026-02-07'],
        ['V2', '2026-01-01', '2026-02-08'],
        ['V2 ', '2026-01-01', '2027-02-08'],
        ['V2', '', '2027-02-08'],
      ],
      violations: [2, 4],
      denominator: 4,
    },
  },
  G07: {
    ...unread,
    boundary: {
      rows: [
        ['S1', '2026-02-01 00:00:00'],
        ['S1', '2026-01-31 23:59:59'],
        ['S2', '2026-01-31'],
      ],
      parameter: { columns: ['采血'], params: { consent: '签署', table: '同意', on: ['受试者'], withoutConsent: true } },
      violations: [2, 3],
      denominator: 3,
    },
  },
  G08: {
    ...unread,
    boundary: {
      rows: [['2026-06-13 23:59:59'], ['2026-06-14'], ['2026-06-15']],
      parameter: { columns: ['日期'], params: { tolerance: 1 } },
      violations: [3],
      denominator: 3,
    },
  },
  G12: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [1, 0],
    boundary: {
      rows: [
        ['S1', 'V1', '1'],
        ['S1', 'V2', '1.0'],
        ['S2', 'V1', '1'],
        ['S2', 'V2', '2'],
        ['S3', 'V1', '1'],
        ['S3', 'V2', 'x'],
      ],
      parameter: { columns: ['血型'], params: { subject: ['受试者'], as: 'number' } },
      violations: [3],
      denominator: 3,
    },
  },
  H01: {
    ...unread,
    boundary: { rows: [['2026-06-06']], violations: 0, denominator: 1 },
  },
  H03: {
    ...unread,
    boundary: {
      rows: [
        ['2026-01-02', '2026-01-01'],
        ['2026-01-01 23:00:00', '2026-01-02 01:00:00'],
        ['2026-01-01', '2026-01-01 23:00:00'],
      ],
      parameter: { columns: ['访视日期'], params: { entered: '录入时间', maxDays: 0 } },
      violations: [2],
      denominator: 3,
    },
  },
  G09: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    boundary: {
      rows: [
        ['S1', '2026-01-01', '2026-01-10'],
        ['S1', '2026-01-10', '2026-01-12'],
      ],
      parameter: { columns: ['开始'], params: { end: '结束', by: ['受试者'], touching: true } },
      violations: [2],
      denominator: 2,
    },
  },
  G10: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    boundary: {
      rows: [
        ['2026-01-01', '2026-01-01', ''],
        ['2026-01-01', '2026-01-01 00:00:01', '2026-01-01'],
      ],
      violations: [2],
      denominator: 2,
    },
  },
  G11: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    boundary: {
      rows: [
        ['S1', '2026-01-01', '170'],
        ['S1', '2026-01-02', '175'],
        ['S1', '2026-01-03', '180.5'],
      ],
      violations: [3],
      denominator: 3,
    },
  },
  G13: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    boundary: {
      rows: [
        ['S1', '2026-01-01', '5'],
        ['S1', '2026-01-02', '5'],
      ],
      violations: [],
      denominator: 2,
    },
  },
  G15: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    boundary: { rows: [['2026-06-13 00:00:01'], ['2026-06-12 23:59:59']], violations: [1], denominator: 2 },
  },
  G16: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    boundary: {
      rows: [
        ['2', '2026-01-11 23:00', '2026-01-10'],
        ['1.5', '2026-01-10', '2026-01-10'],
      ],
      violations: [2],
      denominator: 2,
    },
  },
}
