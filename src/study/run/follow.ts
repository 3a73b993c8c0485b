import type { Words } from '#kernel'
import { gauge, workText, type Work } from '#qc/trino/work.ts'

/** Counting, between what is read before it and what is written after it. */
const [FROM, LENGTH] = [0.3, 0.4]
/** A run of hours must not fill the log. */
const SAY_MS = 5000

export type Following = {
  counted(done: number, total: number, under: number): void
  worked(work: Work): void
}

/** How far counting is: by the checks that are done, and where a server says so by how much of the statement under way is. */
export const followWork = (log?: (line: Words) => void, progress?: (share: number) => void): Following => {
  const far = gauge()
  let saidAt = performance.now()
  const show = (share: number): void => progress?.(FROM + LENGTH * share)
  return {
    counted: (...pieces) => show(far.counted(...pieces)),
    worked(work) {
      show(far.worked(work))
      if (performance.now() - saidAt < SAY_MS) return
      saidAt = performance.now()
      log?.(wordsOf(work))
    },
  }
}

export const wordsOf = (work: Work): Words => {
  const { zh, en } = workText(work)
  return { 'zh-cn': zh, en }
}
