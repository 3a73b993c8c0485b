import { refuse } from '#kernel'
import type { Parameter } from '#qc/parameter.ts'
import { loadContent } from '#study/dictionary/load.ts'
import { bodyOf } from '#study/parameter/body.ts'
import type { Rows } from '#study/reader.ts'
import { identifies } from '#study/record/sensitivity.ts'
import { namedIn } from '#study/run/compile.ts'
import locale from '../../locale.ts'

type Wanted = { study: number | null; form: number | null; knows: boolean }
const PUBLISHED = `SELECT id FROM study_dictionary WHERE study = $1 AND state = 'published'`
const ofDictionary = async (db: Rows, { study, form, knows }: Wanted): Promise<readonly Parameter[]> => {
  const [published] = await db.query<{ id: number }>(PUBLISHED, [study])
  if (!published || study === null) throw refuse(locale, 'unpublished')
  const { dictionaryPack } = await import('#study/parameter/dictionary-pack.ts')
  const { forms, variables, codelists } = await loadContent(db, published.id)
  const chosen = forms.filter(({ id }) => form === null || id === form)
  const untold = new Set(variables.flatMap((one) => (!knows && identifies(one) ? [one.code.toLowerCase()] : [])))
  const all = chosen.flatMap(({ code }) =>
    dictionaryPack(
      code,
      variables.filter((one) => one.form === code),
      codelists,
    ),
  )
  return all.filter((rule) => [...namedIn(bodyOf(rule))].every((word) => !untold.has(word)))
}

/** Rules that are known before any data has come: no worker has to read anything for them. */
export const PACKS = {
  dictionary: ofDictionary,
  fastq: async () => (await import('#qc/packs/fastq.ts')).fastqPack(),
  vcf: async () => (await import('#qc/packs/vcf.ts')).vcfPack(),
} as const satisfies Record<string, (db: Rows, wanted: Wanted) => Promise<readonly Parameter[]>>
export type Pack = keyof typeof PACKS
