import { nameIn, refuse } from '#kernel'
import type { Ctx } from '#server'
import locale from '../locale.ts'

const FOREIGN = `SELECT name, name_en AS "nameEn" FROM control_parameter WHERE id = ANY($1::bigint[]) AND study IS NOT NULL AND study IS DISTINCT FROM $2
  ORDER BY code LIMIT 1`
type Held = { study?: number | null | undefined; parameters?: readonly number[] | null | undefined }
/** A set holds the rules of its study and of the library: any other would be judged nowhere, or tell one study of another. */
export const refuseForeign = async ({ db, language }: Ctx, { study = null, parameters }: Held): Promise<void> => {
  const [foreign] = await db.query<{ name: string; nameEn: string }>(FOREIGN, [parameters ?? [], study])
  if (foreign) throw refuse(locale, 'foreignRule', { name: nameIn(language, foreign) })
}
