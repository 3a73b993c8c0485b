import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type QcWorkspace } from '../database.ts'
import { runChecks } from '../engine.ts'
import { profileTable } from '../profile/profile.ts'
import { stageFile } from '../source/stage.ts'
import { stageRows } from '../testing/stage-rows.ts'
import { parseDictionary } from './dictionary.ts'
import { edcPack, type EdcOptions } from './edc.ts'
import { fastqPack } from './fastq.ts'
import { vcfPack } from './vcf.ts'
import { translateLogic } from './redcap-logic.ts'
import { starterPack } from './starter.ts'

let db: QcWorkspace
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'qc-packs-'))
  db = await openDatabase({ threads: 1 })
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

const HEADER =
  '"Variable / Field Name","Form Name","Section Header","Field Type","Field Label","Choices, Calculations, OR Slider Labels","Field Note","Text Validation Type OR Show Slider Number","Text Validation Min","Text Validation Max",Identifier?,"Branching Logic (Show field only if...)","Required Field?"'
const REDCAP = `${HEADER}
record_id,demo,,text,编号,,,,,,y,,y
age,demo,,text,年龄,,,integer,18,90,,,y
sex,demo,,radio,性别,"1, 男 | 2, 女",,,,,,,y
pregnant,demo,,yesno,妊娠,,,,,,,"[sex] = '2'",
visit,demo,,text,访视日期,,,date_ymd,2020-01-01,2030-01-01,,,
height,demo,,text,身高,,,number,100,220,,,
weight,demo,,text,体重,,,number,,,,,
bmi,demo,,calc,BMI,"round([weight]/([height]/100*[height]/100), 1)",,,,,,,
sym,demo,,checkbox,症状,"1, 咳 | 2, 热",,,,,,,
other,demo,,text,其他症状,,,,,,,"[sym(2)] = ""1""",
odd,demo,,text,别的访视,,,,,,,"[visit_1_arm_1][age][2] > 3",
info,demo,,descriptive,说明,,,,,,,,
`

