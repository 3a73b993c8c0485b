import { type CellValue, formatValue } from 'hucre'
import { numberText } from './book.ts'

/** Excel stores "the short date of this computer" as one American format; here it is written so that nobody can misread it. */
const SHORT_DATE = /^(mm?[-/]dd?[-/]yy(yy)?)$/i
const pad = (n: number): string => String(n).padStart(2, '0')

const dateText = (date: Date): string => {
  if (Number.isNaN(date.getTime())) return ''
  const day = `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`
  const [h, m, s] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()]
  return h || m || s ? `${day} ${pad(h)}:${pad(m)}${s ? `:${pad(s)}` : ''}` : day
}

/** The words of a cell in its own format. A format that is broken shows the plain value, not an error. */
export const cellText = (value: CellValue, format: string | undefined): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  const isGeneral = !format || /^(general|@)$/i.test(format.trim())
  if (value instanceof Date && (isGeneral || SHORT_DATE.test(format.trim()))) return dateText(value)
  if (isGeneral) return numberText(value as number)
  try {
    return formatValue(value, format)
  } catch {
    return value instanceof Date ? dateText(value) : numberText(value)
  }
}

const COLORS: Record<string, string> = {
  red: '#d00000',
  blue: '#0000d0',
  green: '#007a00',
  magenta: '#b000b0',
  cyan: '#007a7a',
  yellow: '#8a6d00',
}

/** “[Red]” in a format is how a sheet says that a number is below zero; some formats leave the minus out and say it by colour alone. */
export const colorOfFormat = (value: CellValue, format: string | undefined): { color?: string } => {
  if (typeof value !== 'number' || !format?.includes('[')) return {}
  const parts = format.split(';')
  const part = value < 0 && parts.length > 1 ? parts[1] : value === 0 && parts.length > 2 ? parts[2] : parts[0]
  const color = COLORS[/\[(\w+)\]/.exec(part ?? '')?.[1]?.toLowerCase() ?? '']
  return color ? { color } : {}
}
