// What several areas of quality control say. The engine has the same words (`#qc`), and a test compares them.
import type { Language, Words } from './language.ts'

export const DIMENSIONS = [
  'completeness',
  'structure',
  'validity',
  'uniqueness',
  'consistency',
  'integrity',
  'temporal',
  'timeliness',
  'file',
  'statistics',
  'process',
] as const
export const SEVERITIES = ['blocking', 'major', 'minor', 'info'] as const

export const dimensionWords = {
  'zh-cn': {
    completeness: '完整性',
    structure: '结构规范性',
    validity: '取值规范性',
    uniqueness: '唯一性',
    consistency: '一致性',
    integrity: '跨表一致性',
    temporal: '时间合理性',
    timeliness: '及时性',
    file: '文件完整性',
    statistics: '统计合理性',
    process: '过程质量',
  },
  en: {
    completeness: 'Completeness',
    structure: 'Structure',
    validity: 'Validity',
    uniqueness: 'Uniqueness',
    consistency: 'Consistency',
    integrity: 'Cross-table integrity',
    temporal: 'Temporal plausibility',
    timeliness: 'Timeliness',
    file: 'File integrity',
    statistics: 'Statistics',
    process: 'Process',
  },
} as const satisfies Record<Language, Record<(typeof DIMENSIONS)[number], string>>

export const severityWords = {
  'zh-cn': { blocking: '阻断', major: '严重', minor: '一般', info: '提示' },
  en: { blocking: 'Blocking', major: 'Major', minor: 'Minor', info: 'Info' },
} as const satisfies Record<Language, Record<(typeof SEVERITIES)[number], string>>

/** What a trial says is wrong with the rule, by setting; in an expression with the character, counted from 1. */
export type TrialFault = { path: string; words: Words; at?: number }
/** What a trial came to on a table. */
export type TriedTable = {
  table: string | null
  status: string
  /** Why it could not be judged. */
  reason: string | null
  /** The reason in words, where nothing was judged. */
  why: Words | null
  /** Whether it measured what it keeps a history of: it judges once there is one. */
  isMeasured: boolean
  /** Rows read, and how many there are. */
  rows: number
  of: number
  denominator: number
  violated: number
  value: number | null
  columns: readonly { name: string; isHidden: boolean }[]
}
export type TriedRow = {
  table: string | null
  verdict: 'failed' | 'passed'
  /** What people call it: the record's name, or the number of the row in its file. */
  name: string
  record: number | null
  form: number | null
  field: string | null
  value: string | null
  cells: readonly (string | null)[]
}
