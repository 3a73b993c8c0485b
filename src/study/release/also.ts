import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Words } from '#kernel'
import type { QcWorkspace } from '#qc'
import { identifier, literal } from '#qc/sql.ts'
import { exactNumber, type Dataset, type Row } from '../exchange/dataset/dataset.ts'
import { XptSurvey, nameMisfitsOf, writeXpt, type Misfit } from '../exchange/dataset/xpt.ts'
import type { Released } from './apply.ts'
import { datasetOf } from './described.ts'
import { rowsIn } from './figure.ts'
import type { Also } from './plan.ts'

/** Writes a sheet row by row; the engine of studies has no writer of its own. */
export type WriteWorkbook = (
  sheet: string,
  header: readonly { title: string; width: number }[],
  rows: AsyncIterable<readonly (string | number | null)[]>,
) => AsyncIterable<Uint8Array>
/** A file that was asked for and is not in the package: nothing is cut to make it fit. */
export type LeftOut = { name: string; why: Words }
type Table = { dataset: Dataset; rows(): AsyncIterable<Row> }
type Writing = { at: string; workbook: WriteWorkbook }
type Tried = { chunks: AsyncIterable<Uint8Array> } | { why: Words }

/** Written value by value, such a file takes longer than everything else together; what is larger is for CSV and Parquet. */
const MOST_VALUES = 4_000_000
export const tooLarge = (rows: number, columns: number): Words | null =>
  rows * columns <= MOST_VALUES
    ? null
    : {
        'zh-cn': `${rows} 行 × ${columns} 列，超过此格式的 ${MOST_VALUES} 个值上限`,
        en: `${rows} rows × ${columns} columns are more than the ${MOST_VALUES} values that are written in this format`,
      }
const MOST_ROWS = 1_048_575
const LONGEST_CELL = 32_767
// XML has no way to say these: the writer would put another character in their place.
// eslint-disable-next-line no-control-regex
const UNSAYABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/
const excelMisfit = async ({ dataset, rows }: Table): Promise<Words | null> => {
  let count = 0
  for await (const row of rows()) {
    if (++count > MOST_ROWS)
      return { 'zh-cn': `超过 Excel 的 ${MOST_ROWS} 行上限`, en: `It has more than the ${MOST_ROWS} rows that Excel holds` }
    const at = row.findIndex((value) => value !== null && (value.length > LONGEST_CELL || UNSAYABLE.test(value)))
    const name = dataset.columns[at]?.name
    if (name !== undefined)
      return { 'zh-cn': `${name}：有 Excel 单元格放不下的文字`, en: `${name}: a text does not fit into a cell of Excel` }
  }
  return null
}
const excel = async (table: Table, { workbook }: Writing): Promise<Tried> => {
  const why = await excelMisfit(table)
  if (why) return { why }
  const { dataset, rows } = table
  async function* cells() {
    for await (const row of rows())
      yield row.map((value, i) => {
        const number = value === null || dataset.columns[i]?.kind === 'text' ? null : exactNumber(value)
        // `007` and `1.50` stay the texts that they are.
        return number !== null && String(number) === value ? number : value
      })
  }
  const header = dataset.columns.map(({ name, key, variable }) => ({
    title: variable ? name : name.toLowerCase(),
    width: key === 1 ? 20 : 14,
  }))
  return { chunks: workbook(dataset.name, header, cells()) }
}

const joined = (misfits: readonly Misfit[], language: keyof Words): string =>
  misfits.map(({ variable, words }) => (variable ? `${variable}: ${words[language]}` : words[language])).join('; ')
const xpt = async ({ dataset, rows }: Table, { at }: Writing): Promise<Tried> => {
  const survey = new XptSurvey(dataset)
  for await (const row of rows()) survey.add(row)
  const misfits = [...nameMisfitsOf(dataset), ...survey.misfits]
  if (misfits.length > 0) return { why: { 'zh-cn': joined(misfits, 'zh-cn'), en: joined(misfits, 'en') } }
  return { chunks: writeXpt(dataset, survey, at, rows()) }
}
const WRITERS: Readonly<Record<Also, (table: Table, writing: Writing) => Promise<Tried>>> = { xlsx: excel, xpt }

/** A stream has a connection of its own, which does not see the tables of this one: it reads a file of it. */
const withTable = async (db: QcWorkspace, one: Released, folder: string, work: (table: Table) => Promise<void>): Promise<void> => {
  const held = await db.all<{ column_name: string }>(`DESCRIBE ${one.relation}`)
  const names = held.map(({ column_name }) => column_name)
  const dataset = datasetOf(one, names.includes('site'))
  if (!dataset) return
  const file = join(folder, `also-${one.id}.parquet`)
  const ordered = 'ORDER BY "subject", "visit", "instance"'
  await db.run(`COPY (SELECT * FROM ${one.relation} ${ordered}) TO ${literal(file)} (FORMAT parquet)`)
  const sql = `SELECT [${names.map((name) => `${identifier(name)}::VARCHAR`).join(', ')}] AS cells FROM read_parquet(${literal(file)}) ${ordered}`
  async function* rows(): AsyncGenerator<Row> {
    for await (const part of db.stream<{ cells: Row }>(sql)) for (const { cells } of part) yield cells
  }
  try {
    await work({ dataset, rows })
  } finally {
    await rm(file, { force: true })
  }
}

/** The data in further formats, form by form; what does not fit whole is left out and said. */
export const writeAlso = async (
  db: QcWorkspace,
  released: readonly Released[],
  formats: readonly Also[],
  folder: string,
  writing: Writing,
): Promise<{ files: { name: string; path: string }[]; leftOut: LeftOut[] }> => {
  const [files, leftOut]: [{ name: string; path: string }[], LeftOut[]] = [[], []]
  for (const one of formats.length > 0 ? released : []) {
    // Before anything is written or looked through.
    const why = tooLarge(await rowsIn(db, one), one.columns.length)
    if (why) {
      for (const format of new Set(formats)) leftOut.push({ name: `data/${one.code}.${format}`, why })
      continue
    }
    await withTable(db, one, folder, async (table) => {
      for (const format of new Set(formats)) {
        const name = `data/${one.code}.${format}`
        const tried = await WRITERS[format](table, writing)
        if ('why' in tried) {
          leftOut.push({ name, why: tried.why })
          continue
        }
        const path = join(folder, `data-${one.id}.${format}`)
        await pipeline(Readable.from(tried.chunks, { objectMode: false }), createWriteStream(path, { mode: 0o600 }))
        files.push({ name, path })
      }
    })
  }
  return { files, leftOut }
}
