import { blankVariable } from './variable.ts'
import type { CodeItem, Codelist, Content, Variable, VariableType } from './variable.ts'

type Item = [code: string, label: string, labelEn: string]
type Entry = [code: string, label: string, labelEn: string, type: VariableType, more?: Partial<Variable>]

const items = (list: readonly Item[]): CodeItem[] => list.map(([code, label, labelEn]) => ({ code, label, labelEn }))
const LISTS: Codelist[] = [
  {
    code: 'sex',
    name: '性别',
    items: items([
      ['1', '男', 'Male'],
      ['2', '女', 'Female'],
    ]),
  },
  {
    code: 'severity',
    name: '严重程度',
    items: items([
      ['1', '轻度', 'Mild'],
      ['2', '中度', 'Moderate'],
      ['3', '重度', 'Severe'],
    ]),
  },
  {
    code: 'outcome',
    name: '转归',
    items: items([
      ['1', '痊愈', 'Recovered'],
      ['2', '好转', 'Recovering'],
      ['3', '未愈', 'Not recovered'],
      ['4', '有后遗症', 'Recovered with sequelae'],
      ['5', '死亡', 'Fatal'],
      ['9', '不详', 'Unknown'],
    ]),
  },
  {
    code: 'related',
    name: '与研究的关系',
    items: items([
      ['1', '无关', 'Unrelated'],
      ['2', '可能有关', 'Possibly related'],
      ['3', '很可能有关', 'Probably related'],
      ['4', '有关', 'Related'],
    ]),
  },
  {
    code: 'route',
    name: '给药途径',
    items: items([
      ['1', '口服', 'Oral'],
      ['2', '静脉', 'Intravenous'],
      ['3', '肌肉', 'Intramuscular'],
      ['4', '皮下', 'Subcutaneous'],
      ['9', '其他', 'Other'],
    ]),
  },
]

const FORMS: [code: string, name: string, nameEn: string, repeats: boolean, entries: Entry[]][] = [
  [
    'demography',
    '人口学',
    'Demography',
    false,
    [
      ['sex', '性别', 'Sex', 'choice', { codelist: 'sex', required: true, critical: true }],
      ['birth', '出生日期', 'Date of birth', 'date', { required: true, sensitivity: 2 }],
      ['height', '身高', 'Height', 'number', { unit: 'cm', units: 'm = 100', min: '30', max: '250' }],
      ['weight', '体重', 'Weight', 'number', { unit: 'kg', min: '0.3', max: '300' }],
      ['bmi', '体质指数', 'BMI', 'number', { unit: 'kg/m2', formula: 'round(weight / (height / 100 * height / 100), 1)' }],
      ['smoker', '吸烟', 'Smoker', 'yesNo'],
    ],
  ],
  [
    'vitals',
    '生命体征',
    'Vital signs',
    false,
    [
      ['measured', '测量日期', 'Measured on', 'date', { required: true }],
      ['sbp', '收缩压', 'Systolic pressure', 'integer', { unit: 'mmHg', min: '50', max: '280', normal: '90~139', critical: true }],
      ['dbp', '舒张压', 'Diastolic pressure', 'integer', { unit: 'mmHg', min: '20', max: '180', normal: '60~89', critical: true }],
      ['pulse', '脉搏', 'Pulse', 'integer', { unit: 'bpm', min: '20', max: '250', normal: '60~100' }],
      ['breaths', '呼吸', 'Respiration', 'integer', { unit: '/min', min: '4', max: '80', normal: '12~20' }],
      ['temperature', '体温', 'Temperature', 'number', { unit: '℃', min: '30', max: '44', normal: '36~37.3' }],
    ],
  ],
  [
    'laboratory',
    '实验室检查',
    'Laboratory',
    false,
    [
      ['sampled', '采样日期', 'Sampled on', 'date', { required: true }],
      [
        'hb',
        '血红蛋白',
        'Haemoglobin',
        'number',
        { unit: 'g/L', min: '20', max: '260', normal: 'sex=1: 130~175; sex=2: 115~150', section: '血常规' },
      ],
      ['wbc', '白细胞', 'White cells', 'number', { unit: '10^9/L', min: '0', max: '500', normal: '3.5~9.5', section: '血常规' }],
      ['plt', '血小板', 'Platelets', 'number', { unit: '10^9/L', min: '0', max: '2000', normal: '125~350', section: '血常规' }],
      [
        'glucose',
        '空腹血糖',
        'Fasting glucose',
        'number',
        { unit: 'mmol/L', units: 'mg/dL = 0.0555 : 1', min: '0.5', max: '60', normal: '3.9~6.1', section: '生化' },
      ],
      [
        'alt',
        '丙氨酸氨基转移酶',
        'ALT',
        'number',
        { unit: 'U/L', min: '0', max: '10000', normal: 'sex=1: 9~50; sex=2: 7~40', section: '生化' },
      ],
      [
        'creatinine',
        '血肌酐',
        'Creatinine',
        'number',
        { unit: 'μmol/L', min: '5', max: '3000', normal: 'sex=1: 57~97; sex=2: 41~73', section: '生化' },
      ],
    ],
  ],
  [
    'adverse',
    '不良事件',
    'Adverse events',
    true,
    [
      ['term', '事件名称', 'Event', 'text', { required: true }],
      ['started', '开始日期', 'Started on', 'date', { required: true }],
      ['ongoing', '仍在持续', 'Ongoing', 'yesNo'],
      ['ended', '结束日期', 'Ended on', 'date', { branching: "ongoing = '0'" }],
      ['severity', '严重程度', 'Severity', 'choice', { codelist: 'severity', required: true }],
      ['related', '与研究的关系', 'Relation to the study', 'choice', { codelist: 'related', required: true }],
      ['serious', '严重不良事件', 'Serious', 'yesNo', { required: true, critical: true }],
      ['outcome', '转归', 'Outcome', 'choice', { codelist: 'outcome' }],
    ],
  ],
  [
    'medication',
    '合并用药',
    'Concomitant medication',
    true,
    [
      ['drug', '药品通用名', 'Medication', 'text', { required: true }],
      ['reason', '用药原因', 'Indication', 'text'],
      ['dose', '单次剂量', 'Dose', 'text'],
      ['route', '给药途径', 'Route', 'choice', { codelist: 'route' }],
      ['started', '开始日期', 'Started on', 'date'],
      ['ongoing', '仍在使用', 'Ongoing', 'yesNo'],
      ['ended', '结束日期', 'Ended on', 'date', { branching: "ongoing = '0'" }],
    ],
  ],
]

/** Forms that most studies have, to begin with: what is taken from here belongs to the study and is changed there. */
export const LIBRARY: Content = {
  forms: FORMS.map(([code, name, nameEn, repeats]) => ({ code, name, nameEn, repeats, doubleEntry: false })),
  codelists: LISTS,
  variables: FORMS.flatMap(([form, , , , entries]) =>
    entries.map(([code, label, labelEn, type, more]): Variable => ({ ...blankVariable(form, code), label, labelEn, type, ...more })),
  ),
}
