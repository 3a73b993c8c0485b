import { useQuery } from '@tanstack/react-query'
import type { Field, Words } from '#kernel'
import { request } from '../api/request.ts'
import type { Language, Table } from '../expression/suggest.ts'

/** One line of the form of a parameter, as the server makes it from the check's own schema. */
export type Setting = {
  path: readonly string[]
  label: Words
  help?: Words
  field: Field
  options?: Readonly<Record<string, Words>>
  many?: true
  /** Written in the language of expressions. */
  expression?: true
  /** Names tables or columns of the study: picked from its dictionary. */
  names?: 'table' | 'column'
  /** The setting that says in which table they are; without it, in those that the rule is about. */
  of?: readonly string[]
  /** What the check takes where nothing is said. */
  initial?: string | number | boolean | readonly string[]
}
type Cells = readonly (string | null)[]
export type CheckType = {
  id: string
  slug: string
  dimension: string
  title: Words
  counts: Words
  help: Words
  severity: string
  example: {
    columns: readonly string[]
    rows: readonly Cells[]
    others?: Readonly<Record<string, { columns: readonly string[]; rows: readonly Cells[] }>>
    /** What is known beside the tables. */
    context?: object
    /** What reading the file found. */
    source?: object
    parameter: object
    violations: readonly number[] | number
    denominator: number
  }
  settings: { target: readonly Setting[]; params: readonly Setting[]; common: readonly Setting[] }
}
export type Catalogue = {
  dimensions: Readonly<Record<string, Words>>
  checks: readonly CheckType[]
  /** Of the form alone. */
  language?: Language
}

const CALLS = {
  page: { url: '/admin/control.catalogue/index', method: 'GET' },
  form: { url: '/admin/control.parameter/catalogue', method: 'GET' },
} as const
/** The check types of this build. They change with a new version of the product alone. */
export const useCatalogue = (where: keyof typeof CALLS) =>
  useQuery({
    queryKey: ['catalogue', where],
    queryFn: () =>
      request<Catalogue>({ ...CALLS[where], showError: false, showSuccess: false, cancelDuplicate: false }).then((a) => a.data),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** What a rule may name: the forms and variables of its study. */
export const useTables = (of: { parameter: number } | { study: number | null }) =>
  useQuery({
    queryKey: ['rule', 'tables', of],
    queryFn: ({ signal }) =>
      request<{ tables: (Table & { form: number })[] }>({
        url: '/admin/control.parameter/variables',
        params: of,
        signal,
        showError: false,
        cancelDuplicate: false,
      }).then((a) => a.data.tables),
    enabled: 'parameter' in of || of.study !== null,
    retry: false,
  })
