import path from 'node:path'
import { startOfDicom } from './dicom.ts'
import type { Format } from './reading.ts'

const ENDINGS: Readonly<Record<string, Format>> = {
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  tab: 'csv',
  psv: 'csv',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  xls: 'xlsx',
  ods: 'ods',
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  parquet: 'parquet',
  pq: 'parquet',
  xpt: 'xpt',
  xport: 'xpt',
  sav: 'sav',
  zsav: 'sav',
  por: 'por',
  dta: 'dta',
  sas7bdat: 'sas7bdat',
  nii: 'nifti',
  fastq: 'fastq',
  fq: 'fastq',
  vcf: 'vcf',
}

/** First bytes that leave no doubt. Text formats have none: there the name decides. */
const MAGIC: readonly { kind: string; bytes: string }[] = [
  { kind: 'gzip', bytes: '\x1f\x8b' },
  { kind: 'zip', bytes: 'PK\x03\x04' },
  { kind: 'xls', bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1' },
  { kind: 'parquet', bytes: 'PAR1' },
  { kind: 'xpt', bytes: 'HEADER RECORD*******LIB' },
  { kind: 'sav', bytes: '$FL2@(#)' },
  { kind: 'sav', bytes: '$FL3@(#)' },
  { kind: 'dta', bytes: '<stata_dta>' },
  { kind: 'vcf', bytes: '##fileformat=VCF' },
  { kind: 'pdf', bytes: '%PDF-' },
  { kind: 'png', bytes: '\x89PNG\r\n' },
  { kind: 'jpeg', bytes: '\xff\xd8\xff' },
  { kind: 'gif', bytes: 'GIF8' },
  { kind: 'rar', bytes: 'Rar!\x1a' },
  { kind: '7z', bytes: '7z\xbc\xaf\x27\x1c' },
  { kind: 'bzip2', bytes: 'BZh' },
  { kind: 'xz', bytes: '\xfd7zXZ' },
  { kind: 'zstd', bytes: '\x28\xb5\x2f\xfd' },
  { kind: 'sqlite', bytes: 'SQLite format 3\0' },
  { kind: 'elf', bytes: '\x7fELF' },
  { kind: 'sas7bdat', bytes: '\0\0\0\0\0\0\0\0\0\0\0\0\xc2\xea\x81\x60' },
]

/** One of five lines of 40 characters says it, in the letters of its own machine; the mark behind the table of letters too. */
const isPor = (sample: Buffer): boolean => /(?:ASCII|EBCDIC) SPSS PORT FILE/.test(sample.toString('latin1', 0, 220))

/** Its first member, uncompressed, says what an OpenDocument file is. */
const ODS = 'mimetypeapplication/vnd.oasis.opendocument.spreadsheet'

/** The mark stands behind the head in version 1, in front in version 2. */
const isNifti = (sample: Buffer): boolean =>
  /^n[+i]1\0/.test(sample.toString('latin1', 344, 348)) || /^n[+i]2\0\r\n\x1a\n/.test(sample.toString('latin1', 4, 12))

export function magicOf(sample: Buffer): string | undefined {
  const head = sample.subarray(0, 64).toString('latin1')
  if (sample.toString('latin1', 128, 132) === 'DICM') return 'dicom'
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp'
  if (isNifti(sample)) return 'nifti'
  if (isPor(sample)) return 'por'
  if (head.startsWith('PK') && sample.includes(ODS)) return 'ods'
  return MAGIC.find(({ bytes }) => head.startsWith(bytes))?.kind ?? (startOfDicom(sample) === undefined ? undefined : 'dicom')
}

export type NameParts = { name: string; ending: string; packing: 'gzip' | 'zip' | undefined; inner: string }

/** `labs.v2.csv.gz` → name `labs.v2`, ending `csv`, packed by gzip, `labs.v2.csv` inside. */
export function nameParts(file: string): NameParts {
  const base = path.basename(file)
  const packed = /\.(?:b?gz|zip)$/i.exec(base)
  const inner = packed ? base.slice(0, packed.index) : base
  const ending = path.extname(inner).slice(1).toLowerCase()
  const name = ending ? inner.slice(0, -(ending.length + 1)) : inner
  return { name, ending, packing: packed ? (packed[0].toLowerCase() === '.zip' ? 'zip' : 'gzip') : undefined, inner }
}

export const formatOfEnding = (ending: string): Format | undefined => ENDINGS[ending]

/** Which content each ending promises, for endings whose content has magic bytes. */
const PROMISE: Readonly<Record<string, string>> = {
  xlsx: 'zip',
  xlsm: 'zip',
  xls: 'xls',
  parquet: 'parquet',
  pq: 'parquet',
  xpt: 'xpt',
  xport: 'xpt',
  sav: 'sav',
  zsav: 'sav',
  por: 'por',
  gz: 'gzip',
  bgz: 'gzip',
  dcm: 'dicom',
  dicom: 'dicom',
  pdf: 'pdf',
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  gif: 'gif',
  webp: 'webp',
  zip: 'zip',
  docx: 'zip',
  pptx: 'zip',
  vcf: 'vcf',
  sas7bdat: 'sas7bdat',
  nii: 'nifti',
}

const TEXT_ENDINGS = new Set(['csv', 'tsv', 'txt', 'tab', 'psv', 'json', 'ndjson', 'jsonl', 'fastq', 'fq', 'xml', 'html', 'md'])

/** What the bytes are against what the name says; undefined when they agree or nothing can be said. */
export function contentMismatch(ending: string, sample: Buffer): { expected: string; found: string } | undefined {
  const found = magicOf(sample)
  const expected = PROMISE[ending]
  if (expected) return found === expected ? undefined : { expected, found: found ?? 'other' }
  if (TEXT_ENDINGS.has(ending) && found !== undefined && found !== 'vcf' && found !== 'xpt') return { expected: 'text', found }
  return undefined
}
