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
