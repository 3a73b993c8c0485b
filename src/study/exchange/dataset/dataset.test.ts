import { describe, expect, test } from 'vitest'
import { useStage } from '#qc/source/testing/use-stage.ts'
import { blankVariable } from '../../dictionary/variable.ts'
import type { Content, Variable } from '../../dictionary/variable.ts'
import { gathered } from '../testing/gathered.ts'
import { XmlReader } from '../xml/reader.ts'
import { datasetsOf } from './dataset.ts'
import type { Dataset, Row } from './dataset.ts'
import { defineXml } from './define.ts'
import { writeDatasetJson } from './json.ts'
import { Survey } from './survey.ts'
import { XptSurvey, nameMisfitsOf, writeXpt } from './xpt.ts'

const stage = useStage()
const variable = (code: string, more: Partial<Variable> = {}): Variable => ({ ...blankVariable('vs', code), labelEn: code, ...more })
const CONTENT: Content = {
  forms: [
    { code: 'vs', name: '生命体征', nameEn: 'Vital signs', repeats: false, doubleEntry: false },
    { code: 'none', name: '空', nameEn: 'Empty', repeats: false, doubleEntry: false },
  ],
  codelists: [{ code: 'sex', name: 'Sex', items: [{ code: '1', label: '男', labelEn: 'Male' }] }],
  variables: [
    variable('sbp', { type: 'integer', required: true }),
    variable('crp', { type: 'number', unit: 'mg/L' }),
    variable('sex', { type: 'choice', codelist: 'sex' }),
    variable('note', { type: 'longText' }),
    variable('bmi', { type: 'number', formula: 'sbp / 2' }),
  ],
}
const datasetIn = (content: Content): Dataset => {
  const [dataset, ...others] = datasetsOf(content)
  if (!dataset || others.length > 0) throw new Error('one dataset expected')
  return dataset
}
const DATASET = datasetIn(CONTENT)
const ROWS: Row[] = [
  ['001', 'V1', '1', '120', '0.5', '1', 'fine', '-60.25'],
  ['002', null, '2', null, '1e3', null, null, '123456.789012'],
]
const HEAD = { study: 'ST.1', version: 'MDV.1', at: '2026-11-17T08:00:00Z', records: 2 }
const surveyed = (rows: readonly Row[], dataset = DATASET): Survey => {
  const survey = new Survey()
  for (const row of rows) survey.add(dataset, row)
  return survey
}

describe('Dataset-JSON', () => {
  const linesOf = async (rows: readonly Row[]): Promise<unknown[]> => {
    const text = (await gathered(writeDatasetJson(DATASET, HEAD, surveyed(rows).texts, rows))).join('')
    return text
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
  }
  test('says what it is, then one line for each record', async () => {
    const [head, ...rows] = await linesOf(ROWS)
    expect(head).toMatchObject({ datasetJSONVersion: '1.1.0', records: 2, name: 'vs', itemGroupOID: 'IG.vs', studyOID: 'ST.1' })
    expect(head).toMatchObject({
      columns: [
        { name: 'SUBJECT', dataType: 'string', keySequence: 1 },
        { name: 'VISIT', keySequence: 2 },
        { name: 'INSTANCE', dataType: 'integer', keySequence: 3 },
        { name: 'sbp', itemOID: 'I.vs.sbp', dataType: 'integer' },
        { name: 'crp', dataType: 'double' },
        { name: 'sex', dataType: 'string' },
        { name: 'note' },
        { name: 'bmi', dataType: 'double' },
      ],
    })
    expect(rows).toEqual([
      ['001', 'V1', 1, 120, 0.5, '1', 'fine', -60.25],
      ['002', null, 2, null, 1000, null, null, 123456.789012],
    ])
  })
  test('gives a column as text in which one value is no number, or more than a computer holds', async () => {
    const [head, ...rows] = await linesOf([
      ['001', 'V1', '1', '120.5', '<0.5', '1', '', '1'],
      ['002', 'V1', '1', '120', '12345678901234567890', null, null, '2'],
    ])
    expect(head).toMatchObject({
      columns: [{}, {}, {}, { name: 'sbp', dataType: 'string' }, { name: 'crp', dataType: 'string' }, {}, {}, { dataType: 'double' }],
    })
    expect(rows).toEqual([
      ['001', 'V1', 1, '120.5', '<0.5', '1', '', 1],
      ['002', 'V1', 1, '120', '12345678901234567890', null, null, 2],
    ])
  })
})

