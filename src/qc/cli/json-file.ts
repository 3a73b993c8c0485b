import { readFile } from 'node:fs/promises'
import { withoutNotes } from '../json-notes.ts'
import { fileSize } from '../source/file-size.ts'
import { QcInputError } from '../source/input-error.ts'

export async function readJsonFile(file: string): Promise<unknown> {
  await fileSize(file)
  const content = await readFile(file, 'utf8')
  try {
    return JSON.parse(withoutNotes(content))
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
