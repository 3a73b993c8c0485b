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

/** What of the first subjects' records is wrong, as people do write it, and the rules that say so: subject, form, values, rules. */
export const DEMO_PLANTED: readonly [number, 'demography' | 'vitals', Record<string, string | null>, readonly string[]][] = [
  [0, 'vitals', { measured: '2026-13-01' }, ['VS02']],
  [1, 'vitals', { sbp: '72', dbp: '128' }, ['VS10']],
  [2, 'vitals', { measured: '2062-01-31' }, ['VS03']],
  // A query about it is answered with the right value before quality control looks.
  [5, 'vitals', { sbp: '1380' }, []],
  [6, 'vitals', { height: null }, ['VS14']],
  [7, 'vitals', { weight: '72公斤' }, ['VS12']],
  [8, 'vitals', { weight: '720', height: '170' }, ['VS13', 'VS16']],
  [9, 'vitals', { dbp: '<60' }, ['VS08']],
  [10, 'vitals', { height: '17', weight: '60' }, ['VS15', 'VS16']],
  [11, 'vitals', { sbp: null }, ['VS04']],
  [12, 'vitals', { height: '1.64', weight: '60' }, ['VS15', 'VS16']],
  [13, 'vitals', { sbp: '1450' }, ['VS06']],
  [0, 'demography', { birth: '2062-05-01' }, ['DM05', 'DM06']],
  [1, 'demography', { birth: '1958-02-30' }, ['DM04']],
  [2, 'demography', { sex: null }, ['DM01']],
  [3, 'demography', { sex: '3', pregnant: null }, ['DM02']],
  [4, 'demography', { sex: '1', pregnant: '1' }, ['DM07']],
  [5, 'demography', { phone: '1380013' }, ['DM09']],
  [6, 'demography', { phone: '13900000007' }, ['DM10']],
  [7, 'demography', { phone: '13900000007' }, ['DM10']],
  [8, 'demography', { birth: null }, ['DM03']],
  [9, 'demography', { smoker: '9' }, ['DM08']],
  [10, 'demography', { birth: '2015-06-01' }, ['DM06']],
]
/** Somebody whose vital signs came before the rest, and a weight that nobody took: the second is no mistake. */
export const DEMO_WITHOUT_DEMOGRAPHY = 14
const UNWEIGHED = 3

type Form = 'demography' | 'vitals'
/** The columns of a form are numbered in the order of its first version. */
const slotted = (form: Form, values: Record<string, string | null>): Record<string, string | null> => {
  const codes = VARIABLES.filter(([of]) => of === form).map(([, code]) => code)
  return Object.fromEntries(Object.entries(values).map(([code, value]) => [`v${codes.indexOf(code) + 1}`, value]))
}
const usual: Record<Form, (i: number, day: string) => Record<string, string | null>> = {
  demography: (i) => ({
    sex: i % 2 ? '2' : '1',
    birth: `${1950 + ((i * 7) % 35)}-0${1 + (i % 9)}-${10 + (i % 18)}`,
    phone: `139${String(10_000_000 + i * 7919)}`,
    pregnant: i % 2 ? '0' : null,
    smoker: String(i % 3 === 0 ? 1 : 0),
  }),
  vitals: (i, day) => ({
    measured: day,
    sbp: String(118 + ((i * 37) % 50)),
    dbp: String(68 + ((i * 17) % 28)),
    weight: i === UNWEIGHED ? '-9' : String(52 + ((i * 29) % 40)),
    height: String(152 + ((i * 13) % 32)),
  }),
}

const ENTERED = 24
const SUBJECTS = `SELECT id FROM study_subject WHERE study = $1 AND state = 'enrolled' ORDER BY id LIMIT ${ENTERED}`
/** The first subjects' baseline, most of it right. */
export const demoEntry = async (ctx: Ctx, study: number, clock: DemoClock): Promise<void> => {
  const forms = await ctx.db.query<{ id: number; code: string }>(`SELECT id, code FROM study_form WHERE study = $1`, [study])
  const [visit] = await ctx.db.query<{ id: number }>(`SELECT id FROM study_visit WHERE study = $1 AND code = 'V1'`, [study])
  const subjects = await ctx.db.query<{ id: number }>(SUBJECTS, [study])
  const day = clock.at(2, 9).slice(0, 10)
  for (const code of ['demography', 'vitals'] as const) {
    const name = `clinical.data.f${forms.find((form) => form.code === code)?.id ?? 0}`
    const lines = subjects.flatMap(({ id: subject }, i) => {
      if (code === 'demography' && i === DEMO_WITHOUT_DEMOGRAPHY) return []
      const planted = DEMO_PLANTED.filter(([at, form]) => at === i && form === code).map(([, , values]) => values)
      const values = slotted(code, Object.assign(usual[code](i, day), ...planted))
      return [{ draft: { subject, visit: visit?.id, ...values }, isSubmitted: i % 3 !== 2 }]
    })
    const added = await ctx.engine.addAll(
      ctx,
      name,
      lines.map(({ draft }) => draft),
    )
    const submitted = added.flatMap(({ id }, i) => (lines[i]?.isSubmitted ? [id] : []))
    if (submitted.length) await ctx.engine.moveAll(ctx, name, submitted, 'submitted')
  }
}
