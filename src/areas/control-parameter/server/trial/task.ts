import { defineTask } from '#server/task/definition.ts'
import { keepTrial } from '#study/parameter/kept-trial.ts'
import { trialShape } from '#study/parameter/trial.ts'
import { tellTrialOf } from './tell.ts'

/** A rule tried on rows that are there. What is shown of them is for whoever asked. */
export const trying = defineTask({
  kind: 'control.try',
  lane: 'light',
  title: { 'zh-cn': '试运行质控参数', en: 'Try a control parameter' },
  words: { try: { 'zh-cn': '试运行', en: 'Try' } },
  isAnswer: true,
  maxTries: 1,
  input: trialShape,
  steps: (none) =>
    none.step('try', async ({ input, tools, signal, progress, effect }) => {
      // DuckDB is loaded here, in the worker, and nowhere else.
      const { tryOrSay } = await import('./try-or-say.ts')
      const trial = await tryOrSay(tools, input, signal, progress)
      await effect(async (tx) => {
        await keepTrial(tx, trial, input.by)
        await tellTrialOf(tools, tx, input, trial)
      })
      return trial
    }),
})