test('Define-XML names each file, column, list and formula', () => {
  const head = { study: 'ST.1', name: '研究', description: 'a < b', protocol: 'P-1', version: 'MDV.1', at: HEAD.at }
  const text = defineXml(head, [DATASET], surveyed(ROWS), '.ndjson')
  const reader = new XmlReader()
  const events = [...reader.push(text), ...reader.end()]
  const opened = events.flatMap((event) => (event.kind === 'open' ? [event] : []))
  const namesOf = (name: string, attribute: string) =>
    opened.filter((event) => event.name === name).map(({ attributes }) => attributes.get(attribute))
  expect(namesOf('MetaDataVersion', 'def:DefineVersion')).toEqual(['2.1.0'])
  expect(namesOf('ItemGroupDef', 'OID')).toEqual(['IG.vs'])
  expect(namesOf('ItemRef', 'ItemOID')).toEqual(namesOf('ItemDef', 'OID'))
  expect(namesOf('ItemDef', 'Length')).toEqual(['3', '2', '1', '3', '3', '1', '4', '13'])
  expect(namesOf('ItemDef', 'DataType')).toEqual(['text', 'text', 'integer', 'integer', 'float', 'text', 'text', 'float'])
  expect(namesOf('CodeListRef', 'CodeListOID')).toEqual(namesOf('CodeList', 'OID'))
  expect(namesOf('MethodDef', 'OID')).toEqual(['MT.I.vs.bmi'])
  expect(namesOf('def:leaf', 'xlink:href')).toEqual(['vs.ndjson'])
})

describe('SAS transport', () => {
  test('is read by the engine as it was entered', async () => {
    const survey = new XptSurvey(DATASET)
    for (const row of ROWS) survey.add(row)
    expect([...nameMisfitsOf(DATASET), ...survey.misfits]).toEqual([])
    const file = Buffer.concat(await gathered(writeXpt(DATASET, survey, HEAD.at, ROWS)))
    expect(file.length % 80).toBe(0)
    const { table, cells } = await stage('vs.xpt', file)
    expect(table.columns).toEqual(['SUBJECT', 'VISIT', 'INSTANCE', 'SBP', 'CRP', 'SEX', 'NOTE', 'BMI'])
    expect(cells).toEqual([
      ['001', 'V1', '1', '120', '0.5', '1', 'fine', '-60.25'],
      ['002', null, '2', null, '1000', null, null, '123456.789012'],
    ])
  })

  test('refuses what would be cut or lost, with the place and the reason', () => {
    const odd = datasetIn({
      ...CONTENT,
      forms: [{ code: 'vs', name: '生命体征', nameEn: '', repeats: false, doubleEntry: false }],
      variables: [
        variable('longername'),
        variable('收缩压'),
        variable('a', { labelEn: 'x'.repeat(41) }),
        variable('b', { type: 'number' }),
        variable('c'),
        variable('d'),
      ],
    })
    const survey = new XptSurvey(odd)
    survey.add(['001', 'V1', '1', 'fine', 'fine', 'x'.repeat(201), '<0.5', '中文', 'end '])
    survey.add(['001', 'V1', '2', 'fine', 'fine', 'x'.repeat(201), '1e76', null, null])
    expect([...nameMisfitsOf(odd), ...survey.misfits].map(({ variable: name, words }) => `${name}: ${words.en}`)).toEqual([
      ': The label “生命体征” is not ASCII',
      'longername: The name “longername” is not at most 8 letters, digits and underscores',
      '收缩压: The name “收缩压” is not at most 8 letters, digits and underscores',
      '收缩压: The label “收缩压” is not ASCII',
      'a: The label is longer than 40 characters',
      'a: Record 1: the text is longer than 200 characters',
      'b: Record 1: it is no number that SAS holds as it was entered',
      'c: Record 1: the text is not ASCII',
      'd: Record 1: the text ends with a blank, which would be lost',
    ])
  })
})
