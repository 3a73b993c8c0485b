import type { Words } from '#kernel'
import { numberToIbm } from '#qc/source/ibm-float.ts'
import type { Dataset, DatasetColumn } from './dataset.ts'
import { exactNumber } from './dataset.ts'
import type { Row } from './dataset.ts'

/** Where something does not fit into a file of SAS transport, version 5, and why. Nothing is cut: it is mended first, or another format taken. */
export type Misfit = { readonly form: string; readonly variable: string; readonly words: Words }
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,7}$/
const ASCII = /^[\u0020-\u007e]*$/
const [NAME_LENGTH, LABEL_LENGTH, TEXT_LENGTH] = [8, 40, 200]

const misfit = (form: string, variable: string, zh: string, en: string): Misfit => ({ form, variable, words: { 'zh-cn': zh, en } })
const labelMisfits = (form: string, variable: string, label: string): Misfit[] => [
  ...(ASCII.test(label) ? [] : [misfit(form, variable, `标签“${label}”含非 ASCII 字符`, `The label “${label}” is not ASCII`)]),
  ...(label.length > LABEL_LENGTH
    ? [misfit(form, variable, `标签超过 ${LABEL_LENGTH} 个字符`, `The label is longer than ${LABEL_LENGTH} characters`)]
    : []),
]
const nameMisfits = (form: string, variable: string, name: string): Misfit[] =>
  NAME.test(name)
    ? []
    : [
        misfit(
          form,
          variable,
          `名称“${name}”不是以字母开头、至多 ${NAME_LENGTH} 个字母数字`,
          `The name “${name}” is not at most ${NAME_LENGTH} letters, digits and underscores`,
        ),
      ]

/** What of the names and labels of a dataset does not fit. */
export const nameMisfitsOf = ({ name, label, columns }: Dataset): Misfit[] => {
  const seen = new Set<string>()
  return [
    ...nameMisfits(name, '', name),
    ...labelMisfits(name, '', label),
    ...columns.flatMap((column) => {
      const upper = column.name.toUpperCase()
      const twice = seen.has(upper) ? [misfit(name, column.name, `名称“${upper}”重复`, `The name “${upper}” stands twice`)] : []
      seen.add(upper)
      return [...nameMisfits(name, column.name, column.name), ...twice, ...labelMisfits(name, column.name, column.label)]
    }),
  ]
}

/** IBM's floating point reaches less far than ours. */
const isHeld = (number: number): boolean => number === 0 || (Math.abs(number) < 1e75 && Math.abs(number) > 1e-75)

/** What was seen of the values: how wide each column must be, and what does not fit. */
export class XptSurvey {
  readonly widths: number[]
  readonly misfits: Misfit[] = []
  records = 0
  private readonly said = new Set<string>()
  private readonly dataset: Dataset
  constructor(dataset: Dataset) {
    this.dataset = dataset
    this.widths = dataset.columns.map(({ kind }) => (kind === 'text' ? 1 : 8))
  }
  add(row: Row): void {
    this.records++
    row.forEach((value, i) => {
      const column = this.dataset.columns[i]
      if (value !== null && column) this.look(column, value, i)
    })
  }
  private look(column: DatasetColumn, value: string, i: number): void {
    const say = (zh: string, en: string) => {
      // Once for each column: a thousand rows say no more than the first.
      if (this.said.has(column.name)) return
      this.said.add(column.name)
      this.misfits.push(misfit(this.dataset.name, column.name, `第 ${this.records} 条记录：${zh}`, `Record ${this.records}: ${en}`))
    }
    if (column.kind !== 'text') {
      const number = exactNumber(value)
      if (number === null || !isHeld(number)) say('不是 SAS 能原样保存的数值', 'it is no number that SAS holds as it was entered')
      return
    }
    if (!ASCII.test(value)) say('含非 ASCII 字符', 'the text is not ASCII')
    else if (value.length > TEXT_LENGTH) say(`文字超过 ${TEXT_LENGTH} 个字符`, `the text is longer than ${TEXT_LENGTH} characters`)
    else if (value !== '' && value.endsWith(' ')) say('文字以空格结尾，会丢失', 'the text ends with a blank, which would be lost')
    this.widths[i] = Math.max(this.widths[i] ?? 1, Math.min(TEXT_LENGTH, value.length))
  }
}

