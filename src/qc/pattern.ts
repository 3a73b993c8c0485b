import { createContext, runInContext, type Context } from 'node:vm'
import { ExpressionError } from './expression/error.ts'

const LONGEST_MS = 1000
let context: Context | undefined

/** Why it is no regular expression; undefined when it is one. */
export function faultOfPattern(pattern: string, flags: string): string | undefined {
  try {
    new RegExp(pattern, flags)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

/**
 * Whether a text holds what the pattern describes. Patterns come from people, and JavaScript tries some of them for hours where the
 * database, whose engine never goes back, is done at once: only a clock can stop that.
 */
export function testPattern(pattern: string, text: string): boolean {
  context ??= createContext({})
  Object.assign(context, { pattern, text })
  try {
    return runInContext("new RegExp(pattern, 'u').test(text)", context, { timeout: LONGEST_MS }) as boolean
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    throw new ExpressionError(1, `正则“${pattern}”在这段文字上太慢`, `the pattern "${pattern}" takes too long on this text`)
  }
}
