import { createHash } from 'node:crypto'

/** A record as it is stored, with what its subject and visit are called: numbers of rows are the database's own and mean nothing elsewhere. */
export type StoredRecord = {
  readonly subject: string
  readonly visit: string | null
  readonly instance: number
  readonly entry: number
  /** By slot; an empty one is not there. */
  readonly values: Readonly<Record<number, string>>
}
export type FormHash = { readonly form: string; readonly records: number; readonly hash: string }
export type Manifest = { readonly hash: string; readonly records: number; readonly forms: readonly FormHash[] }

/** One line of the canonical text: names in one order, slots by number, values as they were entered. */
export const lineOf = ({ subject, visit, instance, entry, values }: StoredRecord): string => {
  const slots = Object.entries(values)
    .map(([slot, value]) => [Number(slot), value] as const)
    .toSorted(([a], [b]) => a - b)
  return `${JSON.stringify([subject, visit, instance, entry, slots])}\n`
}

/** The hash of a form's records, which come in the canonical order: by subject, visit, instance and entry. */
export const hashForm = async (form: string, records: AsyncIterable<StoredRecord> | Iterable<StoredRecord>): Promise<FormHash> => {
  const sum = createHash('sha256')
  let count = 0
  for await (const record of records) {
    sum.update(lineOf(record))
    count++
  }
  return { form, records: count, hash: sum.digest('hex') }
}

/** The hash of a study: of the list of its forms by code, each with the number and the hash of its records. */
export const manifestOf = (forms: readonly FormHash[]): Manifest => {
  const ordered = forms.toSorted((a, b) => (a.form < b.form ? -1 : 1))
  const sum = createHash('sha256')
  for (const { form, records, hash } of ordered) sum.update(`${JSON.stringify([form, records, hash])}\n`)
  return { hash: sum.digest('hex'), records: ordered.reduce((n, { records }) => n + records, 0), forms: ordered }
}
