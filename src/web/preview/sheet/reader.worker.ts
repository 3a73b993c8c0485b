import { EncryptedFileError } from 'hucre'
import { PreviewFailure, reasonOf } from '../failure.ts'
import type { FromReader, ToReader } from './book.ts'
import { openBook, type OpenBook } from './read-book.ts'
import { readCsv } from './read-csv.ts'

const port = globalThis as unknown as {
  postMessage(message: FromReader): void
  onmessage: ((event: MessageEvent<ToReader>) => void) | null
}
const tell = (message: FromReader): void => port.postMessage(message)
const fail = (index: number | null, error: unknown): void =>
  tell({
    type: 'failed',
    index,
    reason: error instanceof EncryptedFileError ? 'encrypted' : reasonOf(error),
    detail: String(error).slice(0, 300),
  })

let book: OpenBook | undefined
const open = async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
  book = await openBook(bytes)
  if (book.sheets.length === 0) throw new PreviewFailure('damaged')
  tell({ type: 'book', sheets: book.sheets })
}

port.onmessage = ({ data }) => {
  if (data.type === 'sheet') void book?.show(data.index, tell).catch((error: unknown) => fail(data.index, error))
  else if (data.kind === 'csv') readCsv(data.bytes, tell)
  else void open(data.bytes).catch((error: unknown) => fail(null, error))
}
