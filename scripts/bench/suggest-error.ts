import { day, offsetOf, type Cells, type Column, type Random, type Shape } from './suggest-shape.ts'

export const KINDS = ['typo', 'magnitude', 'format', 'type', 'blank', 'duplicate', 'dependency', 'order'] as const
export type Kind = (typeof KINDS)[number]
/** A planted mistake, with every cell that shows it: of two rows with one key nobody can say which is wrong, nor of a start after an end. */
export type Planted = { kind: Kind; cells: readonly { row: number; column: string }[] }

/** Of the rows, for each kind: a careful delivery, or a careless one. */
const SHARE = { least: 0.005, most: 0.025 }

const roles: Record<Kind, (column: Column) => boolean> = {
  typo: ({ role }) => role === 'category',
  magnitude: ({ role }) => role === 'number',
  format: ({ role }) => role === 'code' || role === 'start' || role === 'end',
  type: ({ role }) => role === 'number',
  blank: ({ required }) => required === true,
  duplicate: ({ role }) => role === 'key',
  dependency: ({ role }) => role === 'dependent',
  order: ({ role }) => role === 'end',
}

export function plant(shape: Shape, random: Random): { rows: Cells[]; planted: Planted[] } {
  const rows: Cells[] = []
  for (let index = 0; index < shape.rows; index++) {
    const row: Cells = {}
    for (const column of shape.columns) row[column.name] = column.make(random, index, row)
    rows.push(row)
  }
  const used = new Set<string>()
  const share = SHARE.least + random.next() * (SHARE.most - SHARE.least)
  const planted: Planted[] = []
  for (const kind of KINDS) {
    const columns = shape.columns.filter(roles[kind])
    for (let count = 0; count < Math.ceil(shape.rows * share); count++) {
      const column = random.pick(columns)
      const at = random.below(rows.length)
      const cells = spoil(kind, shape, column, rows, at, used, random)
      if (cells) planted.push({ kind, cells: cells.map(({ row, column: name }) => ({ row: row + 1, column: name })) })
    }
  }
  return { rows, planted }
}

/** One mistake per row, so that each can be told by itself. */
function spoil(
  kind: Kind,
  shape: Shape,
  column: Column,
  rows: Cells[],
  at: number,
  used: Set<string>,
  random: Random,
): { row: number; column: string }[] | undefined {
  const row = rows[at]!
  const { name } = column
  if (used.has(String(at))) return undefined
  const before = row[name]!
  const set = (value: string): boolean => {
    if (value === before || used.has(String(at))) return false
    row[name] = value
    used.add(String(at))
    return true
  }
  const here = [{ row: at, column: name }]
  if (kind === 'typo') {
    const known = new Set(rows.map((item) => item[name]))
    const value = mistyped(before, random)
    return !known.has(value) && set(value) ? here : undefined
  }
  if (kind === 'magnitude') {
    const number = Number(before)
    if (number === 0 || before === '-9' || before === '999') return undefined
    const value = random.pick([number * 10, number * 100, -number, number / 10])
    return set(String(Number(value.toPrecision(6)))) ? here : undefined
  }
  if (kind === 'format')
    return set(
      column.role === 'code'
        ? random.pick([
            before.toLowerCase(),
            before.slice(0, -1),
            `${before.slice(0, 2)} ${before.slice(2)}`,
            before.replaceAll(/[-./]/g, ''),
          ])
        : otherDate(before, random),
    )
      ? here
      : undefined
  if (kind === 'type')
    return set(
      random.pick([
        `约${before}`,
        `${before}?`,
        `<${before}`,
        `${before}mg`,
        '见备注',
        before.replace(/\d/, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
      ]),
    )
      ? here
      : undefined
  if (kind === 'blank') return set('') ? here : undefined
  if (kind === 'dependency') {
    const others = [...new Set(rows.map((item) => item[name]!))].filter((value) => value !== before && value !== '')
    return others.length > 0 && set(random.pick(others)) ? here : undefined
  }
  if (kind === 'order') {
    const start = shape.columns.find(({ role }) => role === 'start')!.name
    return set(day(offsetOf(row[start]!) - 1 - random.below(60))) ? [...here, { row: at, column: start }] : undefined
  }
  const keys = shape.columns.filter((item) => item.role === 'key' || item.name === 'visit').map((item) => item.name)
  const from = random.below(rows.length)
  if (from === at || used.has(String(from))) return undefined
  for (const item of keys) row[item] = rows[from]![item]!
  used.add(String(at)).add(String(from))
  return [at, from].flatMap((index) => keys.map((item) => ({ row: index, column: item })))
}

function mistyped(text: string, random: Random): string {
  const signs = [...text]
  const at = random.below(signs.length)
  const way = random.below(4)
  if (way === 0 && signs.length > 1) signs.splice(at, 1)
  else if (way === 1) signs.splice(at, 0, signs[at]!)
  else if (way === 2 && at + 1 < signs.length) [signs[at], signs[at + 1]] = [signs[at + 1]!, signs[at]!]
  else signs[at] = random.pick([...'xzq错'])
  return signs.join('')
}

function otherDate(iso: string, random: Random): string {
  const [year, month, date] = iso.split('-') as [string, string, string]
  return random.pick([
    `${date}/${month}/${year}`,
    `${year}.${month}.${date}`,
    `${year}${month}${date}`,
    `${year}年${Number(month)}月${Number(date)}日`,
    `${year}/${month}/${date}`,
  ])
}
