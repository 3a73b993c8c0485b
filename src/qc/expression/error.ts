import { text, type Text } from '../text.ts'

/** A mistake in an expression, with the position (1-based, in characters) where it shows. */
export class ExpressionError extends Error {
  readonly at: number
  readonly text: Text
  /** What the tables lack, where the expression itself is fine. */
  readonly absent: 'column_missing' | 'table_missing' | undefined
  constructor(at: number, zh: string, en: string, absent?: 'column_missing' | 'table_missing') {
    super(`at ${at}: ${en}`)
    this.name = 'ExpressionError'
    this.at = at
    this.absent = absent
    this.text = text(`第 ${at} 个字符处：${zh}`, `at ${at}: ${en}`)
  }
}
