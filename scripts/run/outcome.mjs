/** A stage that found nothing to run proved nothing, and must not look like one that passed. */
export const judged = ({ passed, failed, skipped = 0, again = 0, names = [], notes = [] }) =>
  passed + failed + skipped === 0
    ? { passed, failed: 1, skipped, again, names: [...names, 'nothing was run'], notes }
    : { passed, failed, skipped, again, names, notes }

/** What the end of a run says of one stage; a test that passed only when it was tried again is no quiet success. */
export const lineOf = (name, { passed, failed, skipped, again }) =>
  skipped
    ? `${name}: skipped, could not be run here`
    : `${name}: ${passed} passed, ${failed} failed${again ? `, ${again} of them only when tried again` : ''}`

/** A run that failed before or beside its tests must not look like a success. */
export const count = (code, passed, failed, names) => ({ passed, failed: failed === 0 && code !== 0 ? 1 : failed, names })

const COLOUR = /\u001b\[[0-9;]*m/g
/** A failure by its name and the beginning of what was said of it: on a machine of others the end of the log is all that one sees. */
export const told = (name, messages = []) => [
  name,
  ...messages
    .join('\n')
    .replace(COLOUR, '')
    .split('\n')
    .filter((line) => line.trim() && !line.includes('node_modules'))
    .slice(0, 12)
    .map((line) => `    ${line.slice(0, 300)}`),
]
export const againName = (name) => `${name} (tried again)`

/** What failed in the browser, and what only passed when it was tried again. */
export const namesIn = (suite) => [
  ...(suite.specs ?? []).flatMap(({ title, file, tests }) => {
    const { status, results = [] } = tests[0] ?? {}
    if (status !== 'unexpected' && status !== 'flaky') return []
    const failed = results.find((one) => one.status === 'failed' || one.status === 'timedOut')
    const messages = (failed?.errors ?? []).map(({ message = '' }) => message)
    return told(status === 'flaky' ? againName(`${file}: ${title}`) : `${file}: ${title}`, messages)
  }),
  ...(suite.suites ?? []).flatMap(namesIn),
]

/** Tests that look into one process, by their reason. */
export const unjudged = (files) => {
  const seen = files.flatMap((file) => file.assertionResults.filter((one) => one.meta?.onlyInOneProcess))
  const reasons = [...new Set(seen.map((one) => one.meta.onlyInOneProcess))]
  const namesOf = (reason) => seen.filter((one) => one.meta.onlyInOneProcess === reason).map((one) => `  ${one.fullName}`)
  return reasons.flatMap((reason) => [`not judged: ${reason}`, ...namesOf(reason)])
}
