import type { Score } from '#qc'
import type { ReportPart } from '#qc/report/model.ts'
import type { Text } from '#qc/text.ts'
import type { SiteScore } from './site.ts'

/** What forms are called, by place, their variables, by place and code, and sites, by department. */
export type Called = { forms: ReadonlyMap<string, Text>; variables: ReadonlyMap<string, Text>; sites: ReadonlyMap<string, Text> }
export const variableKey = (place: string, code: string): string => `${place} ${code}`
type Scores = { forms: readonly (Score & { place: string })[]; sites: readonly SiteScore[] }

const listed = <T extends Score>(list: readonly T[], keyOf: (one: T) => string, called: ReadonlyMap<string, Text> = new Map()) =>
  list.map((one) => {
    const key = keyOf(one)
    return { name: called.get(key) ?? { zh: key, en: key }, score: one.score, applicable: one.applicable, total: one.total }
  })

/** The score of what the data are divided into. Of a single form there is nothing to compare. */
export const partsOf = ({ forms, sites }: Scores, called?: Called): ReportPart[] => {
  const byForm = { title: { zh: '按表单得分', en: 'Score by form' }, list: listed(forms, ({ place }) => place, called?.forms) }
  const bySite = { title: { zh: '按科室得分', en: 'Score by site' }, list: listed(sites, ({ department }) => department, called?.sites) }
  return [byForm, bySite].filter(({ list }) => list.length > 1)
}
