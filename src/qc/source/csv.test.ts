import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type QcWorkspace } from '../database.ts'
import { QcInputError } from './input-error.ts'
import type { StageOptions } from './reading.ts'
import { stageFile } from './stage.ts'

let db: QcWorkspace
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'qc-csv-'))
  db = await openDatabase({ memory: '512MB', threads: 2 })
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

async function stage(content: string | Buffer, options: StageOptions = {}, name = 'in.csv') {
  const file = path.join(folder, name)
  await writeFile(file, content)
  const table = await stageFile(db, file, options)
  const rows = await db.all(`SELECT * FROM ${table.relation} ORDER BY "__row"`)
  return { table, cells: rows.map((row) => table.columns.map((column) => row[column])), numbers: rows.map((row) => row['__row']) }
}

async function refused(content: string | Buffer, name = 'in.csv') {
  const error = await stage(content, {}, name).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(QcInputError)
  return error as QcInputError
}

describe('CSV as it is written', () => {
  it('keeps every cell as text: leading zeros, blanks, empty beside missing', async () => {
    const { cells, numbers, table } = await stage('编号,value,note\n007, 1.50 ,""\n1E5,,x\n')
    expect(cells).toEqual([
      ['007', ' 1.50 ', ''],
      ['1E5', null, 'x'],
    ])
    expect(numbers).toEqual([1, 2])
    expect(table).toMatchObject({ name: 'in', rows: 2, columns: ['编号', 'value', 'note'] })
    expect(table.source).toMatchObject({ format: 'csv', encoding: 'utf-8', delimiter: ',', independentRows: 2 })
  })

  it.each([
    ['tab', '\t'],
    ['semicolon', ';'],
    ['pipe', '|'],
    ['caret', '^'],
  ])('finds the delimiter: %s', async (_name, mark) => {
    const { cells, table } = await stage(`a${mark}b${mark}c\n1,5${mark}2${mark}3\n4,5${mark}5${mark}6\n`)
    expect(table.source.delimiter).toBe(mark)
    expect(cells[1]).toEqual(['4,5', '5', '6'])
  })

  it.each([
    ['UTF-8 with BOM', Buffer.from('\ufeff姓名,b\n张三,2\n'), 'utf-8'],
    ['UTF-16LE with BOM', Buffer.from('\ufeff姓名,b\n张三,2\n', 'utf16le'), 'utf-16le'],
    ['UTF-16LE without BOM', Buffer.from('name,b\n张三,2\n', 'utf16le'), 'utf-16le'],
    ['UTF-16BE', Buffer.from('\ufeff姓名,b\n张三,2\n', 'utf16le').swap16(), 'utf-16be'],
    ['GB18030', Buffer.from([0xd0, 0xd5, 0xc3, 0xfb, 44, 98, 10, 0xd5, 0xc5, 0xc8, 0xfd, 44, 50, 10]), 'gb18030'],
  ])('reads %s', async (_name, bytes, encoding) => {
    const { cells, table } = await stage(bytes)
    expect(table.source.encoding).toBe(encoding)
    expect(cells).toEqual([['张三', '2']])
  })

  const words = {
    'windows-1252': Buffer.from('name,city\nM\xfcller,K\xf6ln\nJos\xe9,M\xe1laga\nFran\xe7ois,Gen\xe8ve\n', 'latin1'),
    shift_jis: Buffer.from('96bc914f2c8f5a8f8a0a93639286917b98592c938c8b9e0a83658358836782cc82c682ab2c91e58de30a', 'hex'),
    'euc-kr': Buffer.from('c0ccb8a72cbcbabab00ab1e8c3b6bcf62cb3b2c0da0ab9dabfb5c8f12cbfa9c0da0a', 'hex'),
    'euc-jp': Buffer.from('bbe1ccbe2cbdbbbdea0abbb3c5c4c2c0cfba2cc5ecb5fe0aa5c6a5b9a5c82cc2e7bae5a4cea4d2a4c80a', 'hex'),
    big5: Buffer.from('a96da6572ca662a7670aa4fda470a9fa2ca578a55fa5ab0ab3afa470acfc2cb0aab6afa5ab0a', 'hex'),
  }
  it.each(Object.entries(words))('%s is not taken for GB18030; the guess is a warning', async (encoding, bytes) => {
    const { table, cells } = await stage(bytes)
    expect(table.source.encoding).toBe(encoding)
    expect([table.columns, ...cells].map((row) => row.join(',')).join('\n')).toBe(new TextDecoder(encoding).decode(bytes).trim())
    expect(table.source.notes).toContainEqual({ code: 'doubtful_encoding', detail: encoding, severity: 'warning' })
    const far = await stage(Buffer.concat([Buffer.from('a,b\n'), Buffer.from(`1,${'x'.repeat(4000)}\n`.repeat(300)), bytes]))
    expect(far.table.source.encoding).toBe(encoding)
    expect(far.table.source.notes).toContainEqual({ code: 'doubtful_encoding', detail: encoding, severity: 'warning' })
    const told = await stage(bytes, { encoding })
    expect(told.table.source.notes.map((note) => note.code)).not.toContain('doubtful_encoding')
  })

  it('rare characters alone leave a doubt about GB18030, everyday text leaves none', async () => {
    const rare = await stage(Buffer.from([97, 44, 98, 10, 0xe6, 0xba, 44, 50, 10]))
    expect(rare.table.source.encoding).toBe('gb18030')
    expect(rare.table.source.notes).toContainEqual({ code: 'doubtful_encoding', detail: 'gb18030', severity: 'warning' })
    const plain = await stage(Buffer.from([0xd0, 0xd5, 0xc3, 0xfb, 44, 98, 10, 0xd5, 0xc5, 0xc8, 0xfd, 44, 50, 10]))
    expect(plain.table.source.notes).toContainEqual({ code: 'transcoded', detail: 'gb18030', severity: 'info' })
  })

  it.each([
    ['编号,名称,备注\n一,本部,北部\n', 'b1e0bac52cc3fbb3c62cb1b8d7a20ad2bb2cb1beb2bf2cb1b1b2bf0a'],
    ['编号,名称\n', 'b1e0bac52cc3fbb3c60a'],
    ['患者姓名,诊断\n艾芬,肺癌\n白岩,胃炎\n', 'bbbcd5dfd0d5c3fb2cd5efb6cf0ab0acb7d22cb7ceb0a90ab0d7d1d22cceb8d1d70a'],
  ])('Chinese whose bytes could be Korean or Japanese is Chinese: %s', async (text, hex) => {
    const { table, cells } = await stage(Buffer.from(hex, 'hex'))
    expect(table.source.notes).toContainEqual({ code: 'transcoded', detail: 'gb18030', severity: 'info' })
    expect([table.columns, ...cells].map((row) => `${row.join(',')}\n`).join('')).toBe(text)
  })

  it('finds GB18030 behind a megabyte of ASCII', async () => {
    const ascii = 'a,b\n' + 'x,12345678\n'.repeat(110_000)
    const { table, cells } = await stage(Buffer.concat([Buffer.from(ascii), Buffer.from([0xd5, 0xc5, 0xc8, 0xfd, 44, 50, 10])]))
    expect(table.source.encoding).toBe('gb18030')
    expect(cells.at(-1)).toEqual(['张三', '2'])
    expect(table.source.independentRows).toBe(110_001)
  })

  it.each(['\n', '\r\n', '\r'])('takes line end %j', async (end) => {
    const { cells, table } = await stage(['a,b', '1,2', '3,4', ''].join(end))
    expect(cells).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
    expect(table.source.independentRows).toBe(2)
  })

  it('takes mixed line ends', async () => {
    expect((await stage('a,b\r\n1,2\n3,4\r5,6')).cells).toEqual([
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ])
  })

  // Long stretches are counted by sums, and sums must not take a lone return for half of a line end.
  it.each([
    ['instead of a delimiter’s row', 'v\n', '1\r2\n', 5],
    ['instead of a delimiter’s row', 'v\n', '1\r2\n', 5000],
    ['within a cell', 'a,b\n', 'x\ry,2\n', 5],
    ['within a cell', 'a,b\n', 'x\ry,2\n', 5000],
    ['once in a file of others', `a,b\r\n${'1,2\r\n'.repeat(6000)}`, 'x\ry,2\n', 1],
  ])('a return %s ends a row in a short file and in a long one', async (_place, head, line, times) => {
    const { table, cells } = await stage(head + line.repeat(times))
    expect(cells.flat()).not.toContainEqual(expect.stringContaining('\r'))
    expect(table.source.independentRows).toBe(table.rows)
  })

  it('keeps quoted delimiters, line feeds and doubled quotes', async () => {
    const { cells, table } = await stage('a,b\n"x,\ny","he said ""no"""\n1,2\n')
    expect(cells).toEqual([
      ['x,\ny', 'he said "no"'],
      ['1', '2'],
    ])
    expect(table.source.independentRows).toBe(2)
  })

  it('keeps blanks around quotes, which strict readers drop', async () => {
    expect((await stage('a,b\n"x" ,1\n "y",2\n5" pipe,3\n')).cells).toEqual([
      ['x ', '1'],
      [' "y"', '2'],
      ['5" pipe', '3'],
    ])
  })

  it('a header alone is a table without rows', async () => {
    expect((await stage('a,b\n')).table).toMatchObject({ rows: 0, columns: ['a', 'b'] })
  })

  it('one column keeps blank lines as missing cells', async () => {
    expect((await stage('a\n1\n\n3\n')).cells).toEqual([['1'], [null], ['3']])
  })

  it.each(['\n', '\r\n', '\r'])('a blank line between records is a blank record, one before or behind them is none (%j)', async (end) => {
    const { table, cells } = await stage(['', 'a,b', '1,2', '', '', '3,4', '', ''].join(end))
    expect(cells).toEqual([
      ['1', '2'],
      [null, null],
      [null, null],
      ['3', '4'],
    ])
    expect(table.source.independentRows).toBe(4)
    expect(table.source.notes).toContainEqual({ code: 'blank_lines', count: 2, severity: 'info' })
  })

  it('a blank line far behind even records is one too', async () => {
    const { table } = await stage(`a,b\n${'1,2\n'.repeat(4000)}\n${'3,4\n'.repeat(4000)}`)
    expect(table).toMatchObject({ rows: 8001, source: { independentRows: 8001 } })
  })

  it('without a header columns are numbered', async () => {
    expect((await stage('1,2\n3,4\n', { header: false })).table).toMatchObject({ rows: 2, columns: ['column_1', 'column_2'] })
  })

  it('makes repeated, blank and reserved headers usable and says so', async () => {
    const { table } = await stage('id,ID,,__row,file_row_number\n1,2,3,4,5\n')
    expect(table.columns).toEqual(['id', 'ID_2', 'column_3', '__row_2', 'file_row_number_2'])
    expect(table.source.header).toEqual(['id', 'ID', '', '__row', 'file_row_number'])
    expect(table.source.notes.map((note) => note.code)).toEqual(['renamed_header', 'blank_header', 'renamed_header', 'renamed_header'])
  })

  it('names ragged rows by line and keeps the rest of the file', async () => {
    const { table, cells } = await stage('a,b\n"1\n1",2\n3\n4,5,6\n7,8\n')
    expect(cells).toEqual([
      ['1\n1', '2'],
      ['3', null],
      ['4', '5'],
      ['7', '8'],
    ])
    expect(table.source.notes).toMatchObject([
      { code: 'ragged_row', line: 4, detail: '1/2' },
      { code: 'ragged_row', line: 5, detail: '3/2 ["6"]' },
      { code: 'ragged_rows', count: 2 },
    ])
  })

  it('an extra empty cell is ragged too, though strict readers swallow it', async () => {
    expect((await stage('a,b\n1,2,\n3,4\n')).table.source.notes[0]).toMatchObject({ code: 'ragged_row', line: 2 })
  })

  it('reads gzip', async () => {
    const { cells, table } = await stage(gzipSync('a,b\n1,2\n'), {}, 'labs.csv.gz')
    expect(cells).toEqual([['1', '2']])
    expect(table.name).toBe('labs')
  })

  it('2,000 columns are stored in parts and read back by name', async () => {
    const names = Array.from({ length: 2000 }, (_, index) => `v${index}`)
    const { table, cells } = await stage(`${names.join(',')}\n${names.map((_, index) => index).join(',')}\n`)
    expect(cells[0]?.[1999]).toBe('1999')
    expect(await db.all(`SELECT * FROM ${table.narrow?.(['v3', 'v1999'])}`)).toEqual([{ __row: 1, v3: '3', v1999: '1999' }])
  })
})

