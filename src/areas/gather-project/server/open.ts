import type { Row } from '#kernel'
import type { Ctx } from '#server'
import type { Blocker } from '#server/model/approval.ts'
import { stateOf } from '#study/state.ts'
import type { gatherProject } from '../index.ts'

const notCollecting = (study: number): Blocker => ({
  words: { 'zh-cn': '研究还没有开始采集', en: 'The study is not collecting' },
  address: `/admin/study/project/${study}`,
})
/** A version that holds and, where a form is chosen, says what stands in it. */
const READABLE = `SELECT 1 FROM study_dictionary d WHERE d.study = $1 AND d.state = 'published'
  AND ($2::bigint IS NULL OR EXISTS (SELECT 1 FROM study_variable v WHERE v.dictionary = d.id AND v.form = $2))`
const notPublished = (study: number, form: number | null): Blocker => ({
  words:
    form === null
      ? { 'zh-cn': '研究还没有发布数据字典', en: 'The study has not published a dictionary yet' }
      : { 'zh-cn': '发布的数据字典里没有它的表单', en: 'Its form is not in the published dictionary' },
  address: `/admin/study/project/${study}?tab=dictionaries`,
})

/** What comes in must be a study's that collects, and readable by a dictionary that holds. */
export const openBlockers = async (ctx: Ctx, { study, form }: Row<typeof gatherProject>): Promise<Blocker[]> => [
  ...((await stateOf(ctx.db, study)) === 'collecting' ? [] : [notCollecting(study)]),
  ...((await ctx.db.query(READABLE, [study, form])).length ? [] : [notPublished(study, form)]),
]
