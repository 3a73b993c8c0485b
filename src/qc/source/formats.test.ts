import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type QcWorkspace } from '../database.ts'
import { encodingOfPieces } from './encoding.ts'
import { ibmToNumber, numberToIbm } from './ibm-float.ts'
import type { StageOptions } from './reading.ts'
import { datasetsIn, stageFile } from './stage.ts'
import { writeXpt, writeXptLibrary } from './testing/write-xpt.ts'

let db: QcWorkspace
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'qc-formats-'))
  db = await openDatabase({ memory: '512MB', threads: 2 })
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

async function stage(name: string, content: string | Uint8Array, options: StageOptions = {}) {
  const file = path.join(folder, name)
  await writeFile(file, content)
  const table = await stageFile(db, file, options)
  const rows = await db.all(`SELECT * FROM ${table.relation} ORDER BY "__row"`)
  return { table, cells: rows.map((row) => table.columns.map((column) => row[column])), codes: table.source.notes.map((note) => note.code) }
}

describe('JSON', () => {
  it('keeps numbers as written, flattens objects, keeps lists as text', async () => {
    const { table, cells, codes } = await stage(
      'a.json',
      '[{"id":"007","v":1.50,"long":12345678901234567890,"p":{"x":true}},\n{"id":null,"tags":[1,2.50],"v":1e5}]',
    )
    expect(table.columns).toEqual(['id', 'v', 'long', 'p.x', 'tags'])
    expect(cells).toEqual([
      ['007', '1.50', '12345678901234567890', 'true', null],
      [null, '1e5', null, null, '[1,2.50]'],
    ])
    expect(codes).toContain('nested')
  })

  it('reads lines, envelopes and values split over chunks', async () => {
    expect((await stage('b.ndjson', '{"a":1}\n\n{"a":"}{\\"]"}\n')).cells).toEqual([['1'], ['}{"]']])
    const enveloped = await stage('c.json', '{"total":2,"data":[{"a":1},{"a":2}],"site":"A"}')
    expect(enveloped.cells).toEqual([['1'], ['2']])
    expect(enveloped.table.source.notes).toContainEqual({ code: 'beside_list', detail: 'total, site', severity: 'warning' })
    const many = Array.from({ length: 30_000 }, (_, index) => JSON.stringify({ id: index, name: `受试者${index}` })).join('\n')
    const { table, cells } = await stage('d.ndjson', many)
    expect(table).toMatchObject({ rows: 30_000, source: { independentRows: 30_000 } })
    expect(cells[29_999]).toEqual(['29999', '受试者29999'])
  })

  it.each([
    ['a broken record', '{"a":1}\n{"a":}\n', 'bad_json', 2],
    ['no records', '[]', 'empty_file', undefined],
    ['numbers instead of records', '[1,2]', 'no_record', 1],
    ['a cut off file', '[{"a":1},\n{"a":', 'bad_json', 2],
    ['records without keys', '[{},\n{}]', 'no_columns', undefined],
    ['a repeated key', '[{"a":1},\n{"a":1,"b":{"c":[{"x":2,"x":3}]}}]', 'repeated_key', 2],
    ['a key that a nested one becomes', '[{"a":1},\n{"a.b":1,"a":{"b":2}}]', 'repeated_key', 2],
    ['a key repeated in another spelling', '{"a":1,"\\u0061":2}', 'repeated_key', 1],
  ])('names %s', async (_name, content, code, line) => {
    await expect(stage('bad.json', content)).rejects.toMatchObject({ name: 'QcInputError', code, place: line ? { line } : {} })
  })
})

