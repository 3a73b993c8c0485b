/** Codes follow the errors a reader of this format must tell apart; each names the first line that is wrong. */
export const FASTQ_FAULTS = {
  no_at: { zh: '标题行应以 @ 开头', en: 'the title line does not begin with @' },
  no_plus: { zh: '第三行应以 + 开头', en: 'the third line does not begin with +' },
  title_differs: { zh: '+ 行的标题与 @ 行不同', en: 'the title after + differs from the one after @' },
  length_differs: { zh: '质量值与序列长度不同', en: 'quality and sequence differ in length' },
  bad_base: { zh: '序列含有非碱基字符', en: 'the sequence holds a character that is no base' },
  bad_quality: { zh: '质量行含有非法字符', en: 'the quality line holds an invalid character' },
  cut_off: { zh: '文件在记录中途结束', en: 'the file ends inside a record' },
} as const
export type FastqFault = keyof typeof FASTQ_FAULTS

const BASES = /^[ACGTUNRYKMSWBDHVacgtunrykmswbdhv.\-*]*$/
export const isBases = (line: string): boolean => BASES.test(line)
const QUALITY = /^[!-~]*$/

/** `offset`: which of the four lines is wrong. */
export function faultOf(lines: readonly string[]): { fault: FastqFault; offset: number } | undefined {
  const [title, bases, plus, quality] = lines as [string, string, string, string]
  if (!title.startsWith('@')) return { fault: 'no_at', offset: 0 }
  if (!plus.startsWith('+')) return { fault: 'no_plus', offset: 2 }
  if (plus.length > 1 && plus.slice(1) !== title.slice(1)) return { fault: 'title_differs', offset: 2 }
  if (!BASES.test(bases)) return { fault: 'bad_base', offset: 1 }
  if (!QUALITY.test(quality)) return { fault: 'bad_quality', offset: 3 }
  if (bases.length !== quality.length) return { fault: 'length_differs', offset: 3 }
  return undefined
}

/** One read as a row: name, length, GC and N counts, lowest and mean quality on the Phred+33 scale. */
export function readSummary(title: string, bases: string, quality: string): string[] {
  let gc = 0
  let unknown = 0
  for (let index = 0; index < bases.length; index++) {
    const code = bases.charCodeAt(index) & 0xdf
    if (code === 71 || code === 67) gc++
    else if (code === 78) unknown++
  }
  let sum = 0
  let lowest = 127
  for (let index = 0; index < quality.length; index++) {
    const code = quality.charCodeAt(index)
    sum += code
    if (code < lowest) lowest = code
  }
  const known = bases.length - unknown
  return [
    title.slice(1).split(/\s/, 1)[0] as string,
    String(bases.length),
    known > 0 ? ((gc / known) * 100).toFixed(2) : '',
    String(unknown),
    quality.length > 0 ? (sum / quality.length - 33).toFixed(2) : '',
    quality.length > 0 ? String(lowest - 33) : '',
  ]
}

export const FASTQ_COLUMNS = ['name', 'length', 'gc_percent', 'n_count', 'mean_quality', 'min_quality']
