import { durationText, instantText } from './statistics-file.ts'

const DAY = 86_400
const EPOCH = Date.UTC(1960, 0, 1) / 1000
const DATE_FORMAT = /^(?:DATE|YYMMDD|MMDDYY|DDMMYY|E8601DA|B8601DA|IS8601DA|WEEKDATE|WORDDATE|JULIAN|MONYY|YYMON)/
const DATETIME_FORMAT = /^(?:DATETIME|E8601DT|B8601DT|IS8601DT|DATEAMPM)/
const TIME_FORMAT = /^(?:TIME|HHMM|E8601TM|B8601TM|IS8601TM|TOD)/

/** A number of SAS as its format shows it: a date, an instant, a time; else as it is. */
export function sasNumber(value: number, format: string): string {
  const shown = DATETIME_FORMAT.test(format)
    ? instantText(EPOCH + value, true)
    : DATE_FORMAT.test(format)
      ? instantText(EPOCH + Math.floor(value) * DAY, false)
      : TIME_FORMAT.test(format)
        ? durationText(value)
        : undefined
  return shown ?? String(value)
}
