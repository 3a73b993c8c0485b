import * as z from 'zod/mini'
import type { Words } from '#kernel'
import type { Sensitivity, VariableType } from '../dictionary/variable.ts'

const whole = (min: number, max: number) => z.int().check(z.gte(min), z.lte(max))
const limit = z.number().check(z.gte(-1e12), z.lte(1e12))
/** What becomes of the values of a variable before they leave the house. */
const treatment = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('keep') }),
  z.strictObject({ kind: z.literal('drop') }),
  z.strictObject({ kind: z.literal('pseudonym') }),
  z.strictObject({ kind: z.literal('shift') }),
  z.strictObject({ kind: z.literal('year') }),
  z.strictObject({ kind: z.literal('month') }),
  z.strictObject({
    kind: z.literal('band'),
    width: z.number().check(z.gte(0.001), z.lte(1e9)),
    /** From here on one open band: `90+`. */
    top: z.optional(z.nullable(limit)),
  }),
  z.strictObject({ kind: z.literal('mask'), first: whole(0, 4), last: whole(0, 4) }),
])
export type Treatment = z.infer<typeof treatment>
export type TreatmentKind = Treatment['kind']

const chosen = z.strictObject({ form: whole(1, 2 ** 31), slot: whole(1, 1600), treatment, quasi: z.boolean() })
export type Chosen = z.infer<typeof chosen>

export const ALSO = ['xlsx', 'xpt'] as const
export type Also = (typeof ALSO)[number]

const shape = z.strictObject({
  /** What is said of the site of a record. */
  site: z.enum(['keep', 'pseudonym', 'drop']),
  format: z.enum(['csv', 'parquet']),
  /** The same data once more, in formats that cannot hold everything. */
  also: z.optional(z.array(z.enum(ALSO)).check(z.maxLength(ALSO.length))),
  /** Whoever shares all quasi-identifiers with fewer others than this is left out. */
  k: whole(2, 100),
  /** Each such class has at least so many different values of the sensitive variable. */
  l: whole(1, 20),
  sensitive: z.nullable(z.strictObject({ form: whole(1, 2 ** 31), slot: whole(1, 1600) })),
  variables: z.array(chosen).check(z.maxLength(2000)),
})
export type Plan = z.infer<typeof shape>

export const EMPTY_PLAN: Plan = { site: 'drop', format: 'csv', k: 5, l: 1, sensitive: null, variables: [] }
/** A plan as a page sends it or a row keeps it; null where it is none. Whether it may be carried out is for `planProblems` to say. */
export const parsePlan = (given: unknown): Plan | null => {
  const read = shape.safeParse(given)
  return read.success ? read.data : null
}

/** A variable that could be asked for, as the published dictionary has it. */
export type Offered = {
  form: number
  formCode: string
  slot: number
  code: string
  label: string
  labelEn: string
  unit: string
  type: VariableType
  sensitivity: Sensitivity
  missingCodes: readonly string[]
  items: readonly { code: string; label: string; labelEn: string }[]
}
export const isSame = (a: { form: number; slot: number }, b: { form: number; slot: number }): boolean =>
  a.form === b.form && a.slot === b.slot

const DATES: ReadonlySet<VariableType> = new Set(['date', 'dateTime'])
const NUMBERS: ReadonlySet<VariableType> = new Set(['integer', 'number'])
const TEXTS: ReadonlySet<VariableType> = new Set(['text', 'longText'])

/** What can be done to a variable: by its type, and by how much it tells of a person. */
export const treatmentsOf = ({ type, sensitivity }: Pick<Offered, 'type' | 'sensitivity'>): TreatmentKind[] => {
  if (sensitivity === 3) return ['drop', 'pseudonym']
  const kept: TreatmentKind[] = sensitivity === 2 ? [] : ['keep']
  if (DATES.has(type)) return ['shift', 'year', 'month', ...kept, 'drop']
  if (NUMBERS.has(type)) return [...kept, 'band', 'pseudonym', 'drop']
  // What was written freely tells what nobody foresaw: it is left out unless somebody decides otherwise.
  if (TEXTS.has(type)) return ['drop', 'pseudonym', 'mask', ...kept]
  return sensitivity === 2 ? ['drop', 'pseudonym'] : ['keep', 'drop']
}

export type PlanProblem = { form: number | null; slot: number | null; words: Words }
const HEADS: ReadonlySet<string> = new Set(['subject', 'visit', 'instance', 'site'])

const problemOf = (one: Chosen, offered: Offered | undefined): Words | null => {
  // A line that leaves nothing says nothing: an older draft may have one of a variable that is gone, or that its author is no longer told of.
  if (!offered && one.treatment.kind === 'drop') return null
  if (!offered) return { 'zh-cn': '所选变量不在已发布的数据字典中', en: 'A chosen variable is not in the published dictionary' }
  const { code } = offered
  if (!treatmentsOf(offered).includes(one.treatment.kind))
    return { 'zh-cn': `变量 ${code} 不能这样处理`, en: `The variable ${code} cannot be treated like this` }
  if (one.treatment.kind !== 'drop' && HEADS.has(code.toLowerCase()))
    return {
      'zh-cn': `变量 ${code} 与数据包的列同名，请先改名`,
      en: `The variable ${code} is called like a column of the package: rename it first`,
    }
  return null
}

/** What stands in the way of a plan, in words; empty: it can be carried out. */
export const planProblems = (plan: Plan, offered: readonly Offered[]): PlanProblem[] => {
  const problems: PlanProblem[] = []
  const of = (one: { form: number; slot: number }) => offered.find((other) => isSame(one, other))
  const leaving = plan.variables.filter(({ treatment: { kind } }) => kind !== 'drop')
  if (leaving.length === 0)
    problems.push({ form: null, slot: null, words: { 'zh-cn': '还没有选择变量', en: 'No variable has been chosen yet' } })
  for (const [at, one] of plan.variables.entries()) {
    const words = problemOf(one, of(one))
    if (words) problems.push({ form: one.form, slot: one.slot, words })
    if (plan.variables.findIndex((other) => isSame(one, other)) !== at)
      problems.push({ form: one.form, slot: one.slot, words: { 'zh-cn': '同一个变量选了两次', en: 'A variable was chosen twice' } })
  }
  // Beside a true date of the same person a shifted one tells by how much it was shifted.
  const isShifted = leaving.some(({ treatment: { kind } }) => kind === 'shift')
  for (const one of isShifted ? leaving : []) {
    const type = of(one)?.type
    if (type && DATES.has(type) && (one.treatment.kind === 'keep' || one.treatment.kind === 'month'))
      problems.push({
        form: one.form,
        slot: one.slot,
        words: {
          'zh-cn': `有日期平移时，${of(one)?.code ?? ''} 不能保留原值或只到月份：两者对照会泄露平移的天数`,
          en: `Where dates are shifted, ${of(one)?.code ?? ''} can neither be kept nor cut to its month: together they tell the shift`,
        },
      })
  }
  const { sensitive } = plan
  if (sensitive && !leaving.some((one) => isSame(one, sensitive)))
    problems.push({
      ...sensitive,
      words: { 'zh-cn': '敏感变量不在所选变量中', en: 'The sensitive variable is not among the chosen ones' },
    })
  if (plan.l > 1 && !sensitive)
    problems.push({
      form: null,
      slot: null,
      words: { 'zh-cn': '要求多样性时，请指定敏感变量', en: 'To ask for diversity, name the sensitive variable' },
    })
  return problems
}
