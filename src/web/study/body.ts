/** A parameter's body: plain settings, some of them one step deeper (`params.min`, `fail.op`). */
export type Body = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
export const bodyOf = (value: unknown): Body => (isRecord(value) ? value : {})

export const readSetting = (body: Body, [first = '', second]: readonly string[]): unknown => {
  const value = body[first]
  return second === undefined ? value : isRecord(value) ? value[second] : undefined
}

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === ''

/** The body with one setting changed. What is empty is not there. */
export const writeSetting = (body: Body, [first = '', second]: readonly string[], value: unknown): Body => {
  const next = second === undefined ? value : { ...bodyOf(body[first]), [second]: value }
  const kept = isRecord(next) && second !== undefined ? Object.fromEntries(Object.entries(next).filter(([, v]) => !isBlank(v))) : next
  const { [first]: _, ...rest } = body
  return isBlank(kept) || (isRecord(kept) && Object.keys(kept).length === 0) ? rest : { ...rest, [first]: kept }
}

/** How a setting's values are called. */
type Called = { choice(value: string): string; yes: string; no: string }
const AS_IS: Called = { choice: (value) => value, yes: '✓', no: '–' }

/** A setting as people read it: lists with commas, rows of a table one after the other. */
export const inWords = (value: unknown, called: Called = AS_IS): string => {
  if (Array.isArray(value)) return value.map((item) => inWords(item, called)).join(value.some(isRecord) ? '; ' : ', ')
  if (isRecord(value))
    return Object.entries(value)
      .map(([name, part]) => `${name}: ${inWords(part, called)}`)
      .join(' · ')
  if (typeof value === 'boolean') return value ? called.yes : called.no
  return isBlank(value) ? '–' : called.choice(String(value))
}