describe('the nine EDC rules from a dictionary', () => {
  it('finds one planted mistake per rule', async () => {
    const pack = edcPack(parseDictionary(REDCAP, 'd.csv'), { keyFields: ['record_id'], missingCodes: ['-9'] })
    const columns = ['record_id', 'age', 'sex', 'pregnant', 'visit', 'height', 'weight', 'bmi', 'sym___1', 'sym___2', 'other', 'odd']
    const fine = Array.from({ length: 20 }, (_, index) => [
      `R${index}`,
      String(40 + (index % 3)),
      '1',
      null,
      '2024-01-02',
      '170',
      '65',
      '22.5',
      '0',
      '1',
      'x',
      null,
    ])
    const rows = [
      ...fine,
      ['R90', null, '1', null, '2024-01-02', '170', '65', '22.5', '0', '0', null, null],
      ['R91', 'forty', '1', '1', '2035-01-02', '999', '65', '22.5', '0', '0', null, null],
      ['R92', '-9', '3', null, 'soon', '170', '65', '30', '2', '0', 'y', null],
    ]
    const table = await stageRows(db, 'main', columns, rows)
    const run = await runChecks({ database: db, tables: [table], parameters: pack.parameters })
    expect(run.results.filter((result) => result.status === 'error')).toEqual([])
    const violated = (id: string) => run.results.find((result) => result.parameter === id)?.violated
    expect(
      Object.fromEntries(
        ['B.age', 'C.age', 'D.height', 'D.visit', 'C.visit', 'F.pregnant', 'F.other', 'G.sex', 'G.sym', 'H.bmi', 'I.age', 'A.other'].map(
          (id) => [id, violated(id)],
        ),
      ),
    ).toEqual({
      'B.age': 2, // blank, and the missing code
      'C.age': 1,
      'D.height': 1,
      'D.visit': 1,
      'C.visit': 1,
      'F.pregnant': 1,
      'F.other': 1,
      'G.sex': 1,
      'G.sym': 1,
      'H.bmi': 2,
      'I.age': 1,
      'A.other': 0,
    })
    expect(run.results.find((result) => result.parameter === 'E.height')?.violated).toBe(1)
    expect(pack.untranslated).toMatchObject([{ field: 'odd', rule: 'F' }])
  })

  it('a limit may be today, and a choice may hold a semicolon', async () => {
    const dictionary = parseDictionary(
      `${HEADER}\nvisit,demo,,text,V,,,date_ymd,2020-01-01,today,,,\nsure,demo,,radio,S,"1, yes; rather | 2, no",,,,,,,\n`,
      'd.csv',
    )
    const table = await stageRows(
      db,
      'main',
      ['visit', 'sure'],
      [
        ['2024-06-01', '1'],
        ['2024-06-02', 'rather'],
        ['2019-12-31', '2'],
      ],
    )
    const { results } = await runChecks({
      database: db,
      tables: [table],
      parameters: edcPack(dictionary).parameters,
      now: '2024-06-01T09:00:00',
    })
    const violated = (id: string) => results.find((result) => result.parameter === id)?.violated
    expect([violated('D.visit'), violated('G.sure')]).toEqual([2, 1])
  })

  it('says which limits could not be read instead of dropping them', () => {
    const lines = [
      'a,f,,text,甲,,,number,abc,"9",,,',
      'b,f,,text,乙,,,date_ymd,2026-01-01,31/12/2026,,,',
      'c,f,,text,丙,,,time,morning,,,,',
      'g,f,,text,庚,,,mrn_7d,,,,,',
      'd,f,,text,丁,,,number_comma_decimal,"0,5","9,5",,,',
      'e,f,,text,戊,,,datetime_ymd,today,now,,,',
    ]
    const { untranslated } = edcPack(parseDictionary(`${HEADER}\n${lines.join('\n')}\n`, 'd.csv'))
    expect(untranslated.map(({ field, rule, source }) => [field, rule, source])).toEqual([
      ['a', 'D', 'abc'],
      ['b', 'D', '31/12/2026'],
      ['c', 'D', 'morning'],
      ['g', 'C', 'mrn_7d'],
      ['d', 'E', 'd'],
    ])
  })

  it('works on the flat export: events, repeats, decimal commas, blanks in branching, rules of its own', async () => {
    const dictionary = parseDictionary(
      `${HEADER}
record_id,demo,,text,编号,,,,,,y,,y
sex,demo,,radio,性别,"1, 男 | 2, 女",,,,,,,y
lmp,demo,,text,末次月经,,,,,,,"[sex] <> '1'",y
dose,visit,,text,剂量,,,number_1dp_comma_decimal,"0,5","9,5",,,y
total,visit,,calc,合计,"sum([dose], [extra])",,,,,,,
extra,visit,,text,追加,,,number,,,,,
ae,ae,,text,不良事件,,,,,,,,y
aenote,ae,,text,说明,,,,,,,"[sex] = '2'",
mrn,demo,,text,病案号,,,mrn_10d,,,,,
`,
      'd.csv',
    )
    const layout: EdcOptions = {
      designated: [
        { event: 'base', form: 'demo' },
        { event: 'v1', form: 'visit' },
        { event: 'v1', form: 'ae' },
        { event: 'base', form: 'ae' },
      ],
      repeating: ['ae'],
      missingCodes: ['-9'],
      customRules: [
        { name: '剂量过大', logic: '[dose] > 5' },
        { name: '别的', logic: '[v1][dose][2] > 5' },
        { name: '基线', logic: "[base][sex] = '2' and [dose] <> ''" },
      ],
    }
    for (const { repeating, ...rest } of [layout, { ...layout, repeating: undefined }]) {
      const pack = edcPack(dictionary, repeating ? layout : rest)
      const columns = [
        'record_id',
        'redcap_event_name',
        'redcap_repeat_instrument',
        'redcap_repeat_instance',
        'sex',
        'lmp',
        'dose',
        'extra',
        'total',
        'ae',
        'aenote',
        'mrn',
      ]
      const table = await stageRows(db, 'main', columns, [
        ['R1', 'base', '', '', '1', '', '', '', '', '', '', '0123456789'],
        ['R1', 'v1', '', '', '', '', '1,5', '', '1.5', '', '', ''],
        ['R1', 'base', 'ae', '1', '', '', '', '', '', 'fall', 'x', ''],
        ['R2', 'base', '', '', '', '', '', '', '', '', '', '12'],
        ['R2', 'v1', '', '', '', '', '12,5', '1', '9', '', '', ''],
        ['R3', 'base', '', '', '2', '-9', '', '', '', '', '', ''],
        ['R3', 'base', 'ae', '1', '', '', '', '', '', '', 'y', ''],
        ['R3', 'v1', '', '', '', '', '1.5', '', '', '', '', ''],
      ])
      const { results } = await runChecks({ database: db, tables: [table], parameters: pack.parameters })
      expect(results.filter((result) => result.status === 'error').map((result) => result.message?.en)).toEqual([])
      const of = (id: string) => results.find((result) => result.parameter === id)
      const counts = (id: string) => [of(id)?.violated, of(id)?.denominator]
      expect(counts('B.sex')).toEqual([1, 3])
      expect(counts('B.lmp')).toEqual([2, 2]) // R2: sex is blank, so the field is shown; R3: a missing code
      expect(counts('B.dose')).toEqual([0, 3])
      expect(counts('C.dose')).toEqual([1, 3])
      expect(counts('D.dose')).toEqual([1, 3])
      expect(counts('H.total')).toEqual([1, 2])
      expect(counts('B.ae')).toEqual([1, 2])
      expect(counts('F.aenote')[0]).toBe(1) // R1 is a man, as his first row says
      expect(counts('C.mrn')).toEqual([1, 2])
      expect(counts('J.1')).toEqual([1, 3])
      expect(counts('J.3')[0]).toBe(1)
      expect(pack.untranslated).toMatchObject([
        { field: 'dose', rule: 'E' },
        { field: '别的', rule: 'J' },
      ])
    }
  })

  it('an instance of an event that repeats is judged by its own fields, and times by their limits', async () => {
    const dictionary = parseDictionary(
      `${HEADER}
id,labs,,text,编号,,,,,,,,y
flag,labs,,yesno,异常,,,,,,,,y
note,comm,,text,说明,,,,,,,"[flag] = '1'",y
at,comm,,text,时刻,,,time,8:00,18:00,,,
`,
      'd.csv',
    )
    const pack = edcPack(dictionary)
    const columns = ['id', 'redcap_event_name', 'redcap_repeat_instrument', 'redcap_repeat_instance', 'flag', 'note', 'at']
    const table = await stageRows(db, 'main', columns, [
      ['1', 'cycle', null, '1', '1', 'seen', '07:59'],
      ['1', 'cycle', null, '2', '0', null, '8:00'],
      ['1', 'cycle', null, '3', '1', null, '18:01'],
      ['1', 'cycle', null, '4', '0', 'late', '18:00'],
    ])
    const { results } = await runChecks({ database: db, tables: [table], parameters: pack.parameters })
    const counts = (id: string) => results.filter((one) => one.parameter === id).map((one) => [one.violated, one.denominator])
    expect([counts('B.note'), counts('F.note'), counts('D.at')]).toEqual([[[1, 2]], [[1, 2]], [[2, 4]]])
  })

  it('reads a plain dictionary with Chinese headers', () => {
    const { fields, dialect } = parseDictionary(
      '变量名,标签,类型,必填,下限,上限,选项\n血糖,空腹血糖,数值,是,2,30,\n性别,,单选,,,,1=男;2=女\n',
      'd.csv',
    )
    expect(dialect).toBe('plain')
    expect(fields).toMatchObject([
      { name: '血糖', type: 'number', required: true, min: '2', max: '30' },
      {
        name: '性别',
        type: 'choice',
        choices: [
          { code: '1', label: '男' },
          { code: '2', label: '女' },
        ],
      },
    ])
  })

  it('says what is no dictionary, and which type it does not know', () => {
    expect(() => parseDictionary('a,b\n1,2\n', 'd.csv')).toThrow('no data dictionary')
    expect(() => parseDictionary('name,type\nx,hologram\n', 'd.csv')).toThrow('line 2, column "x"')
  })
})

