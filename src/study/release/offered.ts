import { ExpressionError, evaluateExpression } from '#qc/language.ts'
import type { Words } from '#kernel'
import { loadContent } from '../dictionary/load.ts'
import { codelistOf } from '../dictionary/variable.ts'
import { RECORD_COLUMNS, snapshotForms, type SnapshotForm } from '../record/snapshot.ts'
import type { Rows } from '../reader.ts'
import { wordsIn } from '../word.ts'
import { isSame, type Offered, type Plan } from './plan.ts'

export type Offer = {
  dictionary: number
  forms: readonly { id: number; code: string; name: string; nameEn: string }[]
  snapshot: readonly SnapshotForm[]
  variables: readonly Offered[]
}
const PUBLISHED = `SELECT id FROM study_dictionary WHERE study = $1 AND state = 'published'`

/** What can be asked for of a study; null: it has published no dictionary. */
export const offerOf = async (db: Rows, study: number): Promise<Offer | null> => {
  const [published] = await db.query<{ id: number }>(PUBLISHED, [study])
  const found = published && (await snapshotForms(db, study))
  if (!found) return null
  const { forms, variables, codelists } = await loadContent(db, published.id)
  const own = forms.filter(({ id }) => found.forms.some((form) => form.id === id))
  return {
    dictionary: found.dictionary,
    forms: own.map(({ id, code, name, nameEn }) => ({ id, code, name, nameEn })),
    snapshot: found.forms,
    variables: own.flatMap(({ id, code: formCode }) =>
      variables
        .filter(
          (variable) =>
            variable.form === formCode &&
            found.forms.some((form) => form.id === id && form.columns.some(({ slot }) => slot === variable.slot)),
        )
        .map((variable) => {
          const { slot, code, label, labelEn, unit, type, sensitivity, missingCodes } = variable
          const items = codelistOf(variable, codelists)?.items ?? []
          return { form: id, formCode, slot, code, label, labelEn, unit, type, sensitivity, missingCodes, items }
        }),
    ),
  }
}

/** As somebody is told of it: of the others neither the name nor that there is one. */
export const offerTold = (offer: Offer, told: (level: number) => boolean): Offer => ({
  ...offer,
  snapshot: offer.snapshot.map((form) => ({ ...form, columns: form.columns.filter(({ sensitivity }) => told(sensitivity)) })),
  variables: offer.variables.filter(({ sensitivity }) => told(sensitivity)),
})

const NOW = '2000-01-01T00:00:00'
/** What is wrong with the expression of a cohort, in words; null: it can be read. */
export const cohortMistake = ({ snapshot }: Offer, form: number, expression: string): Words | null => {
  const rowOf = (one: SnapshotForm) =>
    Object.fromEntries([...RECORD_COLUMNS, ...one.columns.map(({ name }) => name)].map((name) => [name, null]))
  const home = snapshot.find(({ id }) => id === form)
  if (!home) return { 'zh-cn': '没有这张表单', en: 'there is no such form' }
  try {
    const others = Object.fromEntries(snapshot.map((one) => [one.code, [rowOf(one)]]))
    evaluateExpression(expression, { row: rowOf(home), now: NOW, others }, 'boolean')
    return null
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return { 'zh-cn': error.text.zh, en: error.text.en }
  }
}

/** The forms with the columns that a release looks at: what was chosen, what the cohort names, and what identifies, so that it can be found in texts. */
export const neededForms = ({ snapshot, variables }: Offer, plan: Plan, expression: string | null): SnapshotForm[] => {
  const words = wordsIn(expression ?? '')
  return snapshot.map(({ id, code, columns }) => ({
    id,
    code,
    columns: columns.filter(({ name, slot, sensitivity, isFormer }) => {
      const isAsked =
        plan.variables.some((one) => isSame(one, { form: id, slot })) && variables.some((v) => v.form === id && v.code === name)
      return words.has(name.toLowerCase()) || (!isFormer && (sensitivity === 3 || isAsked))
    }),
  }))
}
