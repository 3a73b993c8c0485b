import type { Offered } from './plan.ts'

const ROWS = 4
const dayOf = (i: number, at: number): string => new Date(Date.UTC(2024, 0, 10 + 31 * i + 7 * at)).toISOString().slice(0, 10)

/** A value that somebody could have entered, and nobody did. */
const valueOf = ({ type, code, sensitivity, items }: Offered, i: number, at: number): string => {
  switch (type) {
    case 'integer':
      return String(41 + 17 * i + at)
    case 'number':
      return (52.5 + 8.3 * i + at).toFixed(1)
    case 'date':
      return dayOf(i, at)
    case 'dateTime':
      return `${dayOf(i, at)} 08:${10 + i}:00`
    case 'time':
      return `08:${10 + i}`
    case 'choice':
    case 'yesNo':
    case 'choices':
      return items[i % Math.max(1, items.length)]?.code ?? '1'
    case 'text':
    case 'longText':
      return sensitivity === 3 ? ['甲某', '乙某', '丙某', '丁某'][i % ROWS]! : `${code} ${i + 1}`
  }
}

export type MadeUp = { columns: readonly string[]; rows: readonly (readonly string[])[] }
/** Rows to show what a plan does: two persons with two visits each, and nothing of anybody's. */
export const madeUpRows = (offered: readonly Offered[]): MadeUp => ({
  columns: ['subject.id', 'subject', 'visit', 'instance', 'department', ...offered.map(({ code }) => code)],
  rows: Array.from({ length: ROWS }, (_, i) => {
    const person = Math.floor(i / 2) + 1
    return [String(person), `S-00${person}`, `V${(i % 2) + 1}`, '1', `DEPT-${person}`, ...offered.map((one, at) => valueOf(one, i, at))]
  }),
})
