import { test, vi } from 'vitest'

/** `npm run test:two` runs the HTTP tests against two processes behind a round robin. */
export const isTwo = process.env['TEST_PROCESSES'] === '2'

declare module 'vitest' {
  interface TaskMeta {
    onlyInOneProcess?: string
  }
}

/** A test that looks into the process it runs in, or counts what one process allows. The run against two names it with its reason. */
export const onlyInOneProcess = (reason: string, title: string, body: () => Promise<void>, timeout?: number): void =>
  test(title, timeout ? { timeout } : {}, async ({ task, skip }) => {
    if (isTwo) {
      task.meta.onlyInOneProcess = reason
      skip(reason)
    }
    await body()
  })

/** One reason of several tests. */
export const EARLY = 'the balancer of the tests loses an answer that comes while the request is still being sent'

/** What one process changed holds there with its answer, and in others within a second: asked of two, it is looked for until it does. */
export const holds = async (look: () => Promise<void>): Promise<void> =>
  isTwo ? vi.waitFor(look, { timeout: 10_000, interval: 50 }) : look()
