import { fingerprintOf, type CopyColumns } from '#qc'

/** Whose rows a run judged and what for: `form` is a form or a file, by a name that outlives its versions. */
export type Place = { study: string; lineage: string; form: string }

const partsOf = ({ study, lineage, form }: Place): string[] => [study, lineage, form]

/** Rows with an equal key are told apart by `occurrence`, from 1: a duplicate is not swallowed. */
export const findingFingerprint = (place: Place, key: string | null, slot: string, occurrence: number): string =>
  fingerprintOf([...partsOf(place), key ?? '', slot, String(occurrence)])

/** The one finding of a rule that hits far too much. No row has occurrence 0. */
export const massFingerprint = (place: Place): string => findingFingerprint(place, null, '', 0)

/** The columns that the copy of a run's violations needs to be compared with the ledger. */
export const ledgerColumns = (
  placeOf: (parameter: string) => Place,
  { slots, department }: { slots?: Readonly<Record<string, string>>; department?: string } = {},
): CopyColumns => ({
  lineage: { text: (parameter) => placeOf(parameter).lineage },
  department: { cell: () => department ?? null },
  fingerprint: { fingerprint: (parameter) => ({ parts: partsOf(placeOf(parameter)), ...(slots ? { slots } : {}) }) },
})
