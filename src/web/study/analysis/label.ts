import { nameIn } from '../name-in.ts'
import type { Offer, Variable } from './plan.ts'

/** What a variable is called in that language, or at all. */
export const labelOf = ({ label, labelEn, code }: Pick<Variable, 'label' | 'labelEn' | 'code'>, lang: string): string =>
  nameIn(lang, { name: label, nameEn: labelEn, code })

/** What forms and variables are called, asked by code; a form by its id as well. */
export type Names = { form(form: string): string; variable(form: string | number, code: string): string }
export const namesIn = ({ forms, variables }: Offer, lang: string): Names => {
  const formOf = (form: string | number) => forms.find(({ id, code }) => id === form || code === form)
  return {
    form: (form) => {
      const one = formOf(form)
      return one ? nameIn(lang, one) : form
    },
    variable: (form, code) => {
      const one = variables.find((v) => v.form === formOf(form)?.id && v.code === code)
      return one ? labelOf(one, lang) : code
    },
  }
}
