import { readFile } from 'node:fs/promises'
import { detectEncoding, encodingNamed } from './encoding.ts'
import { fileSize } from './file-size.ts'
import { decodes } from './guess-encoding.ts'
import { QcInputError } from './input-error.ts'

/** A small text file as a whole, in the encoding it has: spreadsheets in China save GB18030. */
export async function readText(file: string, given?: string): Promise<string> {
  await fileSize(file)
  const bytes = await readFile(file)
  const encoding = given === undefined ? detectEncoding(bytes) : encodingNamed(given)
  if (encoding === undefined || !decodes(bytes, encoding))
    throw new QcInputError(
      'undecodable',
      { file },
      { zh: '不是文本，或编码未知；可用 --encoding 指明', en: 'no text, or of an unknown encoding; name it with --encoding' },
    )
  return new TextDecoder(encoding).decode(bytes)
}
