import { defineCheck } from '../../check.ts'
import { NotApplicable } from '../../problem.ts'
import { text } from '../../text.ts'
import { perFile, requiredFiles } from './files.ts'

const common = { dimension: 'file', kahn: 'conformance.value', level: 'file', target: 'dataset', facts: ['files'] } as const
const good = { name: 'S001_V1.csv', bytes: 1200, sha256: 'aa', encoding: 'utf-8' }

export const magicMatches = defineCheck({
  ...common,
  id: 'I03',
  slug: 'magic_matches_extension',
  title: text('内容与扩展名相符', 'Content matches the name'),
  counts: text('内容不是其扩展名所称格式的文件', 'a file whose content is not what its ending says'),
  help: text(
    '按文件首部字节判断，不看扩展名。文本格式没有标记，只检查它不是已知的二进制格式。',
    'Judged by the first bytes. Text has no mark: it must only not be a known binary format.',
  ),
  severity: 'blocking',
  params: {},
  example: {
    columns: ['编号'],
    rows: [],
    context: { files: [good, { name: 'a.xlsx', bytes: 9, mismatch: { expected: 'zip', found: 'pdf' } }] },
    parameter: {},
    violations: 1,
    denominator: 2,
  },
  compile: (place) => perFile(requiredFiles(place), ({ mismatch }) => mismatch && `${mismatch.found} (${mismatch.expected})`),
})

export const readable = defineCheck({
  ...common,
  id: 'I04',
  slug: 'readable',
  title: text('可完整读取', 'Readable to the end'),
  counts: text('打不开或读不到结尾的文件', 'a file that cannot be opened or read to its end'),
  help: text('含 gzip 校验与截断。', 'Includes the checksum of gzip files and truncation.'),
  severity: 'blocking',
  params: {},
  example: {
    columns: ['编号'],
    rows: [],
    context: { files: [good, { name: 'r1.fastq.gz', bytes: 9, fault: 'truncated_gzip' }] },
    parameter: {},
    violations: 1,
    denominator: 2,
  },
  compile: (place) => perFile(requiredFiles(place), ({ fault }) => fault),
})

export const encoding = defineCheck({
  ...common,
  id: 'I05',
  slug: 'encoding',
  title: text('字符编码', 'Character encoding'),
  counts: text('编码不在允许之列的文本文件', 'a text file in an encoding that is not allowed'),
  help: text(
    '只判断文本文件；无法解码的文件在读入时即报错。',
    'Judges text files only; bytes that cannot be decoded are refused when read.',
  ),
  params: { allowed: { kind: 'texts', default: ['utf-8'], label: text('允许的编码', 'Allowed encodings') } },
  example: {
    columns: ['编号'],
    rows: [],
    context: { files: [good, { ...good, name: 'b.csv', encoding: 'gb18030' }] },
    parameter: { params: { allowed: ['UTF-8'] } },
    violations: 1,
    denominator: 2,
  },
  compile(place) {
    const files = requiredFiles(place).filter((file) => file.encoding !== undefined)
    if (files.length === 0) throw new NotApplicable('out_of_scope')
    const allowed = new Set(place.params.allowed.map(plain))
    return perFile(files, (file) => (allowed.has(plain(file.encoding as string)) ? undefined : file.encoding))
  },
})

/** UTF-8, utf8 and Utf_8 are one encoding; GBK and GB2312 are parts of GB18030. */
const plain = (name: string): string => {
  const bare = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return bare === 'gbk' || bare === 'gb2312' ? 'gb18030' : bare === 'ascii' ? 'utf8' : bare
}

export const sizeBetween = defineCheck({
  ...common,
  id: 'I02',
  slug: 'size_between',
  title: text('文件大小', 'File size between'),
  counts: text('字节数超出范围的文件', 'a file whose number of bytes is outside the limits'),
  help: text('上下限均含。', 'Both limits are inclusive.'),
  params: {
    min: { kind: 'integer', min: 0, default: 1, label: text('最少字节', 'At least, bytes') },
    max: { kind: 'integer', min: 0, label: text('最多字节', 'At most, bytes') },
    ending: { kind: 'text', label: text('只看以此结尾的文件', 'Only files ending in') },
  },
  example: {
    columns: ['编号'],
    rows: [],
    context: { files: [good, { name: 'b.csv', bytes: 0 }] },
    parameter: {},
    violations: 1,
    denominator: 2,
  },
  compile(place) {
    const { min, max, ending } = place.params
    const files = requiredFiles(place).filter((file) => ending === undefined || file.name.endsWith(ending))
    if (files.length === 0) throw new NotApplicable('out_of_scope')
    return perFile(files, ({ bytes }) => (bytes < min || (max !== undefined && bytes > max) ? String(bytes) : undefined))
  },
})