describe('REDCap logic in our language', () => {
  const fields = new Set(['a', 'b', 'sym___2'])
  it.each([
    ["[a] = '1' and [b] <> '2'", "not ([a] differs from '1') and [b] differs from '2'"],
    ['[a] + [b] = 3 or [a] <> [b]', '[a] + [b] = 3 or [a] differs from [b]'],
    ['[a] > "18"', '[a] > 18'],
    ['[a] = ""', '[a] is null'],
    ["[sym(2)] = '1'", "not ([sym___2] differs from '1')"],
  ])('%s', (source, expression) => {
    expect(translateLogic(source, fields)).toEqual({ expression })
  })
  it.each([
    ['datediff([a], "today", "y")', "(abs(datediff([a], today(), 'day')) / 365.2425)"],
    ['rounddown(datediff([a], [b], "y", "ymd", true), 0)', "floor((datediff([a], [b], 'day') / 365.2425))"],
    ['RoundUp((([a] + 1) * (2 - [a])) / 3)', 'ceil((([a] + 1) * (2 - [a])) / 3)'],
    ['roundup(rounddown([a] / 2,0 ) * 3, 0) + rounddown([a])', 'ceil(floor([a] / 2) * 3) + floor([a])'],
    ['roundup([a] / 2)', 'ceil([a] / 2)'],
    ['sum([a], [b])', 'if([a] is null and [b] is null, null, (coalesce([a], 0) + coalesce([b], 0)))'],
    ['max([a], [b])', 'greatest(coalesce([a], [b]), coalesce([b], [a]))'],
    ['round([a] / ([b] / 100)^2, 1)', 'round([a] / ([b] / 100)^2, 1)'],
  ])('%s', (source, expression) => {
    expect(translateLogic(source, fields, 'number')).toEqual({ expression })
  })

  it.each(['[event_1][a] = 1', '[nosuch] = 1', '[a] = = 1', 'median([a], [b]) > 1', '[a]'])('gives back with a reason: %s', (source) => {
    expect(translateLogic(source, fields)).toHaveProperty('reason')
  })
})

