import type { Dataset, DatasetColumn, Row } from './dataset.ts'
import { exactNumber } from './dataset.ts'

export type JsonHead = { readonly study: string; readonly version: string; readonly at: string; readonly records: number }

const TYPES = { text: 'string', integer: 'integer', number: 'double' } as const

/** A column in which some value is no number goes out as text: all of it, or the value would be lost. */
const columnTypes = ({ columns }: Dataset, texts: ReadonlySet<string>): DatasetColumn['kind'][] =>
  columns.map(({ oid, kind }) => (texts.has(oid) ? 'text' : kind))

const columnOf = ({ oid, name, label, key }: DatasetColumn, kind: DatasetColumn['kind']) => ({
  itemOID: oid,
  name,
  label,
  dataType: TYPES[kind],
  ...(key === undefined ? {} : { keySequence: key }),
})

/** Dataset-JSON 1.1 of one form, as lines: what it is, then a line for each record. `texts`: the columns of numbers that hold something else too, by their identifiers. */
export async function* writeDatasetJson(
  dataset: Dataset,
  { study, version, at, records }: JsonHead,
  texts: ReadonlySet<string>,
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncGenerator<string> {
  const kinds = columnTypes(dataset, texts)
  const head = {
    datasetJSONCreationDateTime: at,
    datasetJSONVersion: '1.1.0',
    fileOID: `${study}.${dataset.name}`,
    originator: 'Data Management & Quality Control System',
    sourceSystem: { name: 'Data Management & Quality Control System', version: '1' },
    studyOID: study,
    metaDataVersionOID: version,
    metaDataRef: 'define.xml',
    itemGroupOID: dataset.oid,
    records,
    name: dataset.name,
    label: dataset.label,
    columns: dataset.columns.map((column, i) => columnOf(column, kinds[i] ?? 'text')),
  }
  yield `${JSON.stringify(head)}\n`
  for await (const row of rows) {
    const cells = row.map((value, i) => (value === null || kinds[i] === 'text' ? value : exactNumber(value)))
    yield `${JSON.stringify(cells)}\n`
  }
}
