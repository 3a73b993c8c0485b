import type { ImportNote } from '../table.ts'
import { FASTQ_COLUMNS, FASTQ_FAULTS, faultOf, isBases, readSummary, type FastqFault } from './fastq-record.ts'
import { FastqSurvey } from './fastq-survey.ts'
import { QcInputError } from './input-error.ts'
import { readLines } from './lines.ts'
import { loadRows, type ReadContext, type Reading } from './reading.ts'

const NAMED = 1000

/**
 * One row per read. A wrong record is noted by line and passed over; after a record that lost its rhythm the reader looks for the
 * next line that begins one, so that a single missing line does not condemn the rest of the file.
 */
export async function readFastq(context: ReadContext): Promise<Reading> {
  const notes: ImportNote[] = []
  let faults = 0
  let lines = 0
  let lowest = 127
  let replaced = 0
  const survey = new FastqSurvey()
  let highest = 0
  const note = (fault: FastqFault, line: number) => {
    faults++
    if (faults <= NAMED) notes.push({ code: 'fastq_fault', line, detail: fault, severity: 'error' })
  }
  const rows = async function* () {
    let held: string[] = []
    for await (const batch of readLines(context.path, context.shownAs)) {
      for (const text of batch) {
        lines++
        if (held.length === 0 && text === '') continue
        if (text.includes('\ufffd')) replaced++
        held.push(text)
        if (held.length < 4) continue
        const wrong = faultOf(held)
        const first = lines - 3
        if (lines === 4 && isFolded(held)) throw folded(context.shownAs)
        if (!wrong) {
          const quality = held[3] as string
          for (let index = 0; index < quality.length; index++) {
            const code = quality.charCodeAt(index)
            if (code < lowest) lowest = code
            if (code > highest) highest = code
          }
          survey.add(held[0] ?? '', quality.length)
          yield readSummary(held[0] as string, held[1] as string, quality)
          held = []
        } else {
          note(wrong.fault, first + wrong.offset)
          held = wrong.fault === 'no_at' || wrong.fault === 'no_plus' ? resume(held) : []
        }
      }
    }
    if (held.length > 0) note('cut_off', lines)
  }
  const loaded = await loadRows(context, FASTQ_COLUMNS, rows())
  if (faults > 0) notes.push({ code: 'fastq_faults', count: faults, severity: 'error' })
  if (replaced > 0) notes.push({ code: 'replaced_characters', count: replaced, detail: 'utf-8', severity: 'warning' })
  const offset = highest > 0 ? phredOffset(lowest, highest) : undefined
  if (offset) notes.push({ code: 'phred_offset', detail: String(offset), severity: 'info' })
  const about = { ...survey.about(), ...(offset ? { phredOffset: offset } : {}) }
  const whole = faults === 0 ? { independentRows: Math.floor(lines / 4) } : {}
  return { columns: FASTQ_COLUMNS, ...loaded, facts: { header: FASTQ_COLUMNS, encoding: 'ascii', ...whole, about, notes } }
}

/** The old form, in which sequence and quality run over several lines. */
const isFolded = ([title = '', one = '', two = '', three = '']: readonly string[]): boolean =>
  title.startsWith('@') &&
  [one, two].every((line) => line !== '' && isBases(line)) &&
  (three.startsWith('+') || (three !== '' && isBases(three)))

const folded = (file: string) =>
  new QcInputError(
    'folded_fastq',
    { file, line: 3 },
    {
      zh: '序列分成多行；请先改成每条记录四行（如 seqtk seq -l0）',
      en: 'the sequence runs over several lines; rewrite it with four lines per record first (e.g. seqtk seq -l0)',
    },
  )

/** Good reads of today hold nothing below 59 either, but nothing above J (41 on the scale of 33) or else more than h (40 on that of 64). */
const phredOffset = (lowest: number, highest: number): 33 | 64 => (lowest >= 59 && highest > 74 && highest <= 104 ? 64 : 33)

/** The lines from the next possible title on; a quality line may begin with @ too, but then no + stands two lines below. */
function resume(held: readonly string[]): string[] {
  const next = held.findIndex(
    (line, index) => index > 0 && line.startsWith('@') && (held[index + 2] === undefined || held[index + 2]!.startsWith('+')),
  )
  return next === -1 ? [] : held.slice(next)
}

export { FASTQ_FAULTS }
