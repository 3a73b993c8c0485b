import { access, constants, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { QcInputError } from '../source/input-error.ts'
import type { Language } from './language.ts'

/** Before any work is done for it: a place that can be written to and that is none of the files read. */
export async function claimOutput(file: string, inputs: readonly string[]): Promise<void> {
  const folder = path.dirname(path.resolve(file))
  const parent = await stat(folder).catch(() => undefined)
  if (!parent?.isDirectory())
    throw new QcInputError('no_folder', { file }, { zh: `没有目录 ${folder}`, en: `there is no folder ${folder}` })
  await access(folder, constants.W_OK)
  const there = await stat(file).catch(() => undefined)
  if (there?.isDirectory()) throw new QcInputError('is_folder', { file }, { zh: '这是目录，不是文件', en: 'this is a folder, not a file' })
  for (const input of there ? inputs : []) {
    const read = await stat(input).catch(() => undefined)
    if (read && read.dev === there?.dev && read.ino === there.ino)
      throw new QcInputError(
        'own_input',
        { file },
        { zh: '输出会覆盖要读取的文件，请换一个文件名', en: 'the output would overwrite a file that is read; choose another name' },
      )
  }
}

/** That all violations are in it. */
export const saidOf = async (file: string, language: Language): Promise<string> =>
  `${language === 'zh' ? '全部违规已写入' : 'all violations written to'} ${file} (${(await stat(file)).size.toLocaleString('en')} B)`

const drafts = new Set<string>()

/** Written beside its place and renamed when whole: a run that stops leaves the old file, never half of a new one. */
export async function writeWhole(file: string, write: (draft: string) => Promise<void>): Promise<void> {
  const { dir, name, ext } = path.parse(path.resolve(file))
  const draft = path.join(dir, `.${name}.${process.pid}.draft${ext}`)
  drafts.add(draft)
  try {
    await write(draft)
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
    drafts.delete(draft)
  }
}

export const openDrafts = (): readonly string[] => [...drafts]
