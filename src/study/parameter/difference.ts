/** One setting that two bodies do not share. A missing one is undefined. */
export type Difference = { path: string; before?: unknown; after?: unknown }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What differs between two versions, setting by setting, in the order of their names. Lists are compared as a whole. */
export const differenceOf = (before: unknown, after: unknown, at = ''): Difference[] => {
  if (isRecord(before) && isRecord(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
    return names.flatMap((name) => differenceOf(before[name], after[name], at ? `${at}.${name}` : name))
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  return [{ path: at, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }]
}
