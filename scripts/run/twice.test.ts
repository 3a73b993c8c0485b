import { expect, test } from 'vitest'
import type { Run } from './twice.mjs'
import { twice } from './twice.mjs'

type Verdict = 'passed' | 'failed' | 'skipped'
type Files = Record<string, Record<string, Verdict> | 'broken'>

/** A run of vitest as its report tells it. */
const run = (files: Files, beside: string[] = []): Run => {
  const testResults = Object.entries(files).map(([name, tests]) => {
    const verdicts = Object.entries(tests === 'broken' ? { stands: 'passed' as const } : tests)
    const assertionResults = verdicts.map(([fullName, status]) => ({ fullName, status, failureMessages: [`no ${fullName}`] }))
    const isFailed = tests === 'broken' || assertionResults.some(({ status }) => status === 'failed')
    return { name, status: isFailed ? ('failed' as const) : ('passed' as const), message: 'left behind', assertionResults }
  })
  return { code: beside.length > 0 || testResults.some(({ status }) => status === 'failed') ? 1 : 0, report: { testResults }, beside }
}

const outcome = async (runs: Run[], isTriedAgain = true) => {
  const asked: (string[] | undefined)[] = []
  const result = await twice(
    async (files) => {
      asked.push(files)
      return runs.shift() ?? run({})
    },
    () => isTriedAgain,
  )
  return { ...result, asked }
}

const fine = { a: { one: 'passed', two: 'passed' } } satisfies Files

test('what passes is not tried again', async () => {
  expect(await outcome([run(fine)])).toMatchObject({ passed: 2, failed: 0, again: 0, names: [], asked: [undefined] })
})

test('only the files that failed are tried once more; what passes then has passed, and is named', async () => {
  const runs = [run({ ...fine, b: { three: 'failed', four: 'passed' } }), run({ b: { three: 'passed', four: 'passed' } })]
  const names = ['three (tried again)', '    no three']
  expect(await outcome(runs)).toMatchObject({ passed: 4, failed: 0, again: 1, names, asked: [undefined, ['b']] })
})

test('what fails twice has failed, also a test that had passed before', async () => {
  const runs = [
    run({ ...fine, b: { three: 'failed', four: 'failed', five: 'passed' } }),
    run({ b: { three: 'failed', four: 'passed', five: 'failed' } }),
  ]
  const names = ['three', '    no three', 'five', '    no five', 'four (tried again)', '    no four']
  expect(await outcome(runs)).toMatchObject({ passed: 3, failed: 2, again: 1, names })
})

test('a test that failed and is not heard of again has failed', async () => {
  const failed = { b: { three: 'failed' } } satisfies Files
  for (const second of [run({}), run({ b: {} }), run({ b: { three: 'skipped' } })]) {
    expect(await outcome([run(failed), second])).toMatchObject({ passed: 0, failed: 1, again: 0, names: ['three', '    no three'] })
  }
})

test('a file that breaks without a failed test is tried again, too', async () => {
  const mended = await outcome([run({ ...fine, b: 'broken' }), run({ b: { stands: 'passed' } })])
  expect(mended).toMatchObject({ passed: 3, failed: 0, again: 1, names: [expect.stringContaining('b (tried again)'), '    left behind'] })
  expect(await outcome([run({ b: 'broken' }), run({ b: 'broken' })])).toMatchObject({ failed: 1, again: 0 })
  expect(await outcome([run({ b: 'broken' }), run({ b: { stands: 'failed' } })])).toMatchObject({ failed: 1, again: 0 })
})

test('what went wrong beside the tests stays a failure', async () => {
  expect(await outcome([run(fine, ['a promise nobody waited for'])])).toMatchObject({
    failed: 1,
    names: ['beside the tests', '    a promise nobody waited for'],
  })
  const runs = [run({ b: { three: 'failed' } }, ['a promise nobody waited for']), run({ b: { three: 'passed' } })]
  expect(await outcome(runs)).toMatchObject({ passed: 1, failed: 1, again: 1 })
  // Ended without a word.
  expect(await outcome([{ code: 1, report: {}, beside: [] }])).toMatchObject({ passed: 0, failed: 1 })
})

test('where somebody can look again, once is enough', async () => {
  expect(await outcome([run({ b: { three: 'failed' } })], false)).toMatchObject({ failed: 1, again: 0, asked: [undefined] })
})
