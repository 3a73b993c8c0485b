import { ExchangeError } from '../error.ts'

const NAMED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
])
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['&', '&amp;'],
  ['"', '&quot;'],
  // Written as they are, a reader would make blanks of them.
  ['\n', '&#10;'],
  ['\r', '&#13;'],
  ['\t', '&#9;'],
])

const isAllowed = (code: number): boolean =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff)

const numbered = (name: string): string | undefined => {
  const code = /^#x[0-9a-fA-F]{1,6}$/.test(name)
    ? Number.parseInt(name.slice(2), 16)
    : /^#[0-9]{1,7}$/.test(name)
      ? Number(name.slice(1))
      : -1
  return isAllowed(code) ? String.fromCodePoint(code) : undefined
}

/** References become what they mean. Any but those that XML has by itself is refused: what it stands for would be in a document type. */
export const unescaped = (text: string, line: number): string => {
  if (!text.includes('&')) return text
  const parts = text.split('&')
  const [head = '', ...others] = parts
  return others.reduce((made, part) => {
    const end = part.indexOf(';')
    const name = end < 0 ? part.slice(0, 20) : part.slice(0, Math.min(end, 40))
    const sign = end < 0 ? undefined : (NAMED.get(name) ?? numbered(name))
    if (sign === undefined) throw new ExchangeError(`不接受实体“&${name}”`, `The entity “&${name}” is not accepted`, line)
    return `${made}${sign}${part.slice(end + 1)}`
  }, head)
}

/** For an attribute or a text. A character that XML cannot hold cannot be written, and is refused rather than dropped. */
export const escaped = (text: string): string => {
  let made = ''
  for (const sign of text) {
    if (!isAllowed(sign.codePointAt(0) ?? 0))
      throw new ExchangeError(
        `XML 不能包含控制字符（U+${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}）`,
        `XML cannot hold the control character U+${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
      )
    made += SIGNS.get(sign) ?? sign
  }
  return made
}
