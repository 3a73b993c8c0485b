import { defineTask } from '#server/task/definition.ts'
import { proposeShape } from '#study/parameter/proposal.ts'

/** Rules that somebody may take over: what data suggest, what a dictionary says, what a kind of file asks for. */
export const proposing = defineTask({
  kind: 'control.propose',
  lane: 'light',
  title: { 'zh-cn': '生成规则建议', en: 'Propose rules' },
  words: { propose: { 'zh-cn': '生成建议', en: 'Propose' } },
  isAnswer: true,
  maxTries: 1,
  says: { source: { 'zh-cn': '依据', en: 'Source' } },
  input: proposeShape,
  steps: (none) =>
    none.step('propose', async ({ input, tools, signal, progress }) => {
      // DuckDB is loaded here, in the worker, and nowhere else.
      const { propose } = await import('./propose.ts')
      return propose(tools, input, signal, progress)
    }),
})
