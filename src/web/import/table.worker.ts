import { type CellValue, EncryptedFileError, readXls, readXlsx } from 'hucre'
import { checkArchive } from '../preview/archive.ts'
import { decodeText } from '../preview/decode-text.ts'
import { reasonOf } from '../preview/failure.ts'
import { isZip } from '../preview/magic.ts'
import { csvRows, separatorOf } from '../preview/sheet/read-csv.ts'
import { type FromTableReader, type TableFailure, tableOf, type ToTableReader } from './table.ts'

const UNPACKED = 256 * 1024 * 1024
const FIRST = 0

/** The value itself, not how the sheet shows it: a format that hides digits must not take them away. */
const textOf = (value: CellValue | undefined): string => {
  if (value === null || value === undefined) return ''
  if (!(value instanceof Date)) return String(value)
  const iso = value.toISOString()
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ')
}

const excelRows = async (bytes: Uint8Array<ArrayBuffer>): Promise<readonly string[][]> => {
  if (isZip(bytes)) await checkArchive(bytes, UNPACKED, () => false)
  const book = isZip(bytes) ? await readXlsx(bytes, { sheets: [FIRST] }) : await readXls(bytes)
  return book.sheets[FIRST]?.rows.map((row) => row.map(textOf)) ?? []
}
const csvText = (bytes: Uint8Array): Generator<string[]> => {
  const { text } = decodeText(bytes)
  const body = text.startsWith('\ufeff') ? text.slice(1) : text
  return csvRows(body, separatorOf(body))
}

const failureOf = (error: unknown): TableFailure => {
  if (error instanceof EncryptedFileError) return 'encrypted'
  const reason = reasonOf(error)
  return reason === 'encrypted' || reason === 'tooBig' ? reason : 'damaged'
}
const read = async ({ bytes, kind, most }: ToTableReader): Promise<FromTableReader> => {
  try {
    const table = tableOf(kind === 'csv' ? csvText(bytes) : await excelRows(bytes), most)
    return table && table.rows.length > 0 ? { table } : { failure: 'empty' }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

onmessage = async ({ data }: MessageEvent<ToTableReader>) => {
  const answer = await read(data)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener, and no origin to name
  postMessage(answer)
}
