import type { Words } from '#kernel'

/** What is wrong with a draft, and in which cell it shows. */
export type Problem = {
  form: string
  /** Code of the variable; empty where it is about the form or a list. */
  variable: string
  field: string
  words: Words
  /** Where in the text of the cell, counted in characters from one. */
  at?: number
  /** Worth saying, but the draft may be published with it. */
  isNotice?: true
}

export const problem = (form: string, variable: string, field: string, zh: string, en: string): Problem => ({
  form,
  variable,
  field,
  words: { 'zh-cn': zh, en },
})
