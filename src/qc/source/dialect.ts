import { CsvParser, type CsvCell, type CsvDialect } from './csv-parser.ts'

const DELIMITERS = [',', '\t', ';', '|', '^', '~', '\u0001', ':']
const LOOK_AT = 200

/** `odd`: the share of looked-at records that have another number of cells than the first. */
export type SniffedDialect = CsvDialect & { header: CsvCell[]; odd: number }

/** The delimiter under which most records have the same number of cells, more cells winning among equals. */
export function sniffDialect(sample: string, fixed: { delimiter?: string; quote?: string } = {}): SniffedDialect {
  const candidates = fixed.delimiter ? [fixed.delimiter] : DELIMITERS
  const quote = fixed.quote ?? sniffQuote(sample)
  let best: { score: number; dialect: SniffedDialect } | undefined
  for (const delimiter of candidates) {
    const parser = new CsvParser({ delimiter, quote })
    const records = [...parser.push(sample), ...(sample.endsWith('\n') ? [] : parser.end())].slice(0, LOOK_AT)
    const header = records[0]?.cells ?? []
    const even = records.filter((record) => record.cells.length === header.length).length / Math.max(1, records.length)
    const score = header.length > 1 ? even * 10 + Math.min(header.length, 50) / 50 : 0
    if (!best || score > best.score) best = { score, dialect: { delimiter, quote, header, odd: 1 - even } }
  }
  return best!.dialect
}

/** Single quotes count as quotes only when cells begin and end with them and no double quote opens a cell. */
function sniffQuote(sample: string): string {
  if (/(?:^|[,;\t|\n])"/.test(sample)) return '"'
  const cells = sample.split(/[,;\t|\r\n]/).filter((cell) => cell.length > 1)
  const single = Math.min(...[0, -1].map((side) => cells.filter((cell) => cell.at(side) === "'").length))
  const lines = sample.split('\n', LOOK_AT).length
  return single >= Math.max(3, lines) ? "'" : '"'
}
