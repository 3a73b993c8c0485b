import { ExpressionError } from '../expression/error.ts'
import { evaluateExpression } from '../expression/evaluate.ts'
import { equalWithBlanks } from './redcap-equal.ts'

/** REDCap counts parts of a year and a month: by days, of which a year has 365.2425 and a month 30.44. */
const UNITS: Readonly<Record<string, { unit: string; per?: number }>> = {
  y: { unit: 'day', per: 365.2425 },
  M: { unit: 'day', per: 30.44 },
  d: { unit: 'day' },
  h: { unit: 'minute', per: 60 },
  m: { unit: 'minute' },
}

/** Stands between an event and its field while they are one name. */
const OF = '\u0001'

export type Translation = { expression: string } | { reason: string }

/**
 * Branching logic and calculations of REDCap in our language. What has no counterpart (instances, smart variables) is
 * given back with the reason instead of being guessed at: a wrong condition would blame the wrong rows.
 */
export function translateLogic(
  source: string,
  fields: ReadonlySet<string>,
  type: 'boolean' | 'number' = 'boolean',
  read?: (column: string, event?: string) => string,
): Translation {
  const text = source
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/\[([^[\]]*)\] ?\[([^[\]]*)\]/g, `[$1${OF}$2]`)
  const names = [...text.matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1]!.split(OF))
  if (/\] ?\[/.test(text) || names.some(([first = '', second]) => /-event|-instance/.test(first) || /^\d*$/.test(second ?? 'x')))
    return { reason: 'refers to an instance or to a relative event' }
  if (!read && names.some((parts) => parts.length > 1)) return { reason: 'refers to another event' }
  const unknown = names.map((parts) => columnOf(parts.at(-1)!)).find((name) => !fields.has(name))
  if (unknown !== undefined) return { reason: `[${unknown}] is no field of the dictionary` }
  const plain = text
    .replaceAll(/\[([^[\]]*)\]/g, (_all, name: string) => `[${name.split(OF).map(columnOf).join(OF)}]`)
    .replaceAll(
      /(\[[^[\]]+\]) ?(=|<>|!=) ?(?:""|'')/g,
      (_all, column: string, sign: string) => `${column} is ${sign === '=' ? '' : 'not '}null`,
    )
  const listed = equalWithBlanks(plain)
    .replaceAll(/<>|([<>]=?) ?(?:"(-?\d+(?:\.\d+)?)"|'(-?\d+(?:\.\d+)?)')/g, (all, sign?: string, one?: string, other?: string) =>
      sign ? `${sign} ${one ?? other}` : all,
    )
    .replaceAll(
      /datediff ?\(([^,()]+),([^,()]+), ?["']([yMdhm])["']((?: ?,[^()]*)?)\)/g,
      (_all, from: string, to: string, unit: string, rest: string) => difference(today(from), today(to), unit, /,\s*true\s*$/i.test(rest)),
    )
    .replaceAll(/\b(sum|mean|min|max)\s*\(([^()]*)\)/gi, (_all, name: string, list: string) =>
      withoutBlanks(name.toLowerCase(), partsOf(list)),
    )
  const expression = rounded(listed).replaceAll(
    /\[([^[\]]*)\]/g,
    (all, name: string) => read?.(...(name.split(OF).toReversed() as [string, string?])) ?? all,
  )
  try {
    // Judged against the dictionary's own fields: a function we do not have is a reason here, not an error in every run.
    const row = Object.fromEntries([...fields, 'redcap_event_name', 'redcap_repeat_instrument'].map((name) => [name, null]))
    evaluateExpression(expression, { row, others: { this: [row] }, now: '2000-01-01T00:00:00' }, type)
    return { expression }
  } catch (error) {
    if (error instanceof ExpressionError) return { reason: error.message }
    throw error
  }
}

/** Down and up to whole numbers, from the last one on: what stands inside another is done before it. */
const rounded = (text: string): string =>
  [...text.matchAll(/\bround(down|up) ?\(/gi)].reduceRight((now, { 0: head, 1: way, index }) => {
    const open = index + head.length
    const close = closeOf(now, open)
    if (close === undefined) return now
    const inside = now.slice(open, close).replace(/, ?0 ?$/, '')
    return `${now.slice(0, index)}${way?.toLowerCase() === 'up' ? 'ceil' : 'floor'}(${inside}${now.slice(close)}`
  }, text)

/** Where the bracket ends that was opened before this place. */
function closeOf(text: string, from: number): number | undefined {
  let depth = 1
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return undefined
}

const partsOf = (list: string): string[] => list.split(',').map((part) => part.trim())

/** Functions of a list pass over blanks; of nothing but blanks they make a blank. */
function withoutBlanks(name: string, parts: readonly string[]): string {
  const none = parts.map((part) => `${part} is null`).join(' and ')
  if (name === 'min' || name === 'max') {
    const filled = parts.map((part) => `coalesce(${[part, ...parts.filter((other) => other !== part)].join(', ')})`)
    return filled.length === 1 ? parts[0]! : `${name === 'min' ? 'least' : 'greatest'}(${filled.join(', ')})`
  }
  const sum = parts.map((part) => `coalesce(${part}, 0)`).join(' + ')
  const count = parts.map((part) => `if(${part} is null, 0, 1)`).join(' + ')
  return `if(${none}, null, ${name === 'sum' ? `(${sum})` : `(${sum}) / (${count})`})`
}

/** A ticked box of a list of boxes is a column of its own: [sym(2)] is sym___2 in the export. */
const columnOf = (name: string): string => {
  const box = /^(\w+)\(([-\w]+)\)$/.exec(name.trim())
  return box ? `${box[1]}___${(box[2] as string).toLowerCase()}` : name.trim()
}

function difference(from: string, to: string, letter: string, signed: boolean): string {
  const { unit, per } = UNITS[letter]!
  const whole = `datediff(${from}, ${to}, '${unit}')`
  const size = signed ? whole : `abs(${whole})`
  return per === undefined ? size : `(${size} / ${per})`
}

const today = (text: string): string => (/^\s*["']?(?:today|now)["']?\s*$/i.test(text) ? 'today()' : text.trim())