describe('lines above the table', () => {
  const expected = [
    ['1,5', 'x'],
    ['2', 'y'],
  ]

  it.each([
    ['sep=;', 'sep=;\na;b\n1,5;x\n2;y\n'],
    ['sep=; behind a byte order mark', '\ufeffsep=;\r\na;b\r\n1,5;x\r\n2;y\r\n'],
    ['sep= with a tab', 'SEP=\t\na\tb\n1,5\tx\n2\ty\n'],
    ['"sep=;"', '"sep=;"\ra;b\r1,5;x\r2;y\r'],
    ['sep=; and comments', 'sep=;\n# made by "it\na;b\n1,5;x\n2;y\n'],
  ])('%s names the delimiter and is no header', async (_name, content) => {
    const { table, cells } = await stage(content)
    expect([table.columns, cells]).toEqual([['a', 'b'], expected])
    expect(table.source).toMatchObject({ independentRows: 2 })
  })

  it('leading comments are passed over, and lines keep their numbers', async () => {
    const { table, cells } = await stage('# Lab "A, 2024\n#\n\n# units: mmol/L\na;b\n1,5;x\n2;y\n3;z;9\n')
    expect([table.columns, cells]).toEqual([
      ['a', 'b'],
      [...expected, ['3', 'z']],
    ])
    expect(table.source.notes).toContainEqual({ code: 'comment_lines', count: 3, severity: 'info' })
    expect(table.source.notes).toContainEqual(expect.objectContaining({ code: 'ragged_row', line: 8 }))
    await expect(stage('# x\na,b\n1,2\n3,\0\n')).rejects.toMatchObject({ code: 'nul', place: { line: 4 } })
    await expect(stage('# x\na,b\n1,2\n3,"4\n')).rejects.toMatchObject({ code: 'open_quote', place: { line: 4 } })
  })

  it('an even table behind comments is read the quick way, typed copies and all', async () => {
    const { table } = await stage(`# x\n# y\na,b\n${'1,2\n'.repeat(9000)}`, { snapshot: path.join(folder, 'commented') })
    expect(table).toMatchObject({ rows: 9000, source: { independentRows: 9000 }, typed: { a: { type: 'DOUBLE' } } })
  })

  it('without a header the first record stands behind the comments', async () => {
    expect((await stage('# x\n1,2\n3,4\n', { header: false })).cells).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
  })

  it('a header may begin with # itself', async () => {
    expect((await stage('##assembly=38\n#chrom\tstart\tend\n1\t5\t9\n2\t6\t8\n')).table).toMatchObject({
      columns: ['#chrom', 'start', 'end'],
      rows: 2,
    })
    expect((await stage('#,name\n1,a\n2,b\n')).table.columns).toEqual(['#', 'name'])
  })

  it('behind comments, what is no table stays none', async () => {
    expect((await stage('#!/bin/sh\necho a, b\nls\nexit 0\n')).table.columns).toEqual(['#!/bin/sh'])
  })
})

