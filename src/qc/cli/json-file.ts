import { readFile } from 'node:fs/promises'
import { fileSize } from '../source/file-size.ts'
import { QcInputError } from '../source/input-error.ts'

/** Lines that begin with two slashes are notes; no text of JSON can hold such a line, and its place is kept for messages. */
const withoutComments = (content: string): string => content.replaceAll(/^[ \t]*\/\/.*$/gm, (line) => ' '.repeat(line.length))

export async function readJsonFile(file: string): Promise<unknown> {
  await fileSize(file)
  const content = await readFile(file, 'utf8')
  try {
    return JSON.parse(withoutComments(content.replace(/^\ufeff/, '')))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const at = /position (\d+)/.exec(message)
    const line = at ? content.slice(0, Number(at[1])).split('\n').length : undefined
    throw new QcInputError(
      'bad_json',
      { file, ...(line ? { line } : {}) },
      { zh: `不是有效的 JSON：${message}`, en: `no valid JSON: ${message}` },
    )
  }
}
