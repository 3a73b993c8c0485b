/** The same in both languages: digits in threes. */
export const count = (value: number): string => value.toLocaleString('en')

/** Few of many are not none, and not all of them are not all. */
export function percentText(share: number): string {
  if (share === 0 || share === 1) return `${share * 100} %`
  const digits = share < 0.1 || share > 0.99 ? 2 : 1
  const rounded = (share * 100).toFixed(digits)
  return Number(rounded) === 0 ? '< 0.01 %' : Number(rounded) === 100 ? '> 99.99 %' : `${rounded} %`
}

/** A whole number is shown whole: a rounded identifier is another identifier. */
export const shortNumber = (value: number): string => String(Number.isSafeInteger(value) ? value : Number(value.toPrecision(5)))

export const scoreText = (value: number | null): string => (value === null ? '–' : value.toFixed(1))