describe('bad input is named, never a crash', () => {
  it.each([
    ['empty file', '', 'empty_file', undefined],
    ['only blank lines', '\n\n\n', 'no_header', 1],
    ['a NUL byte', 'a,b\n1,2\n3,\0\n', 'nul', 3],
    ['an open quote', 'a,b\n1,2\n3,"4\n5,6\n', 'open_quote', 3],
    [
      'mixed encodings',
      Buffer.concat([Buffer.from('a,b\n张三,1\n'), Buffer.from([0xd5, 0xc5, 0xc8, 0xfd, 44, 50, 10])]),
      'mixed_encodings',
      3,
    ],
    ['bytes of no encoding', Buffer.from([97, 44, 98, 10, 49, 44, 0xff, 0xff, 10]), 'undecodable', 2],
    ['a binary file named .csv', Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 7919) % 256)), 'not_text', 1],
    ['a picture named .csv', Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1'), 'wrong_content', undefined],
  ])('%s', async (_name, content, code, line) => {
    const error = await refused(content)
    expect(error.code).toBe(code)
    expect(error.place.line).toBe(line)
    expect(error.message).toContain('in.csv')
  })

  it('truncated and damaged gzip', async () => {
    const whole = gzipSync('a,b\n' + Array.from({ length: 5000 }, (_, index) => `${index},${index * 7919}\n`).join(''))
    expect((await refused(whole.subarray(0, whole.length - 20), 'cut.csv.gz')).code).toBe('truncated_gzip')
    const damaged = Buffer.from(whole)
    damaged.fill(0x55, 200, 400)
    expect((await refused(damaged, 'bad.csv.gz')).code).toBe('damaged_gzip')
  })

  it('options that make no sense', async () => {
    await expect(stage('a,b\n1,2\n', { encoding: 'klingon' })).rejects.toMatchObject({ code: 'bad_option' })
    await expect(stage('a,b\n1,2\n', { delimiter: '||' })).rejects.toMatchObject({ code: 'bad_option' })
    expect((await stage(Buffer.from([97, 44, 98, 10, 0xd5, 0xc5, 44, 50, 10]), { encoding: 'GBK' })).cells).toEqual([['张', '2']])
  })

  it('a file that is not there', async () => {
    await expect(stageFile(db, path.join(folder, 'none.csv'))).rejects.toMatchObject({ code: 'no_file' })
  })
})

