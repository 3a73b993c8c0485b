import { rm } from 'node:fs/promises'
import { readSample } from './encoding.ts'
import { gunzip } from './gunzip.ts'
import { QcInputError } from './input-error.ts'
import { magicOf, nameParts } from './kind.ts'
import { extractMember, zipMembers, type ZipMember } from './zip.ts'

/** The file that readers read, and the name whose ending says what it is. `packed`: a copy that was made for them. */
export type Plain = { path: string; name: string; packed: boolean }

/** Workbooks are zip archives too; they are read as they are. */
const WORKBOOK = new Set(['xl/workbook.xml', 'xl/workbook.bin', 'content.xml', '[Content_Types].xml'])
const isBeside = ({ name }: ZipMember): boolean => name.endsWith('/') || name.startsWith('__MACOSX/') || /(?:^|\/)\.[^/]*$/.test(name)

export async function unpack(source: string, file: string, scratch: string): Promise<Plain> {
  const magic = magicOf(await readSample(source, 512))
  const { packing, inner } = nameParts(file)
  if (packing !== undefined && magic !== packing) {
    const ending = packing === 'zip' ? '.zip' : '.gz'
    throw new QcInputError(
      'wrong_content',
      { file },
      { zh: `名为 ${ending}，内容却不是 ${packing}`, en: `named ${ending}, but the content is no ${packing}` },
    )
  }
  const plain = `${scratch}.plain`
  try {
    if (magic === 'gzip') {
      await gunzip(source, plain, file)
      return { path: plain, name: inner, packed: true }
    }
    const member = magic === 'zip' ? await onlyMember(source, file) : undefined
    if (!member) return { path: source, name: file, packed: false }
    await extractMember(source, member, plain, file)
    return { path: plain, name: member.name, packed: true }
  } catch (error) {
    // What had come out by then may be larger than all the rest.
    await rm(plain, { force: true })
    throw error
  }
}

/** The member to read; undefined for a workbook. */
async function onlyMember(source: string, file: string): Promise<ZipMember | undefined> {
  const members = await zipMembers(source, file).catch((error: unknown) => {
    // What is named a workbook is refused as one.
    if (nameParts(file).packing === undefined && error instanceof QcInputError) return undefined
    throw error
  })
  if (!members || members.some(({ name }) => WORKBOOK.has(name))) return undefined
  const tables = members.filter((member) => !isBeside(member))
  const [only] = tables
  if (tables.length !== 1 || !only) {
    const names = tables.slice(0, 10).map(({ name }) => name)
    throw new QcInputError(
      'many_members',
      { file },
      tables.length === 0
        ? { zh: 'zip 里没有文件', en: 'the zip file holds no file' }
        : {
            zh: `zip 里有 ${tables.length} 个文件，请解压后分别给出：${names.join('、')}`,
            en: `the zip file holds ${tables.length} files; unpack it and name them one by one: ${names.join(', ')}`,
          },
    )
  }
  if (only.encrypted)
    throw new QcInputError('encrypted', { file }, { zh: 'zip 已加密，请先解密', en: 'the zip file is encrypted; decrypt it first' })
  if (only.method !== 0 && only.method !== 8)
    throw new QcInputError(
      'wrong_content',
      { file },
      { zh: `不支持的 zip 压缩方法 ${only.method}`, en: `the zip file uses compression method ${only.method}, which is not supported` },
    )
  return only
}
