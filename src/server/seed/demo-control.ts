import { SYSTEM } from '../model/actor.ts'
import type { Actor, Ctx } from '../model/context.ts'

type Rule = [string, string, string, string, Record<string, unknown>]
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
]
const FORMS = [
  ['vitals', VITALS],
  ['demography', DEMOGRAPHY],
] as const

const VERSIONS = 'SELECT id FROM control_version WHERE parameter = ANY($1::bigint[]) ORDER BY id'
/** The rules as they come into force: written by the data manager, agreed to by the principal investigator. */
const put = async (ctx: Ctx, second: Actor, study: number): Promise<number[]> => {
  const drafts = FORMS.flatMap(([table, rules]) =>
    rules.map(([code, name, nameEn, check, body]) => ({ code: `HTN.${code}`, name, nameEn, study, check, body: { table, ...body } })),
  )
  const parameters = (await ctx.engine.addAll(ctx, 'control.parameter', drafts)).map(({ id }) => id)
  const versions = (await ctx.db.query<{ id: number }>(VERSIONS, [parameters])).map(({ id }) => id)
  const move = (by: Ctx, to: string) => by.engine.moveAll(by, 'control.version', versions, to)
  // No worker is there yet that could try them: what the product brings along is tested where it is built.
  await move({ ...ctx, actor: SYSTEM }, 'tested')
  await move({ ...ctx, actor: second, approved: true }, 'approved')
  await move(ctx, 'active')
  return parameters
}

/** The control set of the cohort, and what was asked of it: the vital signs first, then the whole study twice, so that a run has one to stand against. Workers answer once they are there. */
export const demoControl = async (ctx: Ctx, second: Actor, study: number): Promise<void> => {
  const parameters = await put(ctx, second, study)
  const names = { code: 'HTN-FOLLOW', name: '随访数据质控', nameEn: 'Follow-up data' }
  const { id: set } = await ctx.engine.add(ctx, 'control.set', { ...names, study, parameters })
  const gathers = await ctx.db.query<{ id: number }>(`SELECT id FROM gather_project WHERE study = $1 AND code IN ('HTN-VS', 'HTN-CRF')`, [
    study,
  ])
  for (const { id } of gathers) await ctx.engine.edit(ctx, 'gather.project', { id, controlSet: set })
  const [vitals] = await ctx.db.query<{ id: number }>(`SELECT id FROM study_form WHERE study = $1 AND code = 'vitals'`, [study])
  for (const form of [vitals?.id ?? null, null, null]) await ctx.engine.act(ctx, 'qc.run', 'judge', [], { study, form, set })
}
