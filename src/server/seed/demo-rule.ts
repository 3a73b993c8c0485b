import type { DemoForm } from './demo-dictionary.ts'
import { DEMO_VISITS } from './demo-visit.ts'

type Rule = readonly [string, string, string, string, Record<string, unknown>]
/** Code, Chinese and English name, check type of the catalogue, and what else it says. */
const VITALS: readonly Rule[] = [
  ['VS01', '测量日期已填写', 'Date of measurement is filled', 'A01', { columns: ['measured'] }],
  ['VS02', '测量日期可识别', 'Date of measurement is a date', 'C14', { columns: ['measured'] }],
  ['VS03', '测量日期不在将来', 'Date of measurement is not in the future', 'G08', { columns: ['measured'] }],
  ['VS04', '收缩压已填写', 'Systolic is filled', 'A01', { columns: ['sbp'], severity: 'blocking' }],
  ['VS05', '收缩压是整数', 'Systolic is a whole number', 'C01', { columns: ['sbp'], params: { type: 'integer' } }],
  ['VS06', '收缩压在 70–260', 'Systolic within 70–260', 'C02', { columns: ['sbp'], params: { min: 70, max: 260 }, severity: 'blocking' }],
  ['VS07', '舒张压已填写', 'Diastolic is filled', 'A01', { columns: ['dbp'] }],
  ['VS08', '舒张压是整数', 'Diastolic is a whole number', 'C01', { columns: ['dbp'], params: { type: 'integer' } }],
  ['VS09', '舒张压在 40–150', 'Diastolic within 40–150', 'C02', { columns: ['dbp'], params: { min: 40, max: 150 } }],
  ['VS10', '收缩压高于舒张压', 'Systolic above diastolic', 'E02', { params: { never: 'sbp <= dbp' } }],
  [
    'VS11',
    '脉压等于收缩压减舒张压',
    'Pulse pressure as computed',
    'C22',
    { columns: ['pulse_pressure'], params: { formula: 'sbp - dbp' } },
  ],
  ['VS12', '体重是数值', 'Weight is a number', 'C01', { columns: ['weight'], params: { type: 'number' } }],
  ['VS13', '体重在 25–250 kg', 'Weight within 25–250 kg', 'C02', { columns: ['weight'], params: { min: 25, max: 250 } }],
  ['VS14', '身高已填写', 'Height is filled', 'A01', { columns: ['height'], severity: 'minor' }],
  ['VS15', '身高在 120–220 cm', 'Height within 120–220 cm', 'C02', { columns: ['height'], params: { min: 120, max: 220 } }],
  ['VS16', '体质指数在 12–60', 'BMI within 12–60', 'C02', { columns: ['bmi'], params: { min: 12, max: 60 }, severity: 'minor' }],
  [
    'VS17',
    '有生命体征的受试者有人口学资料',
    'Subjects with vital signs have demography',
    'F01',
    { columns: ['subject'], params: { parent: 'demography' } },
  ],
  ['VS18', '每次访视一份生命体征', 'One record of vital signs at a visit', 'D02', { columns: ['subject', 'visit'] }],
  ['VS19', '体重完整率不低于 90%', 'Weight is filled in 90 percent', 'A04', { columns: ['weight'], params: { minPercent: 90 } }],
  [
    'VS20',
    '呼吸科收缩压末位不偏好 0',
    'Respiratory care prefers no last digit of 0 in systolic pressures',
    'E02',
    {
      columns: ['sbp'],
      params: { never: "right(sbp, 1) = '0'" },
      filter: "visit = 'V1' and department = 'IM-RC'",
      fail: { metric: 'ratio', op: '>', value: 0.6 },
      severity: 'minor',
    },
  ],
]
const DEMOGRAPHY: readonly Rule[] = [
  ['DM01', '性别已填写', 'Sex is filled', 'A01', { columns: ['sex'], severity: 'blocking' }],
  ['DM02', '性别在编码表中', 'Sex is in its list', 'C04', { columns: ['sex'], params: { values: ['1', '2'] } }],
  ['DM03', '出生日期已填写', 'Date of birth is filled', 'A01', { columns: ['birth'] }],
  ['DM04', '出生日期可识别', 'Date of birth is a date', 'C14', { columns: ['birth'] }],
  ['DM05', '出生日期不在将来', 'Date of birth is not in the future', 'G08', { columns: ['birth'] }],
  ['DM06', '受试者已成年', 'Subjects are adults', 'E02', { params: { never: "date(birth) > date('2008-12-31')" } }],
  ['DM07', '仅女性填写妊娠', 'Pregnancy is asked of women alone', 'A03', { columns: ['pregnant'], params: { condition: "sex = '2'" } }],
  ['DM08', '吸烟只填是或否', 'Smoker is yes or no', 'C04', { columns: ['smoker'], params: { values: ['0', '1'] } }],
  [
    'DM09',
    '联系电话为 11 位手机号',
    'Phone is a mobile number of 11 digits',
    'C10',
    { columns: ['phone'], params: { pattern: '1[3-9][0-9]{9}' } },
  ],
  ['DM10', '联系电话不重复', 'No two subjects share a phone', 'D01', { columns: ['phone'] }],
  ['DM11', '吸烟完整率不低于 90%', 'Smoker is filled in 90 percent', 'A04', { columns: ['smoker'], params: { minPercent: 90 } }],
  ['DM12', '每位受试者一份人口学', 'One record of demography for a subject', 'D02', { columns: ['subject'] }],
  ['DM13', '既往病史与性别相符', 'History fits the sex', 'E05', { columns: ['history'], params: { sex: 'sex' } }],
  ['DM14', '身份证号的校验码正确', 'Resident id has its check digit', 'C24', { columns: ['id_no'] }],
  [
    'DM15',
    '基线有生命体征',
    'The baseline has vital signs',
    'A11',
    {
      params: {
        subject: 'subject',
        anchor: 'consent',
        visits: 'vitals',
        visitSubject: 'subject',
        visitName: 'visit',
        schedule: [{ visit: 'V1', day: 0, after: 3 }],
      },
    },
  ],
]
const OF_DEMOGRAPHY = { table: 'demography', on: ['subject'] }
const LABORATORY: readonly Rule[] = [
  [
    'LB01',
    '采样在访视窗口内',
    'Sampled within the window of the visit',
    'G06',
    {
      columns: ['sampled'],
      params: {
        visit: 'visit',
        anchor: 'consent',
        ...OF_DEMOGRAPHY,
        schedule: DEMO_VISITS.map(([visit, , , day, before, after]) => ({ visit, day, before, after })),
      },
    },
  ],
  [
    'LB02',
    '知情同意之后才采样',
    'No sample before the consent',
    'G07',
    { columns: ['sampled'], params: { consent: 'consent', ...OF_DEMOGRAPHY }, severity: 'major' },
  ],
  ['LB03', '标本号为 8 位', 'Specimens have 8 digits', 'C26', { columns: ['sample_no'], params: { width: 8 } }],
  ['LB04', '空腹血糖在 2–30 mmol/L', 'Fasting glucose within 2–30 mmol/L', 'C02', { columns: ['glucose'], params: { min: 2, max: 30 } }],
  ['LB05', '血钾在 2.5–7 mmol/L', 'Potassium within 2.5–7 mmol/L', 'C02', { columns: ['potassium'], params: { min: 2.5, max: 7 } }],
  [
    'LB06',
    '血肌酐在 20–1000 μmol/L',
    'Creatinine within 20–1000 μmol/L',
    'C02',
    { columns: ['creatinine'], params: { min: 20, max: 1000 } },
  ],
  ['LB07', 'C反应蛋白是数值', 'CRP is a number', 'C01', { columns: ['crp'], params: { type: 'number' } }],
  [
    'LB08',
    '结果没有照抄另一次访视',
    'Results are not copied from another visit',
    'D03',
    { columns: ['subject', 'glucose', 'potassium', 'creatinine', 'alt', 'crp'] },
  ],
]
const ADVERSE: readonly Rule[] = [
  ['AE01', '事件名称已填写', 'The event is named', 'A01', { columns: ['term'] }],
  ['AE02', '结束不早于开始', 'No end before the start', 'G01', { columns: ['started'], params: { end: 'ended' } }],
  ['AE03', '严重程度在编码表中', 'Severity is in its list', 'C04', { columns: ['severity'], params: { values: ['1', '2', '3'] } }],
  [
    'AE04',
    '仅严重不良事件填写住院天数',
    'Days in hospital are of serious events alone',
    'A03',
    { columns: ['hospital_days'], params: { condition: "serious = '1'" } },
  ],
  [
    'AE05',
    '严重不良事件有转归',
    'A serious event has its outcome',
    'A02',
    { columns: ['outcome'], params: { condition: "serious = '1'" } },
  ],
]
export const DEMO_RULES: readonly (readonly [DemoForm, readonly Rule[]])[] = [
  ['vitals', VITALS],
  ['demography', DEMOGRAPHY],
  ['laboratory', LABORATORY],
  ['adverse', ADVERSE],
]
