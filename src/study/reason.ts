import type { Words } from '#kernel'
import type { Rows } from './reader.ts'

/** One reason per line, in both languages where there are two: `录入错误 | Typing error`. */
export const reasonsIn = (text: string): Words[] =>
  text
    .split('\n')
    .map((line) => line.split('|').map((side) => side.trim()))
    .flatMap(([own = '', english = '']) => (own || english ? [{ 'zh-cn': own || english, en: english || own }] : []))

/** The reasons for a change that are offered in a study. */
export const reasonsOf = async (db: Rows, study: number): Promise<Words[]> => {
  const [found] = await db.query<{ reasons: string | null }>('SELECT reasons FROM study_project WHERE id = $1', [study])
  return reasonsIn(found?.reasons ?? '')
}
