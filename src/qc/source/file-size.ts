import { stat } from 'node:fs/promises'
import { QcInputError } from './input-error.ts'

/** Bytes of a plain file. A pipe is none: it is read more than once, for its kind, its count and its cells. */
export async function fileSize(file: string): Promise<number> {
  const info = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
  })
  if (!info) throw new QcInputError('no_file', { file }, { zh: '找不到这个文件', en: 'there is no such file' })
  if (info.isDirectory())
    throw new QcInputError('is_folder', { file }, { zh: '这是目录，请给出其中的文件', en: 'this is a folder; name the files in it' })
  if (!info.isFile())
    throw new QcInputError(
      'no_plain_file',
      { file },
      { zh: '不是普通文件（管道或设备），请先存成文件', en: 'this is a pipe or a device; save it to a file first' },
    )
  return info.size
}
