import type { Ctx } from '../model/context.ts'

export type DemoForm = 'demography' | 'vitals' | 'laboratory' | 'adverse'
/** Code, Chinese and English name, and whether a visit may have several. */
const FORMS: [DemoForm, string, string, boolean][] = [
  ['demography', '人口学', 'Demography', false],
  ['vitals', '生命体征', 'Vital signs', false],
  ['laboratory', '实验室检查', 'Laboratory', false],
  ['adverse', '不良事件', 'Adverse events', true],
]
/** Code, name, and of each item its code, Chinese and English label. */
const CODELISTS: [string, string, [string, string, string][]][] = [
  [
    'sex',
    '性别',
    [
      ['1', '男', 'Male'],
      ['2', '女', 'Female'],
    ],
  ],
  [
    'severity',
    '严重程度',
    [
      ['1', '轻度', 'Mild'],
      ['2', '中度', 'Moderate'],
      ['3', '重度', 'Severe'],
    ],
  ],
  [
    'outcome',
    '转归',
    [
      ['1', '痊愈', 'Recovered'],
      ['2', '好转', 'Recovering'],
      ['3', '未愈', 'Not recovered'],
      ['4', '死亡', 'Fatal'],
    ],
  ],
]
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
export const DEMO_VARIABLES: [DemoForm, string, string, string, string, Record<string, unknown>][] = [
  ['demography', 'sex', '性别', 'Sex', 'choice', { codelist: 'sex', required: true, critical: true }],
  ['demography', 'birth', '出生日期', 'Date of birth', 'date', { required: true, sensitivity: 2 }],
  ['demography', 'phone', '联系电话', 'Phone', 'text', { sensitivity: 3 }],
  ['demography', 'pregnant', '是否妊娠', 'Pregnant', 'yesNo', { branching: "sex = '2'" }],
  ['demography', 'smoker', '吸烟', 'Smoker', 'yesNo', {}],
  ['demography', 'history', '既往病史（ICD-10）', 'History (ICD-10)', 'text', {}],
  ['demography', 'consent', '知情同意日期', 'Consent given on', 'date', { required: true, critical: true }],
  ['demography', 'id_no', '身份证号', 'Resident id', 'text', { sensitivity: 3 }],
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
  ['laboratory', 'sampled', '采样日期', 'Sampled on', 'date', { required: true, critical: true }],
  ['laboratory', 'sample_no', '标本号', 'Specimen', 'text', {}],
  ['laboratory', 'glucose', '空腹血糖', 'Fasting glucose', 'number', { unit: 'mmol/L', min: '2', max: '30', section: '生化' }],
  ['laboratory', 'potassium', '血钾', 'Potassium', 'number', { unit: 'mmol/L', min: '2.5', max: '7', section: '生化' }],
  ['laboratory', 'creatinine', '血肌酐', 'Creatinine', 'number', { unit: 'μmol/L', min: '20', max: '1000', section: '生化' }],
  ['laboratory', 'alt', '丙氨酸氨基转移酶', 'ALT', 'number', { unit: 'U/L', min: '0', max: '1000', section: '生化' }],
  ['laboratory', 'crp', 'C反应蛋白', 'CRP', 'number', { unit: 'mg/L', min: '0', max: '300', section: '炎症' }],
  ['adverse', 'term', '事件名称', 'Event', 'text', { required: true }],
  ['adverse', 'started', '开始日期', 'Started on', 'date', { required: true }],
  ['adverse', 'ended', '结束日期', 'Ended on', 'date', {}],
  ['adverse', 'severity', '严重程度', 'Severity', 'choice', { codelist: 'severity', required: true }],
  ['adverse', 'serious', '严重不良事件', 'Serious', 'yesNo', { required: true, critical: true }],
  ['adverse', 'hospital_days', '住院天数', 'Days in hospital', 'integer', { unit: 'd', min: '0', max: '200', branching: "serious = '1'" }],
  ['adverse', 'outcome', '转归', 'Outcome', 'choice', { codelist: 'outcome' }],
]
/** The columns of a form are numbered in the order of its first version. */
export const slotted = (form: DemoForm, values: Record<string, string | null>): Record<string, string | null> => {
  const codes = DEMO_VARIABLES.filter(([of]) => of === form).map(([, code]) => code)
  return Object.fromEntries(Object.entries(values).map(([code, value]) => [`v${codes.indexOf(code) + 1}`, value]))
}

/** The first version of the dictionary, as its data manager published it. */
export const demoDictionary = async (ctx: Ctx, study: number): Promise<void> => {
  const { id, version } = await ctx.engine.add(ctx, 'study.dictionary', { study, note: '首版：人口学、生命体征、实验室检查和不良事件' })
  const content = {
    forms: FORMS.map(([code, name, nameEn, repeats]) => ({ code, name, nameEn, repeats, doubleEntry: code === 'adverse' })),
    codelists: CODELISTS.map(([code, name, items]) => ({
      code,
      name,
      items: items.map(([item, label, labelEn]) => ({ code: item, label, labelEn })),
    })),
    variables: DEMO_VARIABLES.map(([form, code, label, labelEn, type, more]) => ({ ...BLANK, form, code, label, labelEn, type, ...more })),
  }
  await ctx.engine.act(ctx, 'study.dictionary', 'save', [id], { content, version })
  await ctx.engine.move({ ...ctx, reason: '伦理批准后启用' }, 'study.dictionary', { id, to: 'published' })
}
