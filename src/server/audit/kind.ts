/** What an entry tells that is no change of a record: what was tried, who came and went, who read. */
export const NO_CHANGE = [
  'refused',
  'login',
  'loginFailed',
  'codeFailed',
  'recoveryUsed',
  'logout',
  'reveal',
  'identify',
  'readFile',
  'reuse',
] as const
/** For `action NOT IN (…)`: a history of changes and the count of them leave these out. */
export const NO_CHANGE_SQL = NO_CHANGE.map((action) => `'${action}'`).join(', ')
/** What is told of a record, and its history shows, but leaves it as it is: nobody meets a change that was one of these. */
export const BESIDE = ['try'] as const
export const NO_WRITE_SQL = [...NO_CHANGE, ...BESIDE].map((action) => `'${action}'`).join(', ')
