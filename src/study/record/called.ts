import type { Language } from '#kernel'
import type { Rows } from '../reader.ts'
import { commonName, wordIn } from './definition.ts'

type Variable = { form: number; code: string; label: string | null; labelEn: string | null }
const VARIABLES = `SELECT DISTINCT ON (form, code) form, code, label, label_en AS "labelEn" FROM study_variable
  WHERE form = ANY($1::bigint[]) ORDER BY form, code, dictionary DESC`
/** Codes of variables of these forms, `a, b`, as the newest dictionary that has them calls them; what none has stays a code. */
export const variablesCalled = async (
  db: Rows,
  language: Language,
  forms: readonly number[],
): Promise<(form: number, codes: string) => string> => {
  const found = forms.length ? await db.query<Variable>(VARIABLES, [[...new Set(forms)]]) : []
  const names = new Map(
    found.map(({ form, code, label, labelEn }) => [`${form} ${code}`, wordIn(language, label ?? '', labelEn ?? '', code)]),
  )
  const called = (form: number, code: string): string => names.get(`${form} ${code}`) ?? commonName(language, code) ?? code
  return (form, codes) =>
    codes
      .split(', ')
      .map((code) => called(form, code))
      .join(language === 'en' ? ', ' : '、')
}

type Form = { id: number; study: number; code: string; name: string; nameEn: string }
const FORMS = `SELECT id, study, code, name, name_en AS "nameEn" FROM study_form WHERE study = ANY($1::bigint[]) AND code = ANY($2::text[])`
/** What rules judge, `form: variable, variable` in codes, as each study calls it. A table of a file and a form of another study stay as they are. */
export const targetsCalled = async (
  db: Rows,
  language: Language,
  targets: readonly { study: number | null; target: string }[],
): Promise<string[]> => {
  const parts = targets.map(({ study, target }) => {
    const [code = '', ...rest] = target.split(': ')
    return { study, target, code, columns: rest.join(': ') }
  })
  const studies = [...new Set(parts.flatMap(({ study }) => study ?? []))]
  const forms = studies.length ? await db.query<Form>(FORMS, [studies, [...new Set(parts.map(({ code }) => code))]]) : []
  const called = await variablesCalled(
    db,
    language,
    forms.map(({ id }) => id),
  )
  return parts.map(({ study, target, code, columns }) => {
    const form = forms.find((one) => one.study === study && one.code === code)
    if (!form) return target
    const name = wordIn(language, form.name, form.nameEn, form.code)
    return columns ? `${name}${language === 'en' ? ': ' : '：'}${called(form.id, columns)}` : name
  })
}
