import { useRef, useState } from 'react'
import type { Content } from './model.ts'

/** What is typed in one go is one step back; a row that comes or goes is always one of its own. */
const ONE_GO_MS = 800
const MOST = 100

type Steps = { past: readonly Content[]; now: Content; ahead: readonly Content[] }

const isSameShape = (a: Content, b: Content): boolean =>
  a.variables.length === b.variables.length && a.forms.length === b.forms.length && a.codelists.length === b.codelists.length

/** The content of a draft with the way back: a variable is removed by one click, and must not take an hour's work with it. */
export const useSteps = (start: Content) => {
  const [steps, setSteps] = useState<Steps>({ past: [], now: start, ahead: [] })
  const typedAt = useRef(0)
  const write = (next: Content) => {
    const goesOn = Date.now() - typedAt.current < ONE_GO_MS
    typedAt.current = Date.now()
    setSteps(({ past, now }) => ({
      past: goesOn && past.length > 0 && isSameShape(now, next) ? past : [...past, now].slice(-MOST),
      now: next,
      ahead: [],
    }))
  }
  const back = () =>
    setSteps((steps) => {
      const now = steps.past.at(-1)
      return now ? { past: steps.past.slice(0, -1), now, ahead: [steps.now, ...steps.ahead] } : steps
    })
  const again = () =>
    setSteps((steps) => {
      const [now, ...ahead] = steps.ahead
      return now ? { past: [...steps.past, steps.now], now, ahead } : steps
    })
  return { content: steps.now, write, back, again, canGoBack: steps.past.length > 0, canGoAgain: steps.ahead.length > 0 }
}
