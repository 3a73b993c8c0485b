import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gathered } from '../testing/gathered.ts'
import { REDCAP_PROJECT, WITH_SITES } from '../testing/redcap-project.ts'
import type { Element } from '../xml/element.ts'
import { readOdm } from './read.ts'
import type { OdmPart } from './read.ts'
import { writeOdm } from './write.ts'
import type { OdmFile, OdmStudy, Subject } from './model.ts'

const bytesOf = (text: string, size = 4096): Uint8Array[] => {
  const bytes = Buffer.from(text)
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size))
}
const readAll = async (text: string, size?: number): Promise<OdmPart[]> => gathered(readOdm(bytesOf(text, size)))
type Whole = { file: OdmFile; study: OdmStudy; admin: Element[]; subjects: Subject[] }
const wholeOf = (parts: readonly OdmPart[]): Whole => {
  const file = parts.find((part) => part.kind === 'file')?.file
  const study = parts.find((part) => part.kind === 'study')?.study
  if (!file || !study) throw new Error('no study')
  const admin = parts.flatMap((part) => (part.kind === 'admin' ? [part.admin] : []))
  return { file, study, admin, subjects: parts.flatMap((part) => (part.kind === 'subject' ? [part.subject] : [])) }
}
const written = async ({ file, study, subjects, admin }: Whole): Promise<string> =>
  (await gathered(writeOdm(file, study, subjects, admin))).join('')

describe('a project of REDCap', () => {
  test('is read with all its fields, events, repeats and data', async () => {
    const { file, study, subjects } = wholeOf(await readAll(REDCAP_PROJECT))
    expect(file.attributes).toMatchObject({ SourceSystem: 'REDCap', ODMVersion: '1.3.1' })
    expect(study).toMatchObject({ name: 'Demo 研究', version: { extras: { 'redcap:RecordIdField': 'record_id' } } })
    expect(study.events.map(({ oid, extras }) => [oid, extras['redcap:DayOffset']])).toEqual([
      ['Event.start_arm_1', '1'],
      ['Event.week_4_arm_1', '28'],
      ['Event.start_arm_2', '1'],
    ])
    const types = study.items.map(({ extras }) => extras['redcap:FieldType'])
    expect(new Set(types)).toEqual(
      new Set(['text', 'textarea', 'radio', 'select', 'yesno', 'truefalse', 'calc', 'slider', 'file', 'descriptive', 'sql', 'checkbox']),
    )
    expect(study.items.find(({ oid }) => oid === 'phone')?.question).toEqual({ '': 'Phone\nwith area code' })
    expect(study.vendor.find(({ name }) => name === 'redcap:RepeatingInstrumentsAndEvents')?.children).toHaveLength(2)
    expect(subjects.map(({ key, records }) => [key, records.length])).toEqual([
      ['001', 10],
      ['002', 2],
    ])
    const values = Object.fromEntries(subjects[0]?.records[0]?.values.map(({ item, value }) => [item, value]) ?? [])
    expect(values).toMatchObject({ record_id: '001', full_name: '王"小"<二>', address: 'Line 1\nLine 2\tend', scan: '' })
  })

  test('is read, written and read again without loss', async () => {
    const first = wholeOf(await readAll(REDCAP_PROJECT))
    const text = await written(first)
    const second = wholeOf(await readAll(text))
    expect(second).toEqual(first)
    expect(await written(second)).toBe(text)
  })

  test('with users, sites and the story of its values, as other systems write it, is read, written and read again without loss', async () => {
    const first = wholeOf(await readAll(WITH_SITES))
    expect(first.admin).toMatchObject([
      { name: 'AdminData', children: [{ name: 'User' }, { name: 'Location', attributes: { OID: 'ward-3' } }] },
    ])
    expect(first.subjects.map(({ site }) => site)).toEqual(['ward-3', ''])
    const story = first.subjects[0]?.records[0]?.values.filter(({ item }) => item === 'sex')
    expect(story).toMatchObject([
      { value: '1', transaction: 'Insert', audit: { user: 'nurse', location: 'ward-3' } },
      { value: '0', transaction: 'Update', audit: { reason: 'Typed wrongly' } },
    ])
    const text = await written(first)
    expect(wholeOf(await readAll(text))).toEqual(first)
    expect(await written(wholeOf(await readAll(text)))).toBe(text)
  })

  test('is the same in whatever pieces it comes', async () => {
    const whole = await readAll(REDCAP_PROJECT, 1_000_000)
    for (const size of [1, 7, 64]) expect(await readAll(REDCAP_PROJECT, size)).toEqual(whole)
  })

  test('with names of its own for the same addresses is the same', async () => {
    const plain = wholeOf(await readAll(REDCAP_PROJECT))
    const renamed = REDCAP_PROJECT.replaceAll('redcap:', 'rc:')
      .replace('xmlns:redcap=', 'xmlns:rc=')
      .replace('http://www.cdisc.org', 'https://www.cdisc.org')
    expect(wholeOf(await readAll(renamed))).toEqual(plain)
  })
})

test('whatever characters values and labels have, they come back', async () => {
  const { file, study, admin } = wholeOf(await readAll(REDCAP_PROJECT))
  const sign = fc.constantFrom(...'ab&<>"\'\n\t\r ;#x漢é😀]\u00a0')
  await fc.assert(
    fc.asyncProperty(fc.array(sign, { maxLength: 30 }), fc.integer({ min: 1, max: 50 }), async (signs, size) => {
      const text = signs.join('')
      const [item] = study.items
      if (!item) throw new Error('no item')
      const odd: OdmStudy = { ...study, name: text, items: [{ ...item, name: `n${text}`, question: { '': text, 'zh-CN': text } }] }
      const [event, form, group] = [{ 'redcap:a': text }, {}, {}]
      const audit = { at: '2026-01-01T00:00:00', user: 'u', location: 'l', reason: text, source: '' }
      const record = {
        event: 'e',
        eventRepeat: '',
        form: 'f',
        formRepeat: '2',
        group: 'g',
        groupRepeat: '',
        audit,
        extras: { event, form, group },
      }
      const values = [
        { item: 'i', value: text, transaction: 'Update', audit, extras: {} },
        { item: 'i', value: null, transaction: '', audit: null, extras: {} },
      ]
      const whole: Whole = {
        file,
        study: odd,
        admin,
        subjects: [{ key: `k${text}`, site: 's', extras: {}, records: [{ ...record, values }] }],
      }
      expect(wholeOf(await readAll(await written(whole), size))).toEqual(whole)
    }),
    { numRuns: 60 },
  )
})

test('what XML cannot hold is refused, not dropped', async () => {
  const whole = wholeOf(await readAll(REDCAP_PROJECT))
  await expect(written({ ...whole, study: { ...whole.study, name: 'a\u0000b' } })).rejects.toThrow('control character U+0000')
})
