import * as z from 'zod'
import { defineQuestion } from '#server/lane/question.ts'
import { trialShape, type Trial } from '#study/parameter/trial.ts'

/** The same as the task, for whoever waits: a rule tried on rows that are there. */
export const tryQuestion = defineQuestion({
  kind: 'control.try',
  input: trialShape,
  output: z.custom<Trial>((said) => typeof said === 'object' && said !== null && 'tables' in said),
  instead: 'task',
  warm: () => import('./try-or-say.ts'),
  answer: async (tools, asked, signal) => {
    const { tryOrSay } = await import('./try-or-say.ts')
    return tryOrSay(tools, asked, signal, () => {})
  },
})
