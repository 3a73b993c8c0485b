type Filters = Readonly<Record<string, string | number>>
const listAt = (list: string, filters: Filters): string =>
  `/admin/${list}?${Object.entries(filters)
    .map(([field, val]) => `filter=${field}:IN:${val}`)
    .join('&')}`

/** Of a study or of a file, in words of the list of findings. */
export const findingsOf = (run: { study: number | null; datafile: number | null }, filters: Filters): string =>
  listAt('finding', { ...(run.datafile === null ? { study: run.study ?? 0 } : { datafile: run.datafile }), ...filters })

/** What the rules said in a run. */
export const resultsOf = (run: number, filters: Filters): string => listAt('qc/result', { run, ...filters })

/** Each sign of a verdict is the results that it counts. */
export const SIGN_DOORS = {
  failed: { status: 'failed' },
  warned: { status: 'warned' },
  passed: { status: 'passed' },
  notApplicable: { status: 'not_applicable,skipped' },
  errors: { status: 'error' },
} as const satisfies Readonly<Record<string, Filters>>

const OPEN = 'new,reopened,fixing,queried'
/** What a run wrote down of findings: nothing that happened to them later takes a row from these lists. */
const CHANGES = {
  appeared: 'filter=from:NULL&filter=to:IN:new',
  reopened: 'filter=from:IN:accepted,false_positive,resolved&filter=to:IN:reopened',
  resolved: 'filter=to:IN:resolved',
  // A run leads an open one to no other open state: only its value is another.
  changed: `filter=from:IN:${OPEN}&filter=to:IN:${OPEN}`,
} as const
export type Change = keyof typeof CHANGES
export const CHANGE_NAMES = ['appeared', 'reopened', 'resolved', 'changed'] as const satisfies readonly Change[]
export const changesOf = (run: number, change: Change): string =>
  `/admin/finding/event?filter=run:IN:${run}&filter=cause:IN:data,rule,until&${CHANGES[change]}`