describe('Excel', () => {
  const book = () =>
    writeXlsx({
      sheets: [
        { name: '隐藏页', hidden: true, rows: [['x'], [1]] },
        {
          name: '数据',
          rows: [
            [null, null, null],
            ['编号', '日期', '值'],
            ['007', new Date(Date.UTC(2024, 2, 5)), 1.5],
            [null, null, null],
            ['x', new Date(Date.UTC(2024, 2, 5, 10, 30)), true],
          ],
          merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 1 }],
          columns: [{}, { hidden: true }],
          rowDefs: new Map([[2, { hidden: true }]]),
        },
        { name: 'other', rows: [['a'], ['1']] },
      ],
    })

  it('reads the first visible sheet and says what a reader may overlook', async () => {
    const { table, cells, codes } = await stage('a.xlsx', await book())
    expect(table.columns).toEqual(['编号', '日期', '值'])
    expect(cells).toEqual([
      ['007', '2024-03-05', '1.5'],
      [null, null, null],
      ['x', '2024-03-05 10:30:00', 'TRUE'],
    ])
    expect(codes).toEqual(
      expect.arrayContaining([
        'hidden_sheet',
        'other_sheet',
        'hidden_rows',
        'hidden_columns',
        'merged_cells',
        'date_cells',
        'rows_above_header',
      ]),
    )
  })

  it('takes a sheet by name or number, and names the sheets there are', async () => {
    expect((await stage('a.xlsx', await book(), { sheet: 'other' })).cells).toEqual([['1']])
    expect((await stage('a.xlsx', await book(), { sheet: 0 })).cells).toEqual([['1']])
    await expect(stage('a.xlsx', await book(), { sheet: 'none' })).rejects.toMatchObject({ code: 'no_sheet' })
  })

  it('a zip that is no workbook, and a workbook cut in half, are named', async () => {
    const whole = await book()
    await expect(stage('cut.xlsx', whole.subarray(0, whole.length / 2))).rejects.toMatchObject({
      name: 'QcInputError',
      code: 'damaged_xlsx',
    })
    await expect(stage('text.xlsx', 'a,b\n1,2\n')).rejects.toMatchObject({ name: 'QcInputError' })
  })
})

describe('Parquet', () => {
  it('offers text and typed copies without copying the file', async () => {
    const file = path.join(folder, 'a.parquet')
    await db.run(
      `COPY (SELECT * FROM (VALUES (1::BIGINT, 1.5::DOUBLE, DATE '2024-01-02', '007', TIMESTAMP '2024-01-02 10:00:00'), (2, 'NaN', NULL, NULL, NULL)) t(id, v, d, s, ts)) TO '${file}' (FORMAT parquet)`,
    )
    const table = await stageFile(db, file)
    expect(table.columns).toEqual(['id', 'v', 'd', 's', 'ts'])
    expect(await db.all(`SELECT "__row", id, v, d, s, ts FROM ${table.relation}`)).toEqual([
      { __row: 1, id: '1', v: '1.5', d: '2024-01-02', s: '007', ts: '2024-01-02 10:00:00' },
      { __row: 2, id: '2', v: 'nan', d: null, s: null, ts: null },
    ])
    expect(table.typed).toMatchObject({ id: { type: 'BIGINT', exact: true }, d: { type: 'DATE' }, ts: { type: 'TIMESTAMP' } })
    expect(table.typed?.['s']).toBeUndefined()
  })

  it('says whole numbers of a floating column without a fraction, and leaves the others as they are', async () => {
    const file = path.join(folder, 'whole.parquet')
    const values = `1::DOUBLE), (-0.0), (2.50), (NULL), (1e20), (0.3), (999999999999999), ('inf'), ('nan'`
    await db.run(`COPY (SELECT v, v::FLOAT AS f FROM (VALUES (${values})) t(v)) TO '${file}' (FORMAT parquet)`)
    const { relation } = await stageFile(db, file)
    const rows = await db.all<{ v: string | null; f: string | null }>(`SELECT v, f FROM ${relation} ORDER BY "__row"`)
    expect(rows.map(({ v }) => v)).toEqual(['1', '0', '2.5', null, '1e+20', '0.3', '999999999999999', 'inf', 'nan'])
    expect(rows.slice(0, 4).map(({ f }) => f)).toEqual(['1', '0', '2.5', null])
  })

  it('a damaged file is named', async () => {
    await expect(stage('bad.parquet', 'PAR1 nothing PAR1')).rejects.toMatchObject({ code: 'damaged_parquet' })
  })
})

