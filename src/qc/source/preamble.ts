import { CsvParser } from './csv-parser.ts'
import { sniffDialect } from './dialect.ts'

/** Lines above the header that are no part of the table: a spreadsheet's `sep=;`, comments. */
export type Preamble = {
  lines: number
  /** With the byte order mark. */
  bytes: number
  comments: number
  delimiter?: string
}

type Given = { delimiter?: string; quote?: string }

const SEPARATOR = /^(?:sep=(.)|"sep=(.)")(\r\n|\n|\r)/i
const LINE = /([^\r\n]*)(\r\n|\n|\r)/y
const MOST_ODD = 0.4

/** Comments are passed over only where a table follows them: the first line of a script or a note begins with # as well. */
export function preambleOf(sample: string, given: Given): Preamble {
  const mark = sample.startsWith('\ufeff') ? '\ufeff' : ''
  const text = sample.slice(mark.length)
  const named = SEPARATOR.exec(text)
  const delimiter = given.delimiter ?? named?.[1] ?? named?.[2]
  const opening = named?.[0] ?? ''
  const comments = leadingComments(text.slice(opening.length))
  const rest = text.slice(opening.length + comments.join('').length)
  const kept = comments.length > 0 ? commentsAbove(comments, rest, { ...given, ...(delimiter ? { delimiter } : {}) }) : []
  return {
    lines: (named ? 1 : 0) + kept.length,
    bytes: Buffer.byteLength(mark + opening + kept.join('')),
    comments: kept.filter((line) => line.startsWith('#')).length,
    ...(delimiter ? { delimiter } : {}),
  }
}

/** Lines from the first that begins with # to the last before the table, blank ones between them included. */
function leadingComments(text: string): string[] {
  const lines: string[] = []
  LINE.lastIndex = 0
  for (let found = LINE.exec(text); found; found = LINE.exec(text)) {
    if (!found[1]!.startsWith('#') && (lines.length === 0 || found[1]!.trim() !== '')) break
    lines.push(found[0])
  }
  return lines
}

function commentsAbove(comments: readonly string[], rest: string, given: Given): readonly string[] {
  const { header, odd, ...dialect } = sniffDialect(rest, given)
  if (header.length < 2 || odd > MOST_ODD) return []
  const last = comments.findLastIndex((line) => line.startsWith('#'))
  const cells = new CsvParser(dialect).push(comments[last] as string)[0]?.cells ?? []
  // `#chrom  start  end`, directly above its records, is the header of many tables of genomics.
  const isHeader = last === comments.length - 1 && cells.length === header.length && /^#[^#\s!]/.test(comments[last] as string)
  return isHeader ? comments.slice(0, last) : comments
}
