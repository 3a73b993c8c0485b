/** How the content of a suffix is proved. `found` are the names under which the sniffer knows it. */
export type FileKind = {
  mime: string
  proof: 'picture' | 'archive' | 'text' | 'svg' | 'magic' | 'transport' | 'gzip'
  found: readonly string[]
}
const picture = (mime: string, ...found: string[]): FileKind => ({ mime, proof: 'picture', found })
const magic = (mime: string, ...found: string[]): FileKind => ({ mime, proof: 'magic', found })
const archive = (mime: string, ...found: string[]): FileKind => ({ mime, proof: 'archive', found })
const text = (mime: string): FileKind => ({ mime, proof: 'text', found: [] })
const office = 'application/vnd.openxmlformats-officedocument'

/** A suffix that is not here cannot be proved, so no setting can allow it: no page, no script, no program. */
export const FILE_KINDS: Readonly<Record<string, FileKind>> = {
  jpg: picture('image/jpeg', 'jpg'),
  jpeg: picture('image/jpeg', 'jpg'),
  png: picture('image/png', 'png', 'apng'),
  gif: picture('image/gif', 'gif'),
  webp: picture('image/webp', 'webp'),
  bmp: picture('image/bmp', 'bmp'),
  svg: { mime: 'image/svg+xml', proof: 'svg', found: ['xml'] },
  zip: archive('application/zip', 'zip'),
  docx: archive(`${office}.wordprocessingml.document`, 'docx'),
  xlsx: archive(`${office}.spreadsheetml.sheet`, 'xlsx'),
  pptx: archive(`${office}.presentationml.presentation`, 'pptx'),
  doc: magic('application/msword', 'cfb'),
  xls: magic('application/vnd.ms-excel', 'cfb'),
  ppt: magic('application/vnd.ms-powerpoint', 'cfb'),
  pdf: magic('application/pdf', 'pdf'),
  parquet: magic('application/vnd.apache.parquet', 'parquet'),
  dcm: magic('application/dicom', 'dcm'),
  mp3: magic('audio/mpeg', 'mp3'),
  wav: magic('audio/wav', 'wav'),
  mp4: magic('video/mp4', 'mp4', 'm4v'),
  gz: { mime: 'application/gzip', proof: 'gzip', found: ['gz'] },
  xpt: { mime: 'application/x-sas-xport', proof: 'transport', found: [] },
  csv: text('text/csv'),
  tsv: text('text/tab-separated-values'),
  txt: text('text/plain'),
  md: text('text/markdown'),
  json: text('application/json'),
  vcf: text('text/plain'),
  fastq: text('text/plain'),
  fq: text('text/plain'),
}

export const suffixOf = (name: string): string => (name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '')
/** The kind of a name, if the site's list (`jpg,.png,image/*`) has its suffix and we can prove it. */
export const allowedKind = (name: string, list: string): FileKind | undefined => {
  const suffix = suffixOf(name)
  const kind = Object.hasOwn(FILE_KINDS, suffix) ? FILE_KINDS[suffix] : undefined
  const isListed = list.split(',').some((entry) => {
    const wish = entry.trim().toLowerCase().replace(/^\./, '')
    return wish === suffix || (wish.endsWith('/*') && kind?.mime.startsWith(wish.slice(0, -1)))
  })
  return isListed ? kind : undefined
}
