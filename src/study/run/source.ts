import { nameParts } from '#qc/source/kind.ts'
import type { OwnTable, StageOptions } from '#qc'
import type { TrinoTable } from '#qc/trino/table.ts'
import { PLACE_COLUMNS, RECORD_CELLS, RECORD_COLUMNS, RECORD_KEY, type SnapshotForm } from '../record/snapshot.ts'
import { columnsCalled, type Secret } from '../record/secret.ts'
import { slotName } from '../record/table.ts'
import type { Cells } from '../finding/identity.ts'

/** A table that a run reads. */
export type Source = {
  /** Where it is read from; of a table that lies in Trino, what it is called there. */
  file: string
  /** Lies in Trino and is judged there. */
  remote?: Omit<TrinoTable, 'name'>
  /** What parameters call it. */
  name: string
  /** What people call the file: rules about names of files must not judge the one that it is read under. */
  called?: string
  /** What it is in the identity of findings: `file:7`, `form:12`. */
  place: string
  read?: Omit<StageOptions, 'name' | 'snapshot'>
  /** Written by ourselves: nothing about it has to be found out. */
  own?: Omit<OwnTable, 'name'> & { format: 'csv' | 'parquet' }
  /** The key of its rows whatever a rule says; a file has the one that the rule names. */
  key?: readonly string[]
  cells: Cells
  /** Columns that say where a row stands: no part of what was found. */
  aside?: readonly string[]
  /** Its columns as people know them; without it, all. */
  shown?: readonly string[]
  /** The key of the snapshot that it is: two runs over unchanged data name the same one. */
  snapshot?: string
  /** Columns whose values go nowhere. */
  hidden: readonly string[]
  /** Of a file, which says no sensitivity itself: what the sensitive variables of its study are called. */
  secret?: readonly Secret[]
}

/** The columns of a table whose values go nowhere. */
export const hiddenIn = ({ hidden, secret = [] }: Source, columns: readonly string[]): string[] => [
  ...hidden,
  ...columnsCalled(
    columns,
    secret.flatMap(({ names }) => names),
  ),
]

export const formPlace = (id: number): string => `form:${id}`
export const filePlace = (id: number): string => `file:${id}`
/** What is about no single form of a study. */
export const studyPlace = (id: number): string => `study:${id}`
export const formIn = (place: string): number | null => (place.startsWith('form:') ? Number(place.slice(5)) : null)

type OfFile = { datafile: number; name: string; secret: readonly Secret[] }
export const fileSource = ({ datafile, name, secret }: OfFile, file: string): Source => ({
  file,
  name: nameParts(name).name,
  called: name,
  place: filePlace(datafile),
  cells: {},
  hidden: [],
  secret,
})

/** A table that lies in Trino: nothing of it is read here. */
export const remoteSource = ({ datafile, name, secret }: OfFile, { catalog, schema, table, row }: Omit<TrinoTable, 'name'>): Source => ({
  file: [catalog, schema, table].join('.'),
  remote: { catalog, schema, table, ...(row ? { row } : {}) },
  name,
  place: filePlace(datafile),
  cells: {},
  hidden: [],
  secret,
})

/** A snapshot of a form as `snapshotSql` gives it, written as CSV. */
export const formSource = ({ id, code, columns }: SnapshotForm, file: string): Source => ({
  file,
  name: code,
  // Nobody sent it: rules about files are not about it.
  called: '',
  place: formPlace(id),
  read: { format: 'csv', encoding: 'utf-8', delimiter: ',', quote: '"', header: true },
  key: RECORD_KEY,
  cells: { ...RECORD_CELLS, slots: Object.fromEntries(columns.map(({ name, slot }) => [name, slotName(slot)])) },
  aside: Object.values(PLACE_COLUMNS),
  shown: [...RECORD_COLUMNS, ...columns.flatMap(({ name, isFormer }) => (isFormer ? [] : [name]))],
  hidden: columns.flatMap(({ name, sensitivity }) => (sensitivity > 0 ? [name] : [])),
})
