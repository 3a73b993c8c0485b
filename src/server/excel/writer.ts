import { zipped } from './zip.ts'

/** A workbook written row by row: memory does not grow with the rows. Every text cell is text, so no formula can run. */
export type Cell = string | number | null | Moment | Flagged
/** A text that somebody is to look at: coloured, also where it is empty. */
export type Flagged = { text: string; isFlagged: true }
/** A point on the clock of the reader, in milliseconds as if that clock were UTC: Excel knows no zones. */
export type Moment = { clock: number; as: 'day' | 'moment' }
export type Column = { title: string; width: number }
const MAX_ROWS = 1_048_576
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// XML 1.0 has no way to say a control character: Excel would call the whole file damaged.
// eslint-disable-next-line no-control-regex
const ILLEGAL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const escape = (text: string) =>
  /[&<>"\u0000-\u001F\uFFFE\uFFFF]/.test(text) ? text.replace(ILLEGAL, '�').replace(/[&<>"]/g, (c) => ESCAPES[c]!) : text

const letters = (n: number): string =>
  n < 26 ? String.fromCharCode(65 + n) : letters(Math.floor(n / 26) - 1) + String.fromCharCode(65 + (n % 26))
const MAX_CELL = 32_767

const DAY = 86_400_000
/** Days since the end of 1899, as Excel counts. */
const serial = (clock: number): string => String(Number((Math.floor(clock / 1000) / (DAY / 1000) + 25_569).toFixed(8)))
const STYLE = { title: 1, day: 2, moment: 3, flagged: 4 }
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEEF2F7"/></patternFill></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFBD5D5"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf fontId="1" fillId="2" applyFont="1" applyFill="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf fillId="3" applyFill="1"/></cellXfs></styleSheet>`

const textXml = (at: string, text: string, style = '') =>
  `<c r="${at}"${style} t="inlineStr"><is><t xml:space="preserve">${escape(text.slice(0, MAX_CELL))}</t></is></c>`
const titleXml = (columns: readonly Column[], names: readonly string[]) =>
  `<row r="1">${columns.map((c, i) => textXml(`${names[i]!}1`, c.title, ` s="${STYLE.title}"`)).join('')}</row>`

const rowXml = (cells: readonly Cell[], row: number, columns: readonly string[]): string => {
  let xml = `<row r="${row}">`
  cells.forEach((value, i) => {
    if (value === null || value === '') return
    const at = `${columns[i]!}${row}`
    if (typeof value === 'object' && 'isFlagged' in value) xml += textXml(at, value.text, ` s="${STYLE.flagged}"`)
    else if (typeof value === 'object') xml += `<c r="${at}" s="${STYLE[value.as]}"><v>${serial(value.clock)}</v></c>`
    else if (typeof value === 'number' && Number.isFinite(value)) xml += `<c r="${at}"><v>${value}</v></c>`
    else xml += textXml(at, String(value))
  })
  return `${xml}</row>`
}

/** Splits into further sheets where one would be longer than Excel allows; every sheet repeats the header. */
export async function* writeWorkbook(
  sheetName: string,
  header: readonly Column[],
  rows: AsyncIterable<readonly Cell[]>,
): AsyncGenerator<Buffer> {
  const columns = header.map((_, i) => letters(i))
  const source = rows[Symbol.asyncIterator]()
  let next = await source.next()
  let sheets = 0
  async function* sheet(): AsyncGenerator<string> {
    const widths = header.map(({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`).join('')
    yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData>${titleXml(header, columns)}`
    let buffer = ''
    let row = 2
    for (; !next.done && row <= MAX_ROWS; row++) {
      buffer += rowXml(next.value, row, columns)
      if (buffer.length > 65_536) {
        yield buffer
        buffer = ''
      }
      next = await source.next()
    }
    yield `${buffer}</sheetData><autoFilter ref="A1:${columns.at(-1)}${row - 1}"/></worksheet>`
  }
  async function* parts() {
    do {
      sheets++
      yield { name: `xl/worksheets/sheet${sheets}.xml`, text: sheet() }
    } while (!next.done)
    const numbers = Array.from({ length: sheets }, (_, i) => i + 1)
    const title = escape(sheetName.replace(/[[\]:*?/\\]/g, ' ').slice(0, 25)) || 'Sheet'
    const overrides = numbers
      .map(
        (n) =>
          `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
      )
      .join('')
    yield {
      name: '[Content_Types].xml',
      text: [
        `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${overrides}</Types>`,
      ],
    }
    yield {
      name: '_rels/.rels',
      text: [
        `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ],
    }
    yield {
      name: 'xl/workbook.xml',
      text: [
        `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELS}"><sheets>${numbers.map((n) => `<sheet name="${title}${n > 1 ? ` ${n}` : ''}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
      ],
    }
    yield { name: 'xl/styles.xml', text: [STYLES] }
    yield {
      name: 'xl/_rels/workbook.xml.rels',
      text: [
        `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${numbers.map((n) => `<Relationship Id="rId${n}" Type="${RELS}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}<Relationship Id="rId${sheets + 1}" Type="${RELS}/styles" Target="styles.xml"/></Relationships>`,
      ],
    }
  }
  try {
    yield* zipped(parts())
  } finally {
    await source.return?.()
  }
}
