import { QcInputError } from '../source/input-error.ts'
import { text, type Text } from '../text.ts'

const NO_RIGHT = text('没有访问权限', 'permission denied')
const NO_PATH = text('没有这个文件或目录', 'there is no such file or folder')
const FULL = text(
  '磁盘空间不足；请腾出空间，临时文件可用 --spill 另选目录',
  'the disk is full; make room, or put temporary files elsewhere with --spill',
)
const CODES: Readonly<Record<string, Text>> = {
  EACCES: NO_RIGHT,
  EPERM: NO_RIGHT,
  EROFS: text('所在磁盘只读', 'the disk is read-only'),
  ENOENT: NO_PATH,
  ENOTDIR: text('路径中有一段不是目录', 'a part of the path is no folder'),
  EISDIR: text('这是目录，不是文件', 'this is a folder, not a file'),
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: FULL,
}

/** What the engine says in its own words, by what those words mean. */
const SENTENCES: readonly { said: RegExp; meant: Text }[] = [
  { said: /No space left on device|max_temp_directory_size/i, meant: FULL },
  {
    said: /^Out of Memory Error/,
    meant: text(
      '内存上限太小；请提高 --memory，或减少 --threads',
      'the memory limit is too small for this; raise --memory or lower --threads',
    ),
  },
  { said: /^IO Error.*Permission denied/s, meant: NO_RIGHT },
  { said: /^IO Error.*No such file or directory/s, meant: NO_PATH },
]

/** What the machine refused (rights, room, memory) as one sentence; undefined for a bug of ours, which shows its trace. */
export function machineError(error: unknown): QcInputError | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, path, dest } = error as NodeJS.ErrnoException & { dest?: string }
  const meant = CODES[code ?? ''] ?? SENTENCES.find(({ said }) => said.test(error.message))?.meant
  if (!meant) return undefined
  const file = dest ?? path ?? /file "([^"]+)"/.exec(error.message)?.[1] ?? 'qc'
  return new QcInputError('machine', { file }, meant, { cause: error })
}
