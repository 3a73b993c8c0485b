import { ExpressionError } from '../expression/error.ts'
import { parse } from '../expression/parse.ts'

const UNITS: Readonly<Record<string, string>> = { y: 'year', M: 'month', d: 'day', h: 'hour', m: 'minute' }

export type Translation = { expression: string } | { reason: string }

/**
 * Branching logic and calculations of REDCap in our language. What has no counterpart (other events, smart variables, powers) is
 * given back with the reason instead of being guessed at: a wrong condition would blame the wrong rows.
 */
export function translateLogic(source: string, fields: ReadonlySet<string>): Translation {
  const text = source.replaceAll(/\s+/g, ' ').trim()
  if (/\]\s*\[/.test(text)) return { reason: 'refers to another event or instance' }
  if (text.includes('^')) return { reason: 'uses a power' }
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
      /datediff\s*\(\s*([^,()]+|\[[^\]]+\])\s*,\s*([^,()]+)\s*,\s*["']([yMdhm])["'](?:\s*,[^()]*)?\)/gi,
      (_all, from: string, to: string, unit: string) => `abs(datediff(${today(from)}, ${today(to)}, '${UNITS[unit]}'))`,
    )
    .replaceAll(/\bsum\s*\(([^()]*)\)/gi, (_all, list: string) => `(${list.split(',').join(' + ')})`)
    .replaceAll(/\bmean\s*\(([^()]*)\)/gi, (_all, list: string) => `((${list.split(',').join(' + ')}) / ${list.split(',').length})`)
    .replaceAll(/\bmin\s*\(/gi, 'least(')
    .replaceAll(/\bmax\s*\(/gi, 'greatest(')
  try {
    parse(expression)
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

const today = (text: string): string => (/^\s*["']?(?:today|now)["']?\s*$/i.test(text) ? 'today()' : text.trim())