describe('packs that need no dictionary', () => {
  it('a table passes the starter pack made from itself', async () => {
    const file = path.join(folder, 't.csv')
    await writeFile(
      file,
      `id,sex,age,code\n${Array.from({ length: 200 }, (_, index) => `S${String(index).padStart(3, '0')},${index % 2 ? 'F' : 'M'},${20 + (index % 40)},A-${100 + (index % 90)}`).join('\n')}\n`,
    )
    const table = await stageFile(db, file)
    const pack = starterPack(await profileTable(db, table))
    expect(pack.map((parameter) => parameter.check)).toEqual(
      expect.arrayContaining(['unique', 'in_set', 'range', 'regex', 'duplicate_row']),
    )
    const run = await runChecks({ database: db, tables: [table], parameters: pack })
    expect(
      run.results.filter((result) => result.status !== 'passed').map((result) => [result.parameter, result.status, result.message?.en]),
    ).toEqual([])
  })

  it('the FASTQ pack judges reads and the file', async () => {
    const file = path.join(folder, 'r.fastq')
    const read = (index: number, quality: string) => `@r${index}\n${'ACGT'.repeat(10)}\n+\n${quality.repeat(40)}\n`
    await writeFile(file, Array.from({ length: 50 }, (_, index) => read(index, index < 20 ? '#' : 'I')).join('') + '@bad\nAC\n+\nI\n')
    const table = await stageFile(db, file)
    const run = await runChecks({ database: db, tables: [table], parameters: fastqPack() })
    const status = Object.fromEntries(run.results.map((result) => [result.parameter, result.status]))
    expect(status).toMatchObject({
      'fastq.readable': 'passed',
      'fastq.syntax': 'failed',
      'fastq.quality': 'failed',
      'fastq.length': 'passed',
      'fastq.name': 'passed',
      'fastq.n': 'passed',
    })
  })

  it('the VCF pack takes many variants of one chromosome for what they are, and names the one that stands twice', async () => {
    const file = path.join(folder, 'v.vcf')
    const variant = (position: number, alt: string) => `1\t${position}\t.\tA\t${alt}\t.\tPASS\t.`
    const lines = ['##fileformat=VCFv4.2', '##contig=<ID=1>', '#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO']
    await writeFile(file, [...lines, variant(10, 'C'), variant(10, 'G'), variant(20, 'C'), variant(20, 'C'), ''].join('\n'))
    const run = await runChecks({ database: db, tables: [await stageFile(db, file)], parameters: vcfPack() })
    expect(run.results.map(({ parameter, violated }) => [parameter, violated])).toContainEqual(['vcf.duplicates', 2])
  })
})
