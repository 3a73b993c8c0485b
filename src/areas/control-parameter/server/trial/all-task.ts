import * as z from 'zod'
import { defineTask } from '#server/task/definition.ts'
import { keepTrial } from '#study/parameter/kept-trial.ts'
import { trialShape } from '#study/parameter/trial.ts'
import { outcomeOf, tellTrialOf, whyNot } from './tell.ts'

/** Rule after rule as its draft stands, over the same data: what a page does for one, without a page for each. */
export const tryingAll = defineTask({
  kind: 'control.tryAll',
  lane: 'heavy',
  title: { 'zh-cn': '逐条试运行草稿', en: 'Try drafts one by one' },
  words: { try: { 'zh-cn': '试运行', en: 'Try' } },
  says: {
    judged: { 'zh-cn': '可标为已测试', en: 'May be marked as tested' },
    vain: { 'zh-cn': '没有可判断的数据', en: 'Nothing to judge' },
    wrong: { 'zh-cn': '有错误', en: 'Something is wrong' },
  },
  outcome: ({ judged, vain, wrong }) => ({
    isGood: wrong + vain === 0,
    words: {
      'zh-cn': `${judged} 条可标为已测试，${vain} 条没有可判断的数据，${wrong} 条有错误`,
      en: `${judged} may be marked as tested, ${vain} had nothing to judge, ${wrong} have something wrong`,
    },
  }),
  input: z.object({ all: z.array(z.object({ code: z.string(), asked: trialShape })) }),
  steps: (none) =>
    none.step('try', async ({ input: { all }, tools, signal, log, progress, effect }) => {
      // DuckDB is loaded here, in the worker, and nowhere else.
      const { tryOrSay } = await import('./try-or-say.ts')
      const counts = { judged: 0, vain: 0, wrong: 0 }
      for (const [at, { code, asked }] of all.entries()) {
        const trial = await tryOrSay(tools, asked, signal, () => {})
        await effect(async (tx) => {
          await keepTrial(tx, trial, asked.by)
          await tellTrialOf(tools, tx, asked, trial)
        })
        const kind = outcomeOf(trial)
        counts[kind]++
        const why = kind === 'judged' ? null : whyNot(trial)
        if (why) log({ 'zh-cn': `${code}：${why['zh-cn']}`, en: `${code}: ${why.en}` })
        progress((at + 1) / all.length)
      }
      return counts
    }),
})
