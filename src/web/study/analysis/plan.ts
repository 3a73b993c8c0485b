export type Kind = 'keep' | 'drop' | 'pseudonym' | 'shift' | 'year' | 'month' | 'band' | 'mask'
export type Treatment = { kind: Kind; width?: number; top?: number | null; first?: number; last?: number }
export type Chosen = { form: number; slot: number; treatment: Treatment; quasi: boolean }
/** The same data once more, in formats that cannot hold everything. */
export type Also = 'xlsx' | 'xpt'
export type Plan = {
  site: 'keep' | 'pseudonym' | 'drop'
  format: 'csv' | 'parquet'
  also?: Also[]
  k: number
  l: number
  sensitive: { form: number; slot: number } | null
  variables: Chosen[]
}
export type Wanted = { cohortForm: number | null; cohort: string; plan: Plan }
export type Variable = {
  form: number
  slot: number
  code: string
  label: string
  labelEn: string
  type: string
  sensitivity: number
  treatments: Kind[]
}
export type Offer = {
  forms: { id: number; code: string; name: string; nameEn: string }[]
  variables: Variable[]
  problems: { form: number | null; slot: number | null; text: string }[]
  /** Asked for by whoever looks: nobody else writes the plan. */
  isMine: boolean
}
type Figures = { subjects: number | null; rows: { form: string; rows: number | null }[] }
export type Assessment = {
  before: Figures
  after: Figures
  anonymity: { k: number | null; l: number | null; exposed: number | null }
  loss: {
    form: number
    slot: number
    code: string
    filled: number | null
    left: number | null
    distinct: number | null
    kinds: number | null
  }[]
  sample: { form: string; columns: string[]; before: (string | null)[][]; after: (string | null)[][] }[]
}
export type Trial = { state: string; result: Assessment | null; error: string | null }
/** The work on a package, and who has taken it. */
export type Delivered = {
  atWork: boolean
  error: string | null
  isMine: boolean
  downloads: { at: string; by: string; sha256: string }[]
  leftOut: { name: string; why: string }[]
  /** What keeps it from being made. */
  blockers: { text: string; address: string | null }[]
}

export const EMPTY: Plan = { site: 'drop', format: 'csv', k: 5, l: 1, sensitive: null, variables: [] }
const isPlan = (value: unknown): value is Plan => typeof value === 'object' && value !== null && 'variables' in value
/** What a request asks for, as its row keeps it. */
export const wantedOf = ({ cohortForm, cohort, plan }: Readonly<Record<string, unknown>>): Wanted => ({
  cohortForm: typeof cohortForm === 'number' ? cohortForm : null,
  cohort: typeof cohort === 'string' ? cohort : '',
  plan: isPlan(plan) ? plan : EMPTY,
})
