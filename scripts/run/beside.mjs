import { writeFileSync } from 'node:fs'

/** What went wrong beside the tests, in no test's name: vitest's own report leaves it out, and where a file is tried again its exit code is that of both. */
export default class Beside {
  onTestRunEnd(_, errors) {
    if (process.env.BESIDE_FILE) writeFileSync(process.env.BESIDE_FILE, JSON.stringify(errors.map((error) => error.stack ?? error.message)))
  }
}
