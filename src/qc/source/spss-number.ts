import { durationText, instantText } from './statistics-file.ts'

const EPOCH = Date.UTC(1582, 9, 14) / 1000
const DATES = new Set([20, 23, 24, 28, 29, 30, 38, 39])
const INSTANTS = new Set([22, 41])
const DURATIONS = new Set([21, 25, 40])

/** A number of SPSS as its format shows it: dates are seconds since 1582. `kind` is the number of the format. */
export function spssText(value: number, kind: number): string {
  const shown = DATES.has(kind)
    ? instantText(value + EPOCH, false)
    : INSTANTS.has(kind)
      ? instantText(value + EPOCH, true)
      : DURATIONS.has(kind)
        ? durationText(value)
        : undefined
  return shown ?? String(value)
}
