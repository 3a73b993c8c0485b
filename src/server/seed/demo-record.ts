import type { Ctx } from '../model/context.ts'
import type { DemoClock } from './demo-time.ts'

const FORMS: [string, string, string][] = [
  ['demography', '人口学', 'Demography'],
  ['vitals', '生命体征', 'Vital signs'],
]
const SEX = {
  code: 'sex',
  name: '性别',
  items: [
    { code: '1', label: '男', labelEn: 'Male' },
    { code: '2', label: '女', labelEn: 'Female' },
  ],
}
const BLANK = {
  slot: null,
  section: '',
  unit: '',
  codelist: '',
  min: '',
  max: '',
  required: false,
  branching: '',
  formula: '',
  missingCodes: [],
  sensitivity: 0,
  critical: false,
}
/** Form, code, Chinese and English label, type, and what else it says. */
const VARIABLES: [string, string, string, string, string, Record<string, unknown>][] = [
  ['demography', 'sex', '性别', 'Sex', 'choice', { codelist: 'sex', required: true, critical: true }],
  ['demography', 'birth', '出生日期', 'Date of birth', 'date', { required: true, sensitivity: 2 }],
  ['demography', 'phone', '联系电话', 'Phone', 'text', { sensitivity: 3 }],
  ['demography', 'pregnant', '是否妊娠', 'Pregnant', 'yesNo', { branching: "sex = '2'" }],
  ['demography', 'smoker', '吸烟', 'Smoker', 'yesNo', {}],
  ['vitals', 'measured', '测量日期', 'Measured on', 'date', { required: true }],
  [
    'vitals',
    'sbp',
    '收缩压',
    'Systolic',
    'integer',
    { unit: 'mmHg', min: '70', max: '260', required: true, critical: true, section: '血压' },
  ],
  ['vitals', 'dbp', '舒张压', 'Diastolic', 'integer', { unit: 'mmHg', min: '40', max: '150', required: true, section: '血压' }],
  ['vitals', 'pulse_pressure', '脉压', 'Pulse pressure', 'integer', { unit: 'mmHg', formula: 'sbp - dbp', section: '血压' }],
  ['vitals', 'weight', '体重', 'Weight', 'number', { unit: 'kg', min: '25', max: '250', missingCodes: ['-9'], section: '体格' }],
  ['vitals', 'height', '身高', 'Height', 'number', { unit: 'cm', min: '120', max: '220', section: '体格' }],
  ['vitals', 'bmi', '体质指数', 'BMI', 'number', { formula: 'round(weight / (height / 100 * height / 100), 1)', section: '体格' }],
]

/** The first version of the dictionary, as its data manager published it. */
export const demoDictionary = async (ctx: Ctx, study: number): Promise<void> => {
  const { id, version } = await ctx.engine.add(ctx, 'study.dictionary', { study, note: '首版：人口学和生命体征' })
  const content = {
    forms: FORMS.map(([code, name, nameEn]) => ({ code, name, nameEn, repeats: false, doubleEntry: false })),
    codelists: [SEX],
    variables: VARIABLES.map(([form, code, label, labelEn, type, more]) => ({ ...BLANK, form, code, label, labelEn, type, ...more })),
  }
  await ctx.engine.act(ctx, 'study.dictionary', 'save', [id], { content, version })
  await ctx.engine.move({ ...ctx, reason: '伦理批准后启用' }, 'study.dictionary', { id, to: 'published' })
}

const ENTERED = 24
const SUBJECTS = `SELECT id FROM study_subject WHERE study = $1 AND state = 'enrolled' ORDER BY id LIMIT ${ENTERED}`
/** The first subjects' baseline, with what people do write: a comparison sign, a slip of the unit. */
export const demoEntry = async (ctx: Ctx, study: number, clock: DemoClock): Promise<void> => {
  const [vitals] = await ctx.db.query<{ id: number }>(`SELECT id FROM study_form WHERE study = $1 AND code = 'vitals'`, [study])
  const [visit] = await ctx.db.query<{ id: number }>(`SELECT id FROM study_visit WHERE study = $1 AND code = 'V1'`, [study])
  if (!vitals || !visit) return
  const name = `clinical.data.f${vitals.id}`
  for (const [i, { id: subject }] of (await ctx.db.query<{ id: number }>(SUBJECTS, [study])).entries()) {
    const [sbp, dbp, weight, height] = [118 + ((i * 37) % 50), 68 + ((i * 17) % 28), 52 + ((i * 29) % 40), 152 + ((i * 13) % 32)]
    const { id } = await ctx.engine.add(ctx, name, {
      subject,
      visit: visit.id,
      v1: clock.at(2, 9).slice(0, 10),
      v2: i === 5 ? String(sbp * 10) : String(sbp),
      v3: i === 9 ? '<60' : String(dbp),
      v5: i === 3 ? '-9' : String(weight),
      v6: i === 12 ? String(height / 100) : String(height),
    })
    if (i % 3 !== 2) await ctx.engine.move(ctx, name, { id, to: 'submitted' })
  }
}
