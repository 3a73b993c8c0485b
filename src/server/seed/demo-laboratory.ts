import type { Ctx } from '../model/context.ts'
import type { Store } from '../storage/store.ts'
import { dayAfter } from './demo-record.ts'
import { csv, send } from './demo-send.ts'
import { DEMO_VISITS } from './demo-visit.ts'

const WORDS = {
  sampled: '采样日期',
  sample_no: '标本号',
  glucose: '空腹血糖',
  potassium: '血钾',
  creatinine: '血肌酐',
  alt: '丙氨酸氨基转移酶',
  crp: 'C反应蛋白',
}
type Code = keyof typeof WORDS
const CODES: readonly Code[] = ['sampled', 'sample_no', 'glucose', 'potassium', 'creatinine', 'alt', 'crp']
type Values = Record<Code, string>
/** Of one subject (of those enrolled, from 0) at one visit: what is not as usual, and the rules that say so once it is stored. */
type Line = {
  subject: number
  visit: string
  values?: Partial<Values>
  /** Days between the plan and the sample. */
  late?: number
  copies?: string
  rules: readonly string[]
}
export const DEMO_LABORATORY: Readonly<Record<'first' | 'second', readonly Line[]>> = {
  first: [
    { subject: 0, visit: 'V1', values: { sample_no: '120037' }, rules: ['LB03'] },
    { subject: 1, visit: 'V1', values: { crp: '<0.5' }, rules: ['LB07'] },
    // In mg/dL, which is 18 times as much.
    { subject: 2, visit: 'V2', values: { glucose: '99' }, rules: ['LB04'] },
    { subject: 3, visit: 'V2', late: 20, rules: ['LB01'] },
    { subject: 4, visit: 'V1', late: -2, rules: ['LB02'] },
    { subject: 5, visit: 'V1', rules: ['LB08'] },
    { subject: 5, visit: 'V2', copies: 'V1', rules: ['LB08'] },
    { subject: 6, visit: 'V1', values: { potassium: '41' }, rules: ['LB05'] },
  ],
  /** Corrects all of them but two, and breaks one that was right. */
  second: [
    { subject: 1, visit: 'V1', values: { crp: '<0.5' }, rules: ['LB07'] },
    { subject: 3, visit: 'V2', late: 20, rules: ['LB01'] },
    { subject: 8, visit: 'V1', values: { creatinine: '7' }, rules: ['LB06'] },
  ],
}
/** A line of the first file that has a cell too many, counted with its head. */
export const DEMO_RAGGED = 17
export const DEMO_TESTED = 14
const VISITS = ['V1', 'V2']

const tenth = (n: number): string => (n / 10).toFixed(1)
const usual = (i: number, visit: string, consentOn: string, late?: number): Values => {
  const at = VISITS.indexOf(visit)
  const [, , , day] = DEMO_VISITS[at] ?? ['', '', '', 0]
  return {
    sampled: dayAfter(consentOn, day + (late ?? i % 3)),
    sample_no: String(120_037 + i * 41 + at * 1009).padStart(8, '0'),
    glucose: tenth(44 + ((i * 7 + at * 3) % 22)),
    potassium: tenth(36 + ((i * 5 + at * 2) % 14)),
    creatinine: String(58 + ((i * 13 + at * 5) % 45)),
    alt: String(12 + ((i * 11 + at * 7) % 30)),
    crp: tenth(6 + ((i * 9 + at * 4) % 40)),
  }
}
type Person = { code: string; consentOn: string }
const cellsOf = (people: readonly Person[], i: number, visit: string, line?: Line): string[] => {
  const { code, consentOn } = people[i] ?? { code: '', consentOn: '' }
  const { sampled, sample_no } = usual(i, visit, consentOn, line?.late)
  const all = { ...usual(i, line?.copies ?? visit, consentOn), sampled, sample_no, ...line?.values }
  return [code, visit, ...CODES.map((name) => all[name])]
}

const ENROLLED = `SELECT code, consent_on AS "consentOn" FROM study_subject WHERE study = $1 AND state = 'enrolled' ORDER BY id LIMIT ${DEMO_TESTED}`
/** Two months of the laboratory, the second with everything of the first. */
export const demoLaboratory = async (ctx: Ctx, study: number, store: Store, which: 'first' | 'second'): Promise<void> => {
  const people = await ctx.db.query<Person>(ENROLLED, [study])
  const head = ['受试者编号', '访视', ...CODES.map((code) => WORDS[code])]
  const rows = VISITS.flatMap((visit) =>
    people.map((_, i) =>
      cellsOf(
        people,
        i,
        visit,
        DEMO_LABORATORY[which].find((line) => line.subject === i && line.visit === visit),
      ),
    ),
  )
  const isFirst = which === 'first'
  const stranger = ['HTN-9998', ...cellsOf(people, 0, 'V1').slice(1)]
  const sent = isFirst ? rows.map((cells, i) => (i === DEMO_RAGGED - 2 ? [...cells, '复查'] : cells)) : [...rows, stranger]
  const name = isFirst ? '检验结果 第 1 月.csv' : '检验结果 第 2 月.csv'
  await send(ctx, store, { study, gather: 'HTN-LAB', name, content: Buffer.from(csv({ head, rows: sent })) })
}
