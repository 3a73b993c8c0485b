/** A sheet takes what begins like this for a formula and would run it. A negative number is none: it comes back as it was. */
const FORMULA = /^[=+\-@＝＋－＠\t\r]/
const cell = (value: string | number | null): string => {
  if (value === null) return ''
  const text = String(value)
  const safe = typeof value === 'string' && FORMULA.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
/** A line of a file that people open as a sheet. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(',')}\r\n`
/** At its beginning: without it a sheet would guess the encoding. */
export const CSV_MARK = '\uFEFF'
