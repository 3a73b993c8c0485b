import { ExpressionError } from '../expression/error.ts'
import { evaluateExpression } from '../expression/evaluate.ts'

/** REDCap counts parts of a year and a month: by days, of which a year has 365.2425 and a month 30.44. */
const UNITS: Readonly<Record<string, { unit: string; per?: number }>> = {
  y: { unit: 'day', per: 365.2425 },
  M: { unit: 'day', per: 30.44 },
  d: { unit: 'day' },
  h: { unit: 'minute', per: 60 },
  m: { unit: 'minute' },
}

export type Translation = { expression: string } | { reason: string }

/**
 * Branching logic and calculations of REDCap in our language. What has no counterpart (other events, smart variables) is
 * given back with the reason instead of being guessed at: a wrong condition would blame the wrong rows.
 */
export function translateLogic(source: string, fields: ReadonlySet<string>, type: 'boolean' | 'number' = 'boolean'): Translation {
  const text = source.replaceAll(/\s+/g, ' ').trim()
  if (/\]\s*\[/.test(text)) return { reason: 'refers to another event or instance' }
  const unknown = [...text.matchAll(/\[([^\]]*)\]/g)].map((match) => columnOf(match[1] as string)).find((name) => !fields.has(name))
  if (unknown !== undefined) return { reason: `[${unknown}] is no field of the dictionary` }
  const expression = text
    .replaceAll(/\[([^\]]*)\]/g, (_all, name: string) => `[${columnOf(name)}]`)
    .replaceAll(
      /(\[[^\]]+\])\s*(=|<>|!=)\s*(?:""|'')/g,
      (_all, column: string, sign: string) => `${column} is ${sign === '=' ? '' : 'not '}null`,
    )
    .replaceAll(/(<=|>=|<(?!>)|(?<!<)>)\s*(["'])(-?\d+(?:\.\d+)?)\2/g, '$1 $3')
    .replaceAll(
      /datediff\s*\(\s*([^,()]+|\[[^\]]+\])\s*,\s*([^,()]+)\s*,\s*["']([yMdhm])["']((?:\s*,[^()]*)?)\)/g,
      (_all, from: string, to: string, unit: string, rest: string) => difference(today(from), today(to), unit, /,\s*true\s*$/i.test(rest)),
    )
    .replaceAll(/\bsum\s*\(([^()]*)\)/gi, (_all, list: string) => `(${list.split(',').join(' + ')})`)
    .replaceAll(/\bmean\s*\(([^()]*)\)/gi, (_all, list: string) => `((${list.split(',').join(' + ')}) / ${list.split(',').length})`)
    .replaceAll(/\brounddown\s*\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*?)(?:,\s*0\s*)?\)/gi, 'floor($1)')
    .replaceAll(/\broundup\s*\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*?)(?:,\s*0\s*)?\)/gi, 'ceil($1)')
    .replaceAll(/\bmin\s*\(/gi, 'least(')
    .replaceAll(/\bmax\s*\(/gi, 'greatest(')
  try {
    // Judged against the dictionary's own fields: a function we do not have is a reason here, not an error in every run.
    evaluateExpression(expression, { row: Object.fromEntries([...fields].map((name) => [name, null])), now: '2000-01-01T00:00:00' }, type)
    return { expression }
  } catch (error) {
    if (error instanceof ExpressionError) return { reason: error.message }
    throw error
  }
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
