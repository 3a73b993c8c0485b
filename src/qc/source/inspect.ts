import { open } from 'node:fs/promises'
import path from 'node:path'
import { readDicomHeader, type DicomHeader } from './dicom.ts'
import { detectEncoding, readSample } from './encoding.ts'
import type { FileFact } from './file-fact.ts'
import { fileSize } from './file-size.ts'
import { gunzip, gunzipHead } from './gunzip.ts'
import { QcInputError } from './input-error.ts'
import { contentMismatch, formatOfEnding, magicOf, nameParts } from './kind.ts'
import { hashFile } from './snapshot.ts'

const HEADER_BYTES = 1 << 20
const LARGEST_HEADER = 1 << 28
const LARGEST_PACKED_HEADER = 1 << 24
/** Named as an image and none: judged as one in which every field is missing, or it would pass unseen. */
const NO_HEADER: DicomHeader = { header: {} }

/** What can be said of a file without making a table of it: pictures, archives, sequences beside the tables of a delivery. */
export async function inspectFile(file: string): Promise<FileFact> {
  const source = path.resolve(file)
  const bytes = await fileSize(file)
  const sample = await readSample(source, HEADER_BYTES)
  const magic = magicOf(sample)
  const { ending, packing } = nameParts(file)
  const mismatch = contentMismatch(packing === undefined ? ending : packing === 'gzip' ? 'gz' : 'zip', sample)
  const isText =
    packing === undefined && magic === undefined && ['csv', 'json', 'ndjson', 'fastq', 'vcf'].includes(formatOfEnding(ending) ?? '')
  const encoding = isText ? detectEncoding(sample) : undefined
  const dicom =
    magic === 'dicom'
      ? await dicomOf(source, sample, bytes)
      : isDicomName(ending)
        ? ((magic === 'gzip' ? await packedDicomOf(source) : undefined) ?? NO_HEADER)
        : undefined
  const fault = dicom?.fault ?? (await faultOf(source, magic))
  return {
    name: path.basename(file),
    bytes,
    sha256: await hashFile(source),
    ...(encoding ? { encoding } : {}),
    ...(magic ? { content: magic } : {}),
    ...(mismatch ? { mismatch } : {}),
    ...(fault ? { fault } : {}),
    ...(dicom ? { dicom: dicom.header } : {}),
  }
}

const isDicomName = (ending: string): boolean => ending === 'dcm' || ending === 'dicom'

async function packedDicomOf(source: string): Promise<DicomHeader | undefined> {
  const { bytes, isWhole } = await gunzipHead(source, LARGEST_PACKED_HEADER)
  return readDicomHeader(bytes, isWhole ? 0 : Number.POSITIVE_INFINITY)
}

/** A header that seems cut may only be longer than the sample. */
async function dicomOf(source: string, sample: Buffer, bytes: number): Promise<DicomHeader | undefined> {
  const found = readDicomHeader(sample, bytes - sample.length)
  if (!found?.fault || sample.length === bytes) return found
  const larger = await readSample(source, Math.min(bytes, LARGEST_HEADER))
  return readDicomHeader(larger, bytes - larger.length)
}

/** Formats that carry their own end can be checked for it; for the rest there is nothing to miss. */
async function faultOf(source: string, magic: string | undefined): Promise<string | undefined> {
  if (magic === 'gzip') {
    return gunzip(source, undefined, source).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof QcInputError) return error.code
        throw error
      },
    )
  }
  if (magic === 'zip') return (await tail(source, 66_000)).includes('PK\x05\x06') ? undefined : 'truncated_zip'
  if (magic === 'parquet') return (await tail(source, 4)).toString('latin1') === 'PAR1' ? undefined : 'truncated_parquet'
  if (magic === 'pdf') return (await tail(source, 2048)).includes('%%EOF') ? undefined : 'truncated_pdf'
  if (magic === 'png') return (await tail(source, 64)).includes('IEND') ? undefined : 'truncated_png'
  return undefined
}

async function tail(source: string, bytes: number): Promise<Buffer> {
  const file = await open(source)
  try {
    const { size } = await file.stat()
    const buffer = Buffer.alloc(Math.min(bytes, size))
    await file.read(buffer, 0, buffer.length, Math.max(0, size - bytes))
    return buffer
  } finally {
    await file.close()
  }
}
