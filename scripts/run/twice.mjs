import { relative } from 'node:path'
import { againName, count, told, unjudged } from './outcome.mjs'
import { root } from './place.mjs'

const filesOf = ({ report }) => report.testResults ?? []
const testsOf = (files, status) => files.flatMap((file) => file.assertionResults.filter((one) => one.status === status))
// A file that does not load, whose preparation fails or that leaves something behind has no failed test of its own.
const isBroken = (file) => file.status === 'failed' && testsOf([file], 'failed').length === 0
const countOf = (files) => testsOf(files, 'failed').length + files.filter(isBroken).length
const toldOf = (files, name = (one) => one) => [
  ...testsOf(files, 'failed').flatMap((one) => told(name(one.fullName), one.failureMessages)),
  ...files.filter(isBroken).flatMap((file) => told(name(relative(root, file.name)), [file.message])),
]

/** The file as it stands after its second try: a test that failed and then neither passed nor failed has not passed. */
const settled = (first, second) => {
  if (!second) return first
  const judged = new Set([...testsOf([second], 'passed'), ...testsOf([second], 'failed')].map((one) => one.fullName))
  const unheard = testsOf([first], 'failed').filter(({ fullName }) => !judged.has(fullName))
  const others = second.assertionResults.filter(({ fullName }) => !unheard.some((one) => one.fullName === fullName))
  return { ...second, status: unheard.length > 0 ? 'failed' : second.status, assertionResults: [...others, ...unheard] }
}

/** What of a file that failed did not fail again. */
const mended = (first, now) => {
  if (isBroken(first)) return now.status === 'failed' ? [] : [first]
  const failing = new Set(testsOf([now], 'failed').map((one) => one.fullName))
  const tests = testsOf([first], 'failed').filter(({ fullName }) => !failing.has(fullName))
  return tests.length > 0 ? [{ ...first, assertionResults: tests }] : []
}

/**
 * A stage of vitest. `once` runs it, or only the files that it is given; where nobody can look again, a file that failed is run once more, alone.
 * What went wrong in no test's name is not tried again: nobody can say what would have to be.
 */
export const twice = async (once, isTriedAgain) => {
  const first = await once()
  const failed = filesOf(first).filter((file) => file.status === 'failed')
  const second = failed.length > 0 && isTriedAgain() ? await once(failed.map(({ name }) => name)) : undefined
  const seconds = new Map(second && filesOf(second).map((file) => [file.name, file]))
  const pairs = filesOf(first).map((file) => [file, file.status === 'failed' ? settled(file, seconds.get(file.name)) : file])
  const now = pairs.map(([, file]) => file)
  const again = pairs.flatMap(([file, after]) => (file === after ? [] : mended(file, after)))
  const beside = [...first.beside, ...(second?.beside ?? [])]
  const names = [...toldOf(now), ...beside.flatMap((message) => told('beside the tests', [message])), ...toldOf(again, againName)]
  return {
    ...count((second ?? first).code, testsOf(now, 'passed').length, countOf(now) + beside.length, names),
    again: countOf(again),
    notes: unjudged(now),
  }
}