describe('snapshots', () => {
  it('a second run reads the stored copy; other bytes of the same size do not', async () => {
    const snapshot = path.join(folder, 'snapshots')
    await stage('a,b\n1,2\n', { snapshot })
    const stored = await readdir(snapshot)
    expect(stored).toHaveLength(2)
    expect((await stage('a,b\n1,2\n', { snapshot })).cells).toEqual([['1', '2']])
    expect(await readdir(snapshot)).toEqual(stored)
    expect((await stage('a,b\n1,3\n', { snapshot })).cells).toEqual([['1', '3']])
    expect(await readdir(snapshot)).toHaveLength(4)
  })

  it('a damaged snapshot is made anew, not believed', async () => {
    const snapshot = path.join(folder, 'damaged')
    await stage('a,b\n1,2\n', { snapshot })
    const part = (await readdir(snapshot)).find((name) => name.endsWith('.parquet')) as string
    await truncate(path.join(snapshot, part), 20)
    expect((await stage('a,b\n1,2\n', { snapshot })).cells).toEqual([['1', '2']])
  })

  it('a snapshot carries typed copies, but only of columns where every filled cell is of the type', async () => {
    const snapshot = path.join(folder, 'typed')
    const content =
      'n,late,d,t,mixed,phone\n1.50,1,2024-01-02,2024-01-02 08:00:00,1,13800138000\n,2,,,x,13800138001\n' +
      '7,3,2024-02-29,2024-01-02 09:00:00,2,13800138002\n'.repeat(1000) +
      '8,n/a,2024-02-30,2024-01-02,3,1\n'
    const { table, cells } = await stage(content, { snapshot })
    expect(table.typed).toEqual({
      n: { name: 'n§typed', type: 'DOUBLE', exact: false },
      t: { name: 't§typed', type: 'TIMESTAMP', exact: false },
    })
    expect(cells[0]).toEqual(['1.50', '1', '2024-01-02', '2024-01-02 08:00:00', '1', '13800138000'])
    const again = await stageFile(db, path.join(folder, 'in.csv'), { snapshot })
    expect(again.typed).toEqual(table.typed)
    expect(await db.all(`SELECT sum("n§typed") AS s, max("t§typed") AS t FROM ${again.relation}`)).toEqual([
      { s: 7009.5, t: '2024-01-02T09:00:00' },
    ])
  })
})
