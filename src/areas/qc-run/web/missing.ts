/** `title`: what the dictionary calls the variable, in the reader's language. */
export type MissingColumn = { name: string; title: string; slot: string | null; missing: number }
export type MissingTable = {
  name: string
  title: string
  form: number | null
  rows: number
  columns: MissingColumn[]
  shares: number[][]
}
export type Missing = { isKept: boolean; /** Of all sites, and the reader reaches some. */ isWithheld?: boolean; tables: MissingTable[] }

/** The records of the form that have no such value, as its list shows them; a file has no list of rows. */
export const doorOf = (study: number | null, { form }: Pick<MissingTable, 'form'>, slot: string | null): string | null =>
  study === null || form === null || slot === null ? null : `/admin/clinical/data?study=${study}&form=${form}&f${form}.filter=${slot}:NULL:`
