import type { Status } from '../result.ts'
import { text, type Text } from '../text.ts'

export const STATUS_WORDS: Record<Status, Text> = {
  error: text('错误', 'error'),
  not_applicable: text('不适用', 'n/a'),
  skipped: text('跳过', 'skipped'),
  failed: text('未通过', 'FAILED'),
  warned: text('警告', 'warned'),
  passed: text('通过', 'passed'),
}
