import type { Words } from '#kernel'
import type { FileFact, ImportNote } from '#qc'
import { saidNote } from '#study/said-note.ts'

const FAULTS: Readonly<Record<string, Words>> = {
  truncated: { 'zh-cn': '文件不完整（末尾缺失）', en: 'The file is cut off: its end is missing' },
  damaged: { 'zh-cn': '文件已损坏', en: 'The file is damaged' },
  unpack: {
    'zh-cn': '解压后远大于允许的大小，疑似压缩炸弹，未读取。确认内容无误后，请管理员提高 UNPACK_MAX_GB 或 UNPACK_RATIO，或改传未压缩的文件',
    en: 'It unpacks to far more than is allowed, like a decompression bomb, and was not read. If it is right, have UNPACK_MAX_GB or UNPACK_RATIO raised, or send it unpacked',
  },
}
const UNKNOWN: Words = { 'zh-cn': '无法识别的文件类型，未读取', en: 'The kind of file is not known; it was not read' }

/** Why a file must not be used before somebody has looked at it. */
export const troubleOf = ({ fault, mismatch }: FileFact, notes: readonly ImportNote[], isUnknown = false): Words | null => {
  if (fault) return FAULTS[fault.split('_')[0] ?? ''] ?? { 'zh-cn': `文件无法读取（${fault}）`, en: `The file cannot be read (${fault})` }
  if (mismatch)
    return {
      'zh-cn': `内容与文件名不符：应为 ${mismatch.expected}，实际为 ${mismatch.found}`,
      en: `The content is not what the name says: ${mismatch.found} instead of ${mismatch.expected}`,
    }
  const errors = notes.filter((note) => note.severity === 'error')
  const [first] = errors
  if (first)
    return {
      'zh-cn': `读取时发现 ${errors.length} 处错误，例如：${saidNote(first, 'zh-cn')}`,
      en: `Errors while reading: ${errors.length}, for example: ${saidNote(first, 'en')}`,
    }
  return isUnknown ? UNKNOWN : null
}
