import type { Cases } from '../case.ts'

const unread = { nulls: [0, 0], codes: [0, 0], nonsense: [0, 0] } as const

export const STATISTICS_CASES: Record<string, Cases> = {
  J01: { ...unread, boundary: { rows: [['0.1'], ['0.1'], ['0.1'], ['0.1'], ['0.1'], ['0.1']], violations: [], denominator: 6 } },
  J02: { ...unread, boundary: { rows: [['0'], ['1'], ['2'], ['3'], ['4'], ['7'], ['11.5'], ['x']], violations: [], denominator: 7 } },
  J03: {
    ...unread,
    boundary: { rows: [['5'], ['5'], ['5'], ['5'], ['5'], ['5'], ['5'], ['5'], ['5'], ['6']], violations: [10], denominator: 10 },
  },
  J07: {
    ...unread,
    boundary: { parameter: { columns: ['年龄'], params: { statistic: 'mean', min: 50, max: 50 } }, violations: 0, denominator: 1 },
  },
  J12: {
    ...unread,
    boundary: { parameter: { columns: ['年龄'], params: { table: '上期', cut: 0.4 } }, violations: 0, denominator: 1 },
  },
  J14: {
    ...unread,
    boundary: {
      parameter: { columns: ['血红蛋白'], params: { metric: 'mean', method: 'absolute', limit: 57 } },
      violations: 0,
      denominator: 1,
    },
  },
  J23: {
    nulls: [0, -1],
    codes: [0, -1],
    nonsense: [0, -1],
    empty: 'failed',
    boundary: { parameter: { params: { maxDrop: 60 } }, violations: 0, denominator: 1 },
  },
}

export const PROCESS_CASES: Record<string, Cases> = {
  K01: {
    ...unread,
    rowless: true,
    boundary: { parameter: { params: { max: 2, maxDays: 163 } }, violations: 0, denominator: 3 },
  },
  K02: {
    ...unread,
    rowless: true,
    boundary: { context: { findings: [] }, violations: 0, denominator: 0 },
  },
}
