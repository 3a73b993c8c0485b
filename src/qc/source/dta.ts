import type { ColumnFact } from '../table.ts'
import { BinaryFile, type Cursor } from './binary-file.ts'
import { dtaCell, longKey, wholeText, type LongTexts } from './dta-cell.ts'
import { NoDta, readNewHead, readOldHead, untilNul, type DtaHead } from './dta-head.ts'
import { encodingOfPieces, givenEncoding, type Encoding } from './encoding.ts'
import { CellDecoder } from './cell-decoder.ts'
import type { CsvCell } from './csv-parser.ts'
import type { ReadContext, Reading } from './reading.ts'
import { loadStatistics } from './statistics-file.ts'

type Choices = ReadonlyMap<string, { code: string; label: Buffer }[]>

const SAMPLE_ROWS = 1 << 20
const END = '</stata_dta>'

export const readDta = (context: ReadContext): Promise<Reading> =>
  BinaryFile.use(context.path, context.shownAs, 'Stata', async (file) => {
    const refuse = (error: unknown): never => {
      throw error instanceof NoDta ? file.damaged({ zh: '内容与格式不符', en: 'its content does not fit the format' }) : error
    }
    const isNew = (await file.read(0, Math.min(11, file.size))).toString('latin1') === '<stata_dta>'
    const head = await file.head(isNew ? readNewHead : readOldHead).catch(refuse)
    const dataEnd = head.dataStart + head.rows * head.rowLength
    if (head.rowLength === 0 || dataEnd > file.size) throw file.damaged({ zh: '数据不足', en: 'it holds fewer records than it states' })
    const places = await placesOf(file, head, dataEnd).catch(refuse)
    const choices = await file.part(places.labels, places.labelsEnd, head.little, (cursor) => readChoices(cursor, head)).catch(refuse)
    const long = await file.part(places.strls, places.strlsEnd, head.little, (cursor) => readLong(cursor, head)).catch(refuse)
    const { encoding, sure } = await encodingOf(context, file, head)
    const texts = new CellDecoder(encoding)
    const { text } = texts
    const rows = async function* (): AsyncGenerator<CsvCell[]> {
      try {
        for await (const row of file.records(file.stretch(head.dataStart, dataEnd), head.rowLength))
          yield head.variables.map((variable) => dtaCell(row, variable, head, text, long))
      } catch (error) {
        refuse(error)
      }
    }
    const label = text(untilNul(head.label))
    return loadStatistics(context, {
      columns: columnsOf(head, choices, text),
      rows: rows(),
      stated: head.rows,
      texts,
      sure,
      ...(label ? { label } : {}),
    })
  })

type Places = { labels: number; labelsEnd: number; strls: number; strlsEnd: number }

/** The sections behind the data, each of which must be where the map says. */
async function placesOf(file: BinaryFile, { parts }: DtaHead, dataEnd: number): Promise<Places> {
  if (!parts) return { labels: dataEnd, labelsEnd: file.size, strls: dataEnd, strlsEnd: dataEnd }
  const { strls, labels, end } = parts
  const closings = ['</data>', '</strls>', '</value_labels>'].map((tag) => tag.length) as [number, number, number]
  for (const [place, tag] of [
    [dataEnd, '</data><strls>'],
    [labels - closings[1], '</strls><value_labels>'],
    [end - closings[2], `</value_labels>${END}`],
  ] as const)
    if ((await file.read(place, tag.length)).toString('latin1') !== tag) throw new NoDta()
  if (strls !== dataEnd + closings[0] || end + END.length !== file.size) throw new NoDta()
  return {
    strls: strls + '<strls>'.length,
    strlsEnd: labels - closings[1],
    labels: labels + '<value_labels>'.length,
    labelsEnd: end - closings[2],
  }
}

/** Sets of labels by name. */
function readChoices(cursor: Cursor, { release }: DtaHead): Choices {
  const sets = new Map<string, { code: string; label: Buffer }[]>()
  const isNew = release >= 117
  while (cursor.at < cursor.bytes.length) {
    if (isNew && cursor.take(5).toString('latin1') !== '<lbl>') throw new NoDta()
    const length = cursor.i32()
    const name = untilNul(cursor.take(release >= 118 ? 129 : 33)).toString('latin1')
    cursor.take(3)
    const end = cursor.at + length
    const [count, size] = [cursor.i32(), cursor.i32()]
    if (count < 0 || size < 0 || 8 + count * 8 + size !== length) throw new NoDta()
    const offsets = Array.from({ length: count }, () => cursor.i32())
    const values = Array.from({ length: count }, () => cursor.i32())
    const texts = cursor.take(size)
    sets.set(
      name,
      offsets.map((offset, index) => ({
        code: wholeText('long', values[index] as number) ?? '.',
        label: untilNul(texts.subarray(offset)),
      })),
    )
    if (cursor.at !== end || (isNew && cursor.take(6).toString('latin1') !== '</lbl>')) throw new NoDta()
  }
  return sets
}

function readLong(cursor: Cursor, { release }: DtaHead): LongTexts {
  const texts = new Map<string, Buffer>()
  while (cursor.at < cursor.bytes.length) {
    if (cursor.take(3).toString('latin1') !== 'GSO') throw new NoDta()
    const variable = cursor.u32()
    const observation = release === 117 ? cursor.u32() : cursor.u64()
    const isText = cursor.u8() === 130
    const bytes = cursor.take(cursor.u32())
    texts.set(longKey(variable, observation), isText ? untilNul(bytes) : bytes)
  }
  return texts
}

/** From release 118 on texts are UTF-8; before, the file does not say. */
async function encodingOf(context: ReadContext, file: BinaryFile, head: DtaHead): Promise<{ encoding: Encoding; sure: boolean }> {
  const given = givenEncoding(context)
  if (given || head.release >= 118) return { encoding: given ?? 'utf-8', sure: true }
  const count = Math.min(head.rows, Math.floor(SAMPLE_ROWS / head.rowLength))
  const sample = await file.read(head.dataStart, count * head.rowLength)
  const texts = head.variables.filter(({ kind }) => kind === 'text')
  const cells = Array.from({ length: count }, (_, row) =>
    texts.map(({ offset, width }) => untilNul(sample.subarray(row * head.rowLength + offset, row * head.rowLength + offset + width))),
  )
  return encodingOfPieces([...head.variables.flatMap(({ name, label }) => [name, label]), ...cells.flat()])
}

const columnsOf = ({ variables }: DtaHead, sets: Choices, text: (bytes: Buffer) => string): ColumnFact[] =>
  variables.map(({ name, label, labelSet }) => {
    const choices = sets.get(labelSet)?.map((choice) => ({ code: choice.code, label: text(choice.label) }))
    return { column: text(name), ...(label.length > 0 ? { label: text(label) } : {}), ...(choices?.length ? { choices } : {}) }
  })
