import type { QcDatabase } from '../../src/qc/table.ts'
import { ask, type Answer, type Stage } from '../../src/qc/testing/ask.ts'
import type { Question } from '../../src/qc/testing/every-case.ts'
import { differenceOf, listed, type Inexact } from './near.ts'

/** Violations come in no order from many nodes. */
const plain = ({ results, violations, unread }: Answer): Record<string, unknown> => ({
  results: JSON.parse(JSON.stringify(results)),
  violations: violations.map((violation) => JSON.stringify(violation)).toSorted(),
  unread: [...unread],
})

const firstDifference = (expected: string, found: string): string => {
  const at = [...expected].findIndex((sign, index) => sign !== found[index])
  const around = (text: string): string => text.slice(Math.max(0, at - 60), at + 240)
  return `\n    DuckDB …${around(expected)}\n    Trino  …${around(found)}\n`
}

type Compared = { difference?: string; inexact: readonly Inexact[] }
async function compare(here: QcDatabase, there: QcDatabase, question: Question, stage?: Stage): Promise<Compared> {
  const inexact: Inexact[] = []
  try {
    const [expected, found] = [plain(await ask(here, question)), plain(await ask(there, question, stage))]
    const parts = Object.keys(expected).flatMap((key) => {
      const path = differenceOf(expected[key], found[key], inexact, `.${key}`)
      return path === undefined ? [] : [`${path}${firstDifference(JSON.stringify(expected[key]), JSON.stringify(found[key]))}`]
    })
    return { inexact, ...(parts.length > 0 ? { difference: parts.join('') } : {}) }
  } catch (error) {
    return { inexact, difference: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * Prints what differs, each number that is near and not the same, and `N of N equal`; the number of differences comes back. `stage`: how
 * the tables come to be there.
 */
export async function compareAll(
  name: string,
  questions: readonly Question[],
  here: QcDatabase,
  there: QcDatabase,
  stage?: Stage,
): Promise<number> {
  const wrong: string[] = []
  let near = 0
  const queue = [...questions]
  const work = async (): Promise<void> => {
    for (let question = queue.shift(); question; question = queue.shift()) {
      const { difference, inexact } = await compare(here, there, question, stage)
      for (const one of inexact) console.log(`~ ${question.name}: ${listed(one)}`)
      near += inexact.length
      if (difference === undefined) continue
      wrong.push(question.name)
      console.log(`≠ ${question.name}: ${difference}`)
    }
  }
  await Promise.all([work(), work(), work(), work()])
  const apart = near === 0 ? '' : `, ${near} floating numbers of them within 1e-9 and listed`
  console.log(`${name}: ${questions.length - wrong.length} of ${questions.length} equal${apart}`)
  return wrong.length
}
