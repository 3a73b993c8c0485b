import { isDeepStrictEqual } from 'node:util'
import type { QcDatabase } from '../../src/qc/table.ts'
import { ask, type Answer } from '../../src/qc/testing/ask.ts'
import type { Question } from '../../src/qc/testing/every-case.ts'

/** Floating sums are added in another order: equal to nine digits. */
export const rounded = (value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(9)) : value

/** Violations come in no order from many nodes. */
const plain = ({ results, violations, unread }: Answer): Record<string, unknown> => ({
  results: JSON.parse(JSON.stringify(results, (_, value: unknown) => rounded(value))),
  violations: violations.map((violation) => JSON.stringify(violation)).toSorted(),
  unread: [...unread],
})

const firstDifference = (expected: string, found: string): string => {
  const at = [...expected].findIndex((sign, index) => sign !== found[index])
  const around = (text: string): string => text.slice(Math.max(0, at - 60), at + 240)
  return `\n    DuckDB …${around(expected)}\n    Trino  …${around(found)}\n`
}

async function compare(here: QcDatabase, there: QcDatabase, question: Question): Promise<string | undefined> {
  try {
    const [expected, found] = [plain(await ask(here, question)), plain(await ask(there, question))]
    if (isDeepStrictEqual(expected, found)) return undefined
    const parts = Object.keys(expected).filter((key) => !isDeepStrictEqual(expected[key], found[key]))
    return parts.map((key) => `${key}${firstDifference(JSON.stringify(expected[key]), JSON.stringify(found[key]))}`).join('')
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Prints what differs, and `N of N equal`; the number of differences comes back. */
export async function compareAll(name: string, questions: readonly Question[], here: QcDatabase, there: QcDatabase): Promise<number> {
  const wrong: string[] = []
  const queue = [...questions]
  const work = async (): Promise<void> => {
    for (let question = queue.shift(); question; question = queue.shift()) {
      const difference = await compare(here, there, question)
      if (difference === undefined) continue
      wrong.push(question.name)
      console.log(`≠ ${question.name}: ${difference}`)
    }
  }
  await Promise.all([work(), work(), work(), work()])
  console.log(`${name}: ${questions.length - wrong.length} of ${questions.length} equal`)
  return wrong.length
}
