import fc from 'fast-check'
import { writeXlsx } from 'hucre'
import { expect, test } from 'vitest'
import { columnName, type FromReader, textOf } from './book.ts'
import { cellText, colorOfFormat } from './cell-text.ts'
import { axisOf, lineAt, linesBetween } from './grid-layout.ts'
import { openBook } from './read-book.ts'
import { csvRows, readCsv, separatorOf } from './read-csv.ts'

const heard = (read: (tell: (message: FromReader) => void) => unknown): FromReader[] => {
  const messages: FromReader[] = []
  read((message) => messages.push(message))
  return messages
}
const textsOf = (messages: FromReader[]): string[][] =>
  messages.flatMap((m) => (m.type === 'rows' ? m.rows.map((row) => row.map(textOf)) : []))

test('CSV is read as it was written, whatever the fields hold', () => {
  const field = fc.string({ unit: fc.constantFrom('a', '中', ',', '"', '\n', ' ', ';') })
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
  fc.assert(
    fc.property(fc.array(fc.array(field, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 6 }), (rows) => {
      const text = rows.map((row) => row.map(quoted).join(',')).join('\r\n')
      expect([...csvRows(text, ',')]).toEqual(rows)
    }),
  )
})

test('what a careless writer leaves is kept: open quotes, loose ends, trailing separators', () => {
  expect([...csvRows('a,"b', ',')]).toEqual([['a', 'b']])
  expect([...csvRows('"a"x,b\n', ',')]).toEqual([['ax', 'b']])
  expect([...csvRows('a,\nb,', ',')]).toEqual([
    ['a', ''],
    ['b', ''],
  ])
  expect([...csvRows('a\n\nb', ',')]).toEqual([['a'], [''], ['b']])
})

test('the separator is found, quotes left aside', () => {
  expect(separatorOf('a;b;c\n1;2;3')).toBe(';')
  expect(separatorOf('a\tb\n1\t2')).toBe('\t')
  expect(separatorOf('"a;b;c;d",x\n"1;2",3')).toBe(',')
})

test('a CSV of Chinese Windows has its encoding named and its first line as head', () => {
  const gb = Uint8Array.from([0xb7, 0xc3, 0xca, 0xd3, 0x2c, 0x78, 0x0a, 0x31, 0x2c, 0x32])
  const messages = heard((tell) => readCsv(gb, tell))
  expect(messages[0]).toMatchObject({ type: 'book', encoding: 'GB18030' })
  expect(textsOf(messages)).toEqual([
    ['访视', 'x'],
    ['1', '2'],
  ])
  expect(messages.at(-1)).toEqual({ type: 'end', index: 0, isCut: false })
})

test('values are written in their own format', () => {
  const day = new Date(Date.UTC(2026, 3, 1))
  expect(cellText(day, 'yyyy"年"m"月"d"日"')).toBe('2026年4月1日')
  expect(cellText(day, 'mm-dd-yy')).toBe('2026-04-01')
  expect(cellText(new Date(Date.UTC(2026, 3, 1, 8, 5)), undefined)).toBe('2026-04-01 08:05')
  expect(cellText(1234.5, '#,##0.00')).toBe('1,234.50')
  expect(cellText(0.915, '0.0%')).toBe('91.5%')
  expect(cellText(0.1 + 0.2, 'General')).toBe('0.3')
  expect(cellText(true, undefined)).toBe('TRUE')
  expect(cellText(null, '0.00')).toBe('')
})

test('a format that writes what is below zero in red is obeyed', () => {
  expect(colorOfFormat(-5, '#,##0;[RED]#,##0')).toEqual({ color: '#d00000' })
  expect(colorOfFormat(5, '#,##0;[RED]#,##0')).toEqual({})
  expect(colorOfFormat(-5, '[$-804]0.00')).toEqual({})
})

test('a date stands whole in a column that its author made narrower; words are cut as everywhere', async () => {
  const rows = [['很长的标题很长的标题'], [new Date(Date.UTC(2026, 2, 2, 14, 5))]]
  const cells = new Map([['1,0', { value: rows[1]![0]!, style: { numFmt: 'yyyy-mm-dd hh:mm' } }]])
  const bytes = await writeXlsx({ sheets: [{ name: 'a', rows, cells, columns: [{ width: 8 }] }] })
  const messages: FromReader[] = []
  await (await openBook(new Uint8Array(bytes))).show(0, (message) => messages.push(message))
  expect(messages[0]).toMatchObject({ type: 'head', head: { widths: [136] } })
})

test('a book: hidden sheets stay hidden, formulas keep their saved result, merged and frozen cells are told', async () => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: '甲&乙',
        rows: [
          ['标题', null],
          ['值', 3],
        ],
        merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 1 }],
        freezePane: { rows: 1, columns: 0 },
        cells: new Map([['1,1', { value: 3, type: 'formula', formula: 'WEBSERVICE("http://x")', formulaResult: 41 }]]),
      },
      { name: '藏', rows: [['x']], hidden: true },
    ],
  })
  const book = await openBook(new Uint8Array(bytes))
  expect(book.sheets).toEqual([{ name: '甲&乙', index: 0 }])
  const messages: FromReader[] = []
  await book.show(0, (message) => messages.push(message))
  expect(messages[0]).toMatchObject({
    type: 'head',
    head: { merges: [{ row: 0, column: 0, rows: 1, columns: 2 }], frozen: { rows: 1, columns: 0 } },
  })
  const rows = messages.flatMap((m) => (m.type === 'rows' ? m.rows : []))
  expect(rows[1]![1]).toMatchObject({ text: '41', formula: '=WEBSERVICE("http://x")' })
})

test('lines are found by their place, at any size', () => {
  const axis = axisOf(5, (i) => [10, 0, 30, 10, 10][i]!, 1)
  expect([0, 9, 10, 39, 40, 1000].map((place) => lineAt(axis, place))).toEqual([0, 0, 2, 2, 3, 4])
  expect(linesBetween(axis, 12, 41, 1)).toEqual({ from: 1, to: 5 })
  expect([0, 25, 26, 701, 702, 16_383].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD'])
})
