import { ExpressionError } from './error.ts'

export type Token = { kind: 'number' | 'text' | 'name' | 'column' | 'word' | 'sign' | 'end'; value: string; at: number }

export const WORDS = new Set(['and', 'or', 'not', 'in', 'between', 'is', 'null', 'like', 'matches', 'true', 'false'])

/** Signs a Chinese keyboard produces, read as what was meant. */
const WIDE: Record<string, string> = {
  '（': '(',
  '）': ')',
  '，': ',',
  '＝': '=',
  '＞': '>',
  '＜': '<',
  '＋': '+',
  '－': '-',
  '＊': '*',
  '／': '/',
  '！': '!',
  '≥': '>=',
  '≤': '<=',
  '≠': '!=',
  '【': '[',
  '】': ']',
}
const SIGNS = ['==', '!=', '<>', '<=', '>=', '=', '<', '>', '+', '-', '*', '/', '%', '^', '(', ')', ',']
/** What other languages write. */
const WRITTEN: Record<string, string> = { '&&': 'and', '||': 'or' }
const QUOTES: Record<string, string> = { "'": "'", '"': '"', '“': '”', '‘': '’', '[': ']', '【': '】' }

export function tokens(source: string): Token[] {
  const characters = [...source]
  const found: Token[] = []
  let index = 0
  while (index < characters.length) {
    const character = characters[index]!
    const at = index + 1
    const close = QUOTES[character]
    if (/[\s\u3000]/u.test(character)) index += 1
    else if (close !== undefined) {
      const [value, next] = quoted(characters, index, close)
      found.push({ kind: close === ']' || close === '】' ? 'column' : 'text', value, at })
      index = next
    } else if (/[0-9]/.test(character) || (character === '.' && /[0-9]/.test(characters[index + 1] ?? ''))) {
      const [value] = /^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/.exec(characters.slice(index, index + 400).join('')) ?? ['']
      const after = characters[index + value.length] ?? ''
      if (/[\p{L}_]/u.test(after))
        throw new ExpressionError(
          at,
          `数值“${value}”后不能直接跟“${after}”；以数字开头的列名请写成 [列名]`,
          `"${after}" cannot follow the number ${value}; write a column whose name begins with a digit as [name]`,
        )
      found.push({ kind: 'number', value, at })
      index += value.length
    } else if (/[\p{L}_]/u.test(character)) {
      let end = index
      while (end < characters.length && /[\p{L}\p{N}\p{M}_.]/u.test(characters[end]!)) end += 1
      const value = characters.slice(index, end).join('')
      const word = value.toLowerCase()
      found.push(WORDS.has(word) ? { kind: 'word', value: word, at } : { kind: 'name', value, at })
      index = end
    } else {
      const pair = [character, characters[index + 1] ?? ''].map((item) => WIDE[item] ?? item).join('')
      const sign = SIGNS.find((item) => pair.startsWith(item))
      if (!sign) {
        const meant = WRITTEN[pair]
        throw new ExpressionError(
          at,
          `无法识别的字符“${character}”${meant ? `，请写 ${meant}` : ''}`,
          `unexpected character "${character}"${meant ? `; write ${meant}` : ''}`,
        )
      }
      found.push({ kind: 'sign', value: sign, at })
      index += WIDE[character]?.length === 2 ? 1 : sign.length
    }
  }
  found.push({ kind: 'end', value: '', at: characters.length + 1 })
  return found
}

/** A quote is written inside a quoted text by doubling it. */
function quoted(characters: readonly string[], start: number, close: string): [string, number] {
  let value = ''
  for (let index = start + 1; index < characters.length; index++) {
    if (characters[index] !== close) value += characters[index]
    else if (characters[index + 1] === close) {
      value += close
      index += 1
    } else return [value, index + 1]
  }
  throw new ExpressionError(
    start + 1,
    `此处的 ${characters[start]} 没有对应的 ${close}`,
    `the ${characters[start]} here is never closed with ${close}`,
  )
}
