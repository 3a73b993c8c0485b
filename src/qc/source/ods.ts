import { readFile } from 'node:fs/promises'
import { readOds as readBook } from 'hucre/ods'
import { QcInputError } from './input-error.ts'
import type { ReadContext, Reading } from './reading.ts'
import { unpackedSize } from './workbook-size.ts'
import { wholeSheet } from './xlsx.ts'

/** An OpenDocument spreadsheet, read like an Excel workbook. */
export async function readOds(context: ReadContext): Promise<Reading> {
  try {
    await unpackedSize(context.path, context.shownAs)
    return await wholeSheet(context, await readBook(await readFile(context.path)), [])
  } catch (error) {
    if (error instanceof QcInputError && error.code !== 'damaged_zip') throw error
    const message = error instanceof Error ? error.message : ''
    throw new QcInputError(
      'damaged_ods',
      { file: context.shownAs },
      { zh: `不能作为 ODS 文件打开：${message}`, en: `cannot be opened as an ODS file: ${message}` },
      { cause: error },
    )
  }
}
