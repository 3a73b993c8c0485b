/** The tags that people know by name, the telling ones first; the words stand in the texts of the page, by their number. */
export const TAGS = [
  '0008,0060',
  '0018,0015',
  '0008,1030',
  '0008,103e',
  '0018,1030',
  '0008,0020',
  '0008,0021',
  '0008,0022',
  '0008,0030',
  '0010,0010',
  '0010,0020',
  '0010,0030',
  '0010,0040',
  '0010,1010',
  '0010,1030',
  '0008,0050',
  '0008,0080',
  '0008,0090',
  '0008,0070',
  '0008,1090',
  '0008,1010',
  '0018,1000',
  '0018,1020',
  '0018,0087',
  '0018,0050',
  '0018,0088',
  '0018,0080',
  '0018,0081',
  '0018,0082',
  '0018,1314',
  '0018,0060',
  '0018,1151',
  '0018,0010',
  '0018,5100',
  '0020,0010',
  '0020,0011',
  '0020,0013',
  '0020,0032',
  '0020,0037',
  '0028,0010',
  '0028,0011',
  '0028,0008',
  '0028,0030',
  '0028,0004',
  '0028,0100',
  '0028,0101',
  '0028,1050',
  '0028,1051',
  '0008,0005',
  '0008,0016',
  '0008,0018',
  '0020,000d',
  '0020,000e',
  '0002,0010',
  '0002,0012',
  '0002,0013',
] as const
export type Tag = (typeof TAGS)[number]

const DATES: ReadonlySet<string> = new Set(['0008,0020', '0008,0021', '0008,0022', '0010,0030'])
const HARMLESS: ReadonlySet<string> = new Set(['0010,0040', '0010,1010', '0010,1020', '0010,1030'])
/** Group 0010 is the patient, of whom sex, age, size and weight tell little; the accession number and the referring physician lead to one. */
export const isPersonal = (tag: string): boolean =>
  (tag.startsWith('0010,') && !HARMLESS.has(tag)) || tag === '0008,0050' || tag === '0008,0090'

/** `20261102` as a day; several values, kept apart by backslashes, beside each other. */
export const tagText = (tag: string, value: string): string =>
  DATES.has(tag) ? value.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3') : value.split('\\').join(' · ')
