import { describe, expect, test } from 'vitest'
import { checkContent, errorsIn } from '../../dictionary/check.ts'
import { blankVariable } from '../../dictionary/variable.ts'
import type { Content, Variable } from '../../dictionary/variable.ts'
import { gathered } from '../testing/gathered.ts'
import { REDCAP_PROJECT } from '../testing/redcap-project.ts'
import { giveStudy, odmFile } from './give.ts'
import type { OdmStudy } from './model.ts'
import { readOdm } from './read.ts'
import { takeStudy } from './take.ts'
import { writeOdm } from './write.ts'

const studyIn = async (text: string): Promise<OdmStudy> => {
  for await (const part of readOdm([Buffer.from(text)])) if (part.kind === 'study') return part.study
  throw new Error('no study')
}

describe('a project of REDCap becomes a study of ours', () => {
  test('with forms, visits, arms, lists and conditions', async () => {
    const { title, visits, arms, content } = takeStudy(await studyIn(REDCAP_PROJECT))
    expect(title).toBe('Demo 研究')
    expect(visits.map(({ code, day, before, after }) => [code, day, before, after])).toEqual([
      ['start_arm_1', 1, 2, 3],
      ['week_4_arm_1', 28, 2, 3],
      ['start_arm_2', 1, 2, 3],
    ])
    expect(arms.map(({ name }) => name)).toEqual(['Drug', 'Placebo'])
    expect(content.forms).toEqual([
      { code: 'demographics', name: 'Demographics', nameEn: 'Demographics', repeats: false, doubleEntry: false },
      { code: 'drugs', name: '合并用药', nameEn: '合并用药', repeats: true, doubleEntry: false },
    ])
    const of = Object.fromEntries(content.variables.map((variable) => [variable.code, variable]))
    expect(Object.fromEntries(content.variables.map(({ code, type }) => [code, type]))).toEqual({
      full_name: 'text',
      address: 'longText',
      email: 'text',
      dob: 'date',
      seen_at: 'dateTime',
      woke_at: 'time',
      sex: 'choice',
      centre: 'choice',
      pregnant: 'yesNo',
      consent: 'yesNo',
      height: 'number',
      weight: 'integer',
      bmi: 'number',
      odd_sum: 'number',
      mood: 'number',
      city: 'text',
      phone: 'text',
      symptom: 'choices',
      drug: 'text',
      dose: 'number',
    })
    expect(of['height']).toMatchObject({ min: '130', max: '215', unit: 'cm', section: 'Contact', missingCodes: ['-99', 'NI'] })
    expect(of['full_name']).toMatchObject({ label: '姓名', labelEn: '', required: true, sensitivity: 3, section: 'Contact' })
    expect(of['pregnant']?.branching).toBe("not ([sex] differs from '0')")
    expect(of['bmi']?.formula).toContain('[weight] * 10000')
    expect(content.codelists.find(({ code }) => code === 'symptom')?.items).toEqual([
      { code: '1', label: '', labelEn: 'Cough' },
      { code: '2', label: '', labelEn: 'Fever, chills' },
      { code: '-3', label: '', labelEn: 'None' },
    ])
    expect(errorsIn(checkContent(content))).toEqual([])
  })

  test('and says of everything else that it is not taken over, and why', async () => {
    const { notes } = takeStudy(await studyIn(REDCAP_PROJECT))
    expect(notes.map(({ variable, words }) => `${variable}: ${words.en}`)).toEqual([
      'record_id: Not taken over: It is the number of the subject',
      'scan: Not taken over: Files are uploaded as data files',
      'signed: Not taken over: Files are uploaded as data files',
      'intro: Not taken over: A text to read is no variable',
      'demographics_complete: Not taken over: A record has a state of its own',
      'odd_sum: Not translated: [previous-event-name][weight] + 1 (refers to an instance or to a relative event)',
      'drugs_complete: Not taken over: A record has a state of its own',
      'redcap:SurveysGroup: redcap:SurveysGroup (1) is not taken over',
    ])
  })
})

const variable = (form: string, code: string, more: Partial<Variable> = {}): Variable => ({ ...blankVariable(form, code), ...more })
const CONTENT: Content = {
  forms: [
    { code: 'vitals', name: '生命体征', nameEn: 'Vitals', repeats: false, doubleEntry: true },
    { code: 'events', name: '不良事件', nameEn: 'Events', repeats: true, doubleEntry: false },
  ],
  codelists: [
    { code: 'sex', name: '性别', items: [{ code: '1', label: '男', labelEn: 'Male' }] },
    { code: 'sex2', name: '性别2', items: [{ code: '1', label: '男', labelEn: 'Male' }] },
  ],
  variables: [
    variable('vitals', 'sex', { label: '性别', labelEn: 'Sex', type: 'choice', codelist: 'sex', required: true, section: '基本' }),
    variable('vitals', 'other', { type: 'choices', codelist: 'sex2', critical: true }),
    variable('vitals', 'sbp', { label: '收缩压', type: 'integer', min: '50', max: '260', unit: 'mmHg', missingCodes: ['-9', 'ND'] }),
    variable('vitals', 'pulse', { labelEn: 'Pulse', type: 'integer', formula: 'sbp - 10' }),
    variable('vitals', 'preg', { type: 'yesNo', branching: "sex = '2' and sbp < 3", sensitivity: 2 }),
    variable('events', 'sbp', { type: 'longText' }),
    variable('events', 'on', { type: 'date', min: '2020-01-01' }),
    variable('events', 'at', { type: 'dateTime' }),
    variable('events', 'clock', { type: 'time' }),
    variable('events', '剂量', { label: '剂量', type: 'number', sensitivity: 3 }),
  ],
}

test('a study of ours goes out and comes in again as it was', async () => {
  const visits = [{ code: 'V1', name: '基线', nameEn: 'Baseline', isPlanned: true, day: 0, before: 0, after: 3 }]
  const study = { code: 'HTN-01', title: '高血压', titleEn: 'Hypertension', remark: 'a & b', number: 2, visits, content: CONTENT }
  const text = (await gathered(writeOdm(odmFile(study, '2026-11-17T00:00:00Z'), giveStudy(study), []))).join('')
  const taken = takeStudy(await studyIn(text))
  expect(taken.content).toEqual(CONTENT)
  expect(taken.visits).toEqual([{ oid: 'SE.V1', ...visits[0] }])
  expect(taken.notes).toEqual([])
})
