import type { Words } from '#kernel'
import type { Rows } from '../reader.ts'

const WORDS = (number: number): Words => ({ 'zh-cn': `字典第 ${number} 版`, en: `version ${number} of the dictionary` })

/** For `lockScope`: what belongs to a version that was published is not changed any more. */
export const publishedDictionary = async (
  { db }: { readonly db: Rows },
  { dictionary }: { readonly dictionary: number },
): Promise<Words | null> => {
  const [found] = await db.query<{ number: number }>(`SELECT number FROM study_dictionary WHERE id = $1 AND state <> 'draft'`, [dictionary])
  return found ? WORDS(found.number) : null
}
