import { readFile } from 'node:fs/promises'
import { QcInputError } from '../source/input-error.ts'

export async function readJsonFile(file: string): Promise<unknown> {
  const content = await readFile(file, 'utf8').catch(() => undefined)
  if (content === undefined) throw new QcInputError('no_file', { file }, { zh: '找不到这个文件', en: 'there is no such file' })
  try {
    return JSON.parse(content.replace(/^\ufeff/, ''))
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
