import { fingerprintOf, type CopyColumns } from '#qc/plan/copy-column.ts'

/** Whose rows a run judged and what for: `form` is a form or a file, by a name that outlives its versions. */
export type Place = { study: string; lineage: string; form: string }

const partsOf = ({ study, lineage, form }: Place): string[] => [study, lineage, form]

/** What a run proves something about: one rule in one place. */
export const coverOf = ({ lineage, form }: Pick<Place, 'lineage' | 'form'>): string => `${lineage}@${form}`
export const placeIn = (cover: string): { lineage: string; form: string } => {
  const at = cover.indexOf('@')
  return { lineage: cover.slice(0, at), form: cover.slice(at + 1) }
}

/** Rows with an equal key are told apart by `occurrence`, from 1: a duplicate is not swallowed. */
export const findingFingerprint = (place: Place, key: string | null, slot: string, occurrence: number): string =>
  fingerprintOf([...partsOf(place), key ?? '', slot, String(occurrence)])

/** The one finding of a rule that hits far too much. No row has occurrence 0. */
export const massFingerprint = (place: Place): string => findingFingerprint(place, null, '', 0)

/** Of the table that a rule judged: fields by what they are called for good, and columns whose cells go into the ledger. */
export type Cells = { slots?: Readonly<Record<string, string>>; department?: string; record?: string; name?: string }

/** The columns that the copy of a run's violations needs to be compared with the ledger. */
export const ledgerColumns = (placeOf: (parameter: string) => Place, cellsOf: (parameter: string) => Cells = () => ({})): CopyColumns => ({
  lineage: { text: (parameter) => coverOf(placeOf(parameter)) },
  department: { cell: (parameter) => cellsOf(parameter).department ?? null },
  record: { cell: (parameter) => cellsOf(parameter).record ?? null },
  name: { cell: (parameter) => cellsOf(parameter).name ?? null },
  fingerprint: {
    fingerprint: (parameter) => {
      const { slots } = cellsOf(parameter)
      return { parts: partsOf(placeOf(parameter)), ...(slots ? { slots } : {}) }
    },
  },
})
