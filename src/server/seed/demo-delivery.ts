import type { Ctx } from '../model/context.ts'
import type { Store } from '../storage/store.ts'
import { csv, send } from './demo-send.ts'
import type { Table } from './demo-send.ts'
import type { DemoClock } from './demo-time.ts'

/** A row as the ward's system exports it: subject (of those enrolled, from 0), visit, and the values that are not as usual. */
type Line = { subject: number; visit: string; values?: Partial<Values> }
type Values = { measured: string; sbp: string; dbp: string; weight: string; height: string }
const CODES = ['measured', 'sbp', 'dbp', 'weight', 'height'] as const
const WORDS = { subject: '受试者编号', visit: '访视', measured: '测量日期', sbp: '收缩压', dbp: '舒张压', weight: '体重', height: '身高' }

/** What of the first delivery is wrong, and the rules that say so once it is stored. */
export const DEMO_FIRST: readonly (Line & { rules: readonly string[] })[] = [
  { subject: 0, visit: 'V2', values: { sbp: '１３８' }, rules: ['VS05'] },
  { subject: 1, visit: 'V2', values: { measured: '2026-13-01' }, rules: ['VS02'] },
  { subject: 3, visit: 'V2', values: { weight: '68kg' }, rules: ['VS12'] },
  { subject: 4, visit: 'V2', values: { height: '1.72', weight: '66' }, rules: ['VS15', 'VS16'] },
  { subject: 5, visit: 'V2', values: { sbp: '88', dbp: '132' }, rules: ['VS10'] },
  { subject: 6, visit: 'V2', values: { dbp: '' }, rules: ['VS07'] },
  { subject: 8, visit: 'V2', values: { sbp: '<120' }, rules: ['VS05'] },
  { subject: 9, visit: 'V2', values: { measured: '2062-11-03' }, rules: ['VS03'] },
  { subject: 10, visit: 'V2', values: { height: '' }, rules: ['VS14'] },
]
/** The second one corrects all of them but one, breaks two others, and adds a visit with one mistake; a row is missing. */
export const DEMO_SECOND: readonly (Line & { rules: readonly string[] })[] = [
  { subject: 8, visit: 'V2', values: { sbp: '<120' }, rules: ['VS05'] },
  { subject: 2, visit: 'V2', values: { sbp: '1320' }, rules: ['VS06'] },
  { subject: 7, visit: 'V2', values: { weight: '690', height: '168' }, rules: ['VS13', 'VS16'] },
  { subject: 3, visit: 'V3', values: { dbp: '18' }, rules: ['VS09'] },
]
/** A value that nobody had complained about, changed. */
const REVISED: Line = { subject: 11, visit: 'V2', values: { weight: '71.5' } }
export const DEMO_REMOVED = 12
/** Rows of the second delivery that cannot be stored, and why. */
export const DEMO_REFUSED = { unknownSubject: 1, unknownVisit: 1, duplicate: 2 } as const
const AT_V2 = 14
const AT_V3 = 4

const usual = (i: number, visit: string, day: string): Values => ({
  measured: day,
  sbp: String((visit === 'V2' ? 122 : 119) + ((i * 31) % 40)),
  dbp: String(70 + ((i * 19) % 20)),
  weight: String(54 + ((i * 23) % 36)),
  height: String(154 + ((i * 11) % 30)),
})
const linesOf = (wrong: readonly Line[], visit: string, count: number): Line[] =>
  Array.from({ length: count }, (_, subject) => wrong.find((one) => one.subject === subject && one.visit === visit) ?? { subject, visit })

const cellsOf = (codes: readonly string[], day: string, { subject, visit, values }: Line): string[] => {
  const all = { ...usual(subject, visit, day), ...values }
  return [codes[subject] ?? '', visit, ...CODES.map((code) => all[code])]
}

const first = (codes: readonly string[], day: string): Table => ({
  head: [WORDS.subject, WORDS.visit, ...CODES.map((code) => WORDS[code])],
  rows: linesOf(DEMO_FIRST, 'V2', AT_V2).map((line) => cellsOf(codes, day, line)),
})
/** With a column more, as such systems have after an update. */
const second = (codes: readonly string[], day: string): Table => {
  const stays = (line: Line): boolean => line.subject !== DEMO_REMOVED
  const told = [...linesOf([...DEMO_SECOND, REVISED], 'V2', AT_V2).filter(stays), ...linesOf(DEMO_SECOND, 'V3', AT_V3)]
  const twice: Line = { subject: 5, visit: 'V3' }
  const rows = [...told, twice, twice, { subject: 0, visit: 'V9' }].map((line) => [...cellsOf(codes, day, line), ''])
  const stranger = ['HTN-9999', ...cellsOf(codes, day, { subject: 0, visit: 'V2' }).slice(1), '外院']
  return { head: [...first(codes, day).head, '备注'], rows: [...rows, stranger] }
}

/** Node reads GB18030 and does not write it: what each pair of bytes reads as, the other way round. */
const gb18030 = (text: string): Buffer => {
  const bytes = new Map<string, readonly number[]>()
  const reader = new TextDecoder('gb18030')
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) bytes.set(reader.decode(Uint8Array.of(lead, trail)), [lead, trail])
  return Buffer.from([...text].flatMap((letter) => (letter.charCodeAt(0) < 0x80 ? [letter.charCodeAt(0)] : (bytes.get(letter) ?? []))))
}

const ENROLLED = `SELECT code FROM study_subject WHERE study = $1 AND state = 'enrolled' ORDER BY id LIMIT ${AT_V2}`
/** Two weeks of the vital signs, sent as a ward sends them; a worker reads, compares and stores them once it is there. */
export const demoDelivery = async (ctx: Ctx, study: number, clock: DemoClock, store: Store, which: 'first' | 'second'): Promise<void> => {
  const codes = (await ctx.db.query<{ code: string }>(ENROLLED, [study])).map(({ code }) => code)
  const day = clock.at(1, 9).slice(0, 10)
  const [name, content] =
    which === 'first'
      ? ['生命体征 第 1 周.csv', gb18030(csv(first(codes, day)))]
      : ['生命体征 第 2 周.csv', Buffer.from(csv(second(codes, day)))]
  await send(ctx, store, { study, gather: 'HTN-VS', name, content })
}