const RECORD = 80
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const padded = (text: string, size: number): Buffer => Buffer.from(text.padEnd(size, ' ').slice(0, size), 'latin1')
const header = (name: string, numbers: string): Buffer =>
  padded(`HEADER RECORD*******${name.padEnd(8)}HEADER RECORD!!!!!!!${numbers}`, RECORD)
const stampOf = (at: string): string => {
  const month = MONTHS[Number(at.slice(5, 7)) - 1] ?? 'JAN'
  return `${at.slice(8, 10)}${month}${at.slice(2, 4)}:${at.slice(11, 19)}`
}
const filled = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((RECORD - (bytes.length % RECORD)) % RECORD, 0x20)])

const headOf = ({ name, label, columns }: Dataset, widths: readonly number[], at: string): Buffer => {
  const [zeros, stamp] = ['0'.repeat(30).padEnd(32), stampOf(at)]
  let position = 0
  const described = columns.map((column, i) => {
    const bytes = Buffer.alloc(140)
    const width = widths[i] ?? 8
    bytes.writeInt16BE(column.kind === 'text' ? 2 : 1, 0)
    bytes.writeInt16BE(width, 4)
    bytes.writeInt16BE(i + 1, 6)
    padded(column.name.toUpperCase(), NAME_LENGTH).copy(bytes, 8)
    padded(column.label, LABEL_LENGTH).copy(bytes, 16)
    padded('', NAME_LENGTH).copy(bytes, 56)
    padded('', NAME_LENGTH).copy(bytes, 72)
    bytes.writeInt32BE(position, 84)
    position += width
    return bytes
  })
  return Buffer.concat([
    header('LIBRARY', zeros),
    padded(`SAS     SAS     SASLIB  9.4     LINUX   ${' '.repeat(24)}${stamp}`, RECORD),
    padded(stamp, RECORD),
    header('MEMBER', '000000000000000001600000000140  '),
    header('DSCRPTR', zeros),
    padded(`SAS     ${name.toUpperCase().padEnd(8)}SASDATA 9.4     LINUX   ${' '.repeat(24)}${stamp}`, RECORD),
    Buffer.concat([padded(stamp, 32), padded(label, LABEL_LENGTH), padded('', 8)]),
    header('NAMESTR', `000000${String(columns.length).padStart(4, '0')}00000000000000000000  `),
    filled(Buffer.concat(described)),
    header('OBS', zeros),
  ])
}

const MISSING = Buffer.from([0x2e, 0, 0, 0, 0, 0, 0, 0])
const cellOf = (value: string | null, { kind }: DatasetColumn, width: number): Buffer => {
  if (kind === 'text') return padded(value ?? '', width)
  const number = value === null ? null : exactNumber(value)
  return number === null ? MISSING : Buffer.from(numberToIbm(number))
}

/** A file of SAS transport, version 5. Only for what was surveyed and found to fit. */
export async function* writeXpt(
  dataset: Dataset,
  { widths }: Pick<XptSurvey, 'widths'>,
  at: string,
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncGenerator<Buffer> {
  yield headOf(dataset, widths, at)
  let size = 0
  for await (const row of rows) {
    const bytes = Buffer.concat(dataset.columns.map((column, i) => cellOf(row[i] ?? null, column, widths[i] ?? 8)))
    size += bytes.length
    yield bytes
  }
  yield Buffer.alloc((RECORD - (size % RECORD)) % RECORD, 0x20)
}
