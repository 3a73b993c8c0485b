import { halfWidth } from '#kernel'

/** A number, a day or a time as it was meant: Chinese keyboards type `１３０` and `36。5`. */
export const plainly = (typed: string): string => halfWidth(typed).trim().replace('。', '.')

/** What was typed, as a number when it is one. Anything else stays text: it must be refused in words, not dropped. */
export const numberOf = (typed: string): number | string | null => {
  const text = plainly(typed).replace(/,(?=\d{3}(\D|$))/g, '')
  if (text === '') return null
  return /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(text) && Number.isFinite(Number(text)) ? Number(text) : typed
}

/** One step up or down without the rounding dust of 0.1 + 0.2. */
export const stepped = (value: number, by: number): number => {
  const digits = Math.max(0, ...[value, by].map((n) => (String(n).split('.')[1] ?? '').length))
  return Number((value + by).toFixed(Math.min(digits, 12)))
}