describe('SAS transport files', () => {
  it.each([0, 1, -1, 0.1, -118.625, 12345.678, 1e-10, 1e20, 2 ** 52, 44_000])('IBM float %d survives', (value) => {
    expect(ibmToNumber(numberToIbm(value))).toBeCloseTo(value, 10)
  })

  it('knows the bytes of the published examples', () => {
    expect(ibmToNumber(Uint8Array.from([0xc2, 0x76, 0xa0, 0, 0, 0, 0, 0]))).toBe(-118.625)
    expect(ibmToNumber(Uint8Array.from([0x41, 0x10, 0, 0, 0, 0, 0, 0]))).toBe(1)
    expect(ibmToNumber(Uint8Array.from([0x42, 0x64]))).toBe(100)
  })

  const variables = [
    { name: 'USUBJID', label: 'Unique Subject Identifier', length: 12 },
    { name: 'AGE', label: '年龄', numeric: true },
    { name: 'VISITDT', label: 'Visit Date', numeric: true, format: 'DATE' },
    { name: 'STAMP', label: '', numeric: true, format: 'DATETIME' },
  ]
  const rows = [
    ['CN-001', 34, 23_440, 2_025_216_000],
    ['CN-002', '.A', '.', '.'],
    ['张三', -1.25, 0, 0],
  ]

  it.each([5, 8] as const)('version %i: numbers, missing codes, dates, labels', async (version) => {
    const { table, cells, codes } = await stage(
      `v${version}.xpt`,
      writeXpt({ version, name: 'DM', label: 'Demographics', variables, rows }),
    )
    expect(table.columns).toEqual(['USUBJID', 'AGE', 'VISITDT', 'STAMP'])
    expect(cells).toEqual([
      ['CN-001', '34', '2024-03-05', '2024-03-05 00:00:00'],
      ['CN-002', '.A', null, null],
      ['张三', '-1.25', '1960-01-01', '1960-01-01 00:00:00'],
    ])
    expect(codes).toContain('xpt_dataset')
    expect(table.source.notes).toContainEqual({ code: 'column_label', column: 'AGE', detail: '年龄', severity: 'info' })
  })

  it('version 8 has long names and labels', async () => {
    const label = '这个变量的标签很长，超过四十个字符，所以放在单独的一段里，版本八才有这样的写法，不能丢失'
    const { table } = await stage(
      'long.xpt',
      writeXpt({
        version: 8,
        name: 'LB',
        label: '',
        variables: [{ name: 'a_very_long_variable_name_here', label, numeric: true }],
        rows: [[1]],
      }),
    )
    expect(table.columns).toEqual(['a_very_long_variable_name_here'])
    expect(table.source.notes).toContainEqual({
      code: 'column_label',
      column: 'a_very_long_variable_name_here',
      detail: label,
      severity: 'info',
    })
  })

  it('padding is no record, a blank record inside is', async () => {
    const only = [{ name: 'C', label: '', length: 8 }]
    expect(
      (await stage('pad.xpt', writeXpt({ version: 5, name: 'X', label: '', variables: only, rows: [['a'], [''], ['b']] }))).cells,
    ).toEqual([['a'], [null], ['b']])
    expect((await stage('none.xpt', writeXpt({ version: 5, name: 'X', label: '', variables: only, rows: [] }))).table.rows).toBe(0)
  })

  const mixed = [
    { name: 'ID', label: '', length: 4, npos: 16 },
    { name: 'A', label: '', numeric: true, npos: 0 },
    { name: 'SEX', label: '', length: 4, npos: 24 },
    { name: 'B', label: '', numeric: true, npos: 8 },
  ]

  it('version 8 follows the order of the variables, wherever SAS kept them', async () => {
    const { cells } = await stage('npos.xpt', writeXpt({ version: 8, name: 'DM', label: '', variables: mixed, rows: [['S1', 1, 'F', 2]] }))
    expect(cells).toEqual([['S1', '1', 'F', '2']])
  })

  it('ASCII beside numbers is not called GB18030, and another encoding can be named', async () => {
    const plain = writeXpt({ version: 5, name: 'X', label: '', variables: [{ name: 'V', label: '', numeric: true }], rows: [[-118.625]] })
    expect((await stage('ascii.xpt', plain)).table.source.encoding).toBe('utf-8')
    const one = [{ name: 'C', label: '', length: 8 }]
    const latin = Buffer.from(
      writeXpt({ version: 5, name: 'X', label: '', variables: one, rows: [['Mull?r']] })
        .toString('latin1')
        .replace('Mull?r', 'M\xfcller'),
      'latin1',
    )
    expect((await stage('latin.xpt', latin, { encoding: 'windows-1252' })).cells).toEqual([['Müller']])
  })

  it('a guess of the encoding is a warning that names it; everyday Chinese and Unicode need none', async () => {
    const one = [{ name: 'C', label: '', length: 8 }]
    const withText = (bytes: Buffer) => {
      const file = writeXpt({ version: 5, name: 'X', label: '', variables: one, rows: [['12345678'], ['ab']] })
      bytes.copy(file, file.indexOf('12345678'))
      return file
    }
    const guessed = async (bytes: Buffer) => {
      const { table, cells } = await stage('e.xpt', withText(bytes))
      return [table.source.encoding, cells[0]?.[0], table.source.notes.find((note) => note.code === 'doubtful_encoding')?.severity]
    }
    expect(await guessed(Buffer.from('M\xfcller  ', 'latin1'))).toEqual(['windows-1252', 'Müller', 'warning'])
    expect(await guessed(Buffer.from('e6bae6ba20202020', 'hex'))).toEqual(['gb18030', expect.any(String), 'warning'])
    expect(await guessed(Buffer.from('d5c5c8fd20202020', 'hex'))).toEqual(['gb18030', '张三', undefined])
    expect(await guessed(Buffer.from('张三  '))).toEqual(['utf-8', '张三', undefined])
    expect(await guessed(Buffer.from('abcdefgh'))).toEqual(['utf-8', 'abcdefgh', undefined])
  })

  it('what a decoder replaced is counted', async () => {
    const one = [{ name: 'C', label: '', length: 8 }]
    const file = writeXpt({ version: 5, name: 'X', label: '', variables: one, rows: [['12345678'], ['ab']] })
    Buffer.from('d5c5c8fd20202020', 'hex').copy(file, file.indexOf('12345678'))
    const replaced = { code: 'replaced_characters', count: 1, detail: 'utf-8', severity: 'warning' }
    expect((await stage('r.xpt', file, { encoding: 'utf-8' })).table.source.notes).toContainEqual(replaced)
    expect((await stage('r.xpt', file)).codes).not.toContain('replaced_characters')
    const reads = Buffer.from('@r1 M\xfcller\nACGT\n+\nIIII\n', 'latin1')
    expect((await stage('r.fastq', reads)).table.source.notes).toContainEqual(replaced)
  })

  it('UTF-8 of which only the last character is cut is sure, beside other bytes it is a guess', () => {
    const [whole, other] = [Buffer.from('张三丰'), Buffer.from('d5c5c8fd', 'hex')]
    expect(encodingOfPieces([whole, whole.subarray(0, 8)])).toEqual({ encoding: 'utf-8', sure: true })
    expect(encodingOfPieces([whole, other])).toEqual({ encoding: 'utf-8', sure: false })
  })

  it('a library gives the dataset that is asked for and names the others', async () => {
    const one = [{ name: 'C', label: '', length: 8 }]
    const library = writeXptLibrary([
      { version: 5, name: 'DM', label: '', variables: one, rows: [['dm']] },
      { version: 5, name: 'AE', label: '', variables: one, rows: [['ae1'], ['ae2']] },
      { version: 5, name: 'LB', label: '', variables: one, rows: [] },
    ])
    const first = await stage('lib.xpt', library)
    expect(first.cells).toEqual([['dm']])
    expect(first.table.source.notes).toContainEqual({ code: 'other_dataset', detail: 'AE, LB', severity: 'warning' })
    expect((await stage('lib.xpt', library, { sheet: 'ae' })).cells).toEqual([['ae1'], ['ae2']])
    expect((await stage('lib.xpt', library, { sheet: 2 })).cells).toEqual([])
    await expect(stage('lib.xpt', library, { sheet: 'XX' })).rejects.toMatchObject({ code: 'no_dataset' })
    expect(await datasetsIn(path.join(folder, 'lib.xpt'))).toEqual(['DM', 'AE', 'LB'])
    await writeFile(path.join(folder, 'lib.xpt.gz'), gzipSync(library))
    expect(await datasetsIn(path.join(folder, 'lib.xpt.gz'))).toEqual(['DM', 'AE', 'LB'])
  })

  it('counts records apart from reading them', async () => {
    const one = [{ name: 'C', label: '', length: 8 }]
    const make = (stated?: number) =>
      writeXpt({ version: 8, name: 'X', label: '', variables: one, rows: [['a'], [''], ['b']], ...(stated ? { stated } : {}) })
    expect((await stage('n.xpt', make())).table).toMatchObject({ rows: 3, source: { independentRows: 3 } })
    expect((await stage('n.xpt', make(4))).table).toMatchObject({ rows: 4, source: { independentRows: 4 } })
    const less = await stage('n.xpt', make(99))
    expect(less.table.source.independentRows).toBe(99)
    expect(less.codes).toContain('row_count_mismatch')
    const long = [{ name: 'C', label: '', length: 160 }]
    const blank = await stage('n.xpt', writeXpt({ version: 5, name: 'X', label: '', variables: long, rows: [['a'], ['']] }))
    expect(blank.table).toMatchObject({ rows: 2, source: { independentRows: 2 } })
  })

  it('a cut off file is named', async () => {
    const whole = writeXpt({ version: 5, name: 'DM', label: '', variables, rows })
    await expect(stage('cut.xpt', whole.subarray(0, whole.length - 130))).rejects.toMatchObject({ code: 'truncated_xpt' })
    await expect(stage('head.xpt', whole.subarray(0, 500))).rejects.toMatchObject({ code: 'damaged_xpt' })
  })
})

