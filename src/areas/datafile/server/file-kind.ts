import { FORMATS } from '#qc'

export type ContentKind = 'table' | 'text' | 'sequence' | 'variant' | 'image' | 'dicom' | 'nifti' | 'pdf' | 'office' | 'archive' | 'other'

const BY_FORMAT: Readonly<Record<string, ContentKind>> = { fastq: 'sequence', vcf: 'variant', nifti: 'nifti' }
const BY_CONTENT: Readonly<Record<string, ContentKind>> = {
  dicom: 'dicom',
  pdf: 'pdf',
  png: 'image',
  jpeg: 'image',
  gif: 'image',
  webp: 'image',
  gzip: 'archive',
  zip: 'archive',
  rar: 'archive',
  '7z': 'archive',
  bzip2: 'archive',
  xz: 'archive',
  zstd: 'archive',
  xls: 'office',
}
const MIME: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  dicom: 'application/dicom',
  gzip: 'application/gzip',
  zip: 'application/zip',
  parquet: 'application/vnd.apache.parquet',
  xpt: 'application/x-sas-xport',
  csv: 'text/csv',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  vcf: 'text/plain',
  fastq: 'text/plain',
}
const DOCUMENT_MIME: Readonly<Record<string, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  doc: 'application/msword',
  ppt: 'application/vnd.ms-powerpoint',
}
const DOCUMENTS: ReadonlySet<string> = new Set(Object.keys(DOCUMENT_MIME))
const TEXTS: ReadonlySet<string> = new Set(['txt', 'md', 'log', 'xml', 'html'])
const TABLES: ReadonlySet<string> = new Set([
  ...FORMATS,
  'tsv',
  'tab',
  'psv',
  'xlsm',
  'xls',
  'jsonl',
  'pq',
  'xport',
  'zsav',
  'nii',
  'fq',
  'txt',
])

const partsOf = (name: string): string[] => name.toLowerCase().split('.').slice(1)
const endingOf = (name: string): string => partsOf(name).at(-1) ?? ''
/** `labs.csv.gz` is a table that was packed. */
const innerOf = (name: string): string => (/^(?:b?gz|zip)$/.test(endingOf(name)) ? (partsOf(name).at(-2) ?? '') : endingOf(name))

/** Whether a reader should try: the bytes say that it is one of ours, or they say nothing and the name does. */
export const mayBeTable = (content: string | undefined, name: string): boolean => {
  if (content !== undefined && FORMATS.some((format) => format === content)) return true
  const packed = content === undefined || content === 'gzip' || content === 'zip' || content === 'xls'
  return packed && TABLES.has(innerOf(name))
}

/** `format`: what a reader took it for. */
export const kindOf = (format: string | undefined, content: string | undefined, name: string): ContentKind => {
  if (format !== undefined) return BY_FORMAT[format] ?? 'table'
  if (DOCUMENTS.has(endingOf(name)) && (content === 'zip' || content === 'xls')) return 'office'
  if (content !== undefined) return BY_CONTENT[content] ?? 'other'
  return TEXTS.has(endingOf(name)) ? 'text' : 'other'
}

/** What the bytes are, whatever the name says: a page that calls itself a picture is answered as neither. A packed table is what packs it. */
export const mimeOf = (format: string | undefined, content: string | undefined, name: string): string => {
  const kind = kindOf(format, content, name)
  if (kind === 'office') return DOCUMENT_MIME[endingOf(name)] ?? 'application/octet-stream'
  if (kind === 'text') return 'text/plain'
  const isPacked = content === 'gzip' || (content === 'zip' && format !== 'xlsx' && format !== 'ods')
  if (content === 'xls') return 'application/vnd.ms-excel'
  return MIME[(isPacked ? content : (format ?? content)) ?? ''] ?? 'application/octet-stream'
}
