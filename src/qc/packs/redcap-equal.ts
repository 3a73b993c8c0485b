const TOKEN = /'[^']*'|"[^"]*"|\[[^[\]]*\]|<>|!=|\d+(?:\.\d+)?|[\s\S]/g
const ARITHMETIC = new Set(['-', '+', '*', '/', '^', '%', '.'])
const isValue = (token: string | undefined): boolean => token !== undefined && token.length > 1 && `'"[`.includes(token[0] as string)

/**
 * `[a] = '1'` for a row in which a is blank: a blank is an empty text to REDCap, not equal to '1', and `<> '1'` holds for it. Only whole
 * sides: part of a sum is no side.
 */
export function equalWithBlanks(text: string): string {
  const tokens: string[] = text.match(TOKEN) ?? []
  const filled = tokens.flatMap((token, at) => (token === ' ' ? [] : [at]))
  for (const [index, at] of filled.entries()) {
    const near = (by: number): string | undefined => tokens[filled[index + by] ?? -1]
    const sign = near(1)
    if (!tokens[at]!.startsWith('[') || !isValue(tokens[at]) || (sign !== '=' && sign !== '<>' && sign !== '!=')) continue
    const minus = near(2) === '-' ? 1 : 0
    const right = near(2 + minus)
    const isSide = minus === 0 ? isValue(right) || /^\d/.test(right ?? '') : /^\d/.test(right ?? '')
    if (!isSide || ARITHMETIC.has(near(-1) ?? '') || ARITHMETIC.has(near(3 + minus) ?? '')) continue
    const end = filled[index + 2 + minus] as number
    const difference = `${tokens[at]} differs from ${minus ? '-' : ''}${right}`
    tokens.fill('', at, end + 1)
    tokens[at] = sign === '=' ? `not (${difference})` : difference
  }
  return tokens.join('')
}
