import type { Words } from '#kernel'
import { QcInputError } from '#qc'
import { judgeSources, type Judging, type Judgement } from '#study/run/judge.ts'

/** What cannot be read as it claims to be is no failure of the task: the run says so. */
export const judgeOrSay = async (judging: Judging): Promise<Judgement | { trouble: Words }> => {
  try {
    return await judgeSources(judging)
  } catch (error) {
    if (!(error instanceof QcInputError)) throw error
    const { zh, en } = error.text
    const named = (sentence: string): string => judging.sources.reduce((said, { file }) => said.replaceAll(file, judging.title), sentence)
    return { trouble: { 'zh-cn': named(zh), en: named(en) } }
  }
}