describe('content that is no table', () => {
  it.each([
    ['page.html', '<!DOCTYPE html>\n<html><body><table><tr><td>1</td></tr></table></body></html>\n', 'HTML'],
    ['export.xls.csv', '\n <html xmlns:o="urn:x">\n<table></table></html>', 'HTML'],
    ['data.xml', '<?xml version="1.0"?>\n<a><b>1</b></a>\n', 'XML'],
    ['odm.txt', '<ODM FileType="Snapshot">\n  <Study OID="S"/>\n</ODM>\n', 'XML'],
    ['list.yaml', '---\n- id: 1\n  name: a\n- id: 2\n  name: b\n', 'YAML'],
    ['list.csv', 'patients:\n  - id: 1\n    sex: F\n  - id: 2\n    sex: M\n', 'YAML'],
    ['plain.csv', '- id: 1\n  name: a\n- id: 2\n  name: b\n', 'YAML'],
    ['nested.txt', '受试者:\n  编号: 1\n  性别: F\n', 'YAML'],
    ['settings.yaml', 'a: 1\nb: 2\n', 'YAML'],
    ['bare.csv', '<patients>\n  <patient>1</patient>\n</patients>\n', 'XML'],
    ['commented.csv', '<!-- made by hand -->\n<html><body></body></html>', 'HTML'],
    ['notes.md', 'Some text,\nand more.\n', 'Markdown'],
    ['readme.md', '# Title\n\nSome text.\n', 'Markdown'],
    ['table.csv', '| id | sex |\n| -- | :-: |\n| 1 | F |\n', 'Markdown'],
  ])('%s is refused by name', async (name, content, kind) => {
    await expect(stage(name, content)).rejects.toMatchObject({
      name: 'QcInputError',
      code: 'no_table',
      text: { en: expect.stringContaining(kind) },
    })
  })

  it('a table stays one, even where cells look like markup', async () => {
    expect((await stage('m.csv', 'html,v\n<b>x</b>,1\n')).cells).toEqual([['<b>x</b>', '1']])
    expect((await stage('n.csv', '<id>,v\n1,2\n')).cells).toEqual([['1', '2']])
    expect((await stage('o.csv', '| id | v\n| 1 | 2\n', { delimiter: '|' })).table.rows).toBe(1)
    expect((await stage('p.csv', 'key: value\na: 1\n')).table.rows).toBe(1)
    expect((await stage('q.csv', '# Title\nx\n', { format: 'csv' })).table.rows).toBeGreaterThan(0)
  })

  it('bgzip is gzip, whatever its ending', async () => {
    const { table, cells } = await stage('a.csv.bgz', Buffer.concat([gzipSync('a,b\n1,2\n'), gzipSync('3,4\n')]))
    expect([table.name, cells]).toEqual([
      'a',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ])
    expect(
      (await stage('b.vcf.bgz', gzipSync('##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n1\t5\t.\tA\tC\t.\t.\t.\n')))
        .table.source.format,
    ).toBe('vcf')
  })
})
