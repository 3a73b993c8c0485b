import type { Ctx } from '../model/context.ts'
import { slotted } from './demo-dictionary.ts'
import type { DemoForm } from './demo-dictionary.ts'
import type { DemoClock } from './demo-time.ts'

type Entered = 'demography' | 'vitals'
/** A value that is corrected behind the first run, and what it becomes: its query is closed with proof. */
export const DEMO_CORRECTED = { rule: 'VS09', slot: 'v3', wrong: '7', right: '71' } as const
/** What of the first subjects' records is wrong, as people do write it, and the rules that say so: subject, form, values, rules. */
export const DEMO_PLANTED: readonly [number, Entered, Record<string, string | null>, readonly string[]][] = [
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
  // Its rule asks by itself; the ward corrects the value once the first run has ended.
  [14, 'vitals', { dbp: DEMO_CORRECTED.wrong }, [DEMO_CORRECTED.rule]],
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
  [11, 'demography', { history: 'N40' }, ['DM13']],
  [12, 'demography', { id_no: '110000196404220004' }, ['DM14']],
]
/** Somebody whose vital signs came before the rest, and a weight that nobody took: the second is no mistake. */
export const DEMO_WITHOUT_DEMOGRAPHY = 14
/** Somebody who was not seen at the baseline. */
export const DEMO_WITHOUT_VITALS = 15
const UNWEIGHED = 3
/** Where systolic pressures are read off to the next ten. */
export const DEMO_ROUNDING = 'IM-RC'

/** Of nobody: no district ends in 0000, and numbers begin at 001. */
const residentId = (birth: string): string => {
  const text = `110000${birth.replaceAll('-', '')}000`
  const sum = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2].reduce((all, weight, i) => all + weight * Number(text[i]), 0)
  return `${text}${'10X98765432'[sum % 11]}`
}
const birthOf = (i: number): string => `${1950 + ((i * 7) % 35)}-0${1 + (i % 9)}-${10 + (i % 18)}`
const systolic = (i: number): number => 118 + ((i * 37) % 50)
const HISTORY = ['I10', 'E11.9', 'E78.5', null]
type Person = { id: number; consentOn: string; site: string }
const usual: Record<Entered, (i: number, day: string, person: Person) => Record<string, string | null>> = {
  demography: (i, _, { consentOn }) => ({
    sex: i % 2 ? '2' : '1',
    birth: birthOf(i),
    phone: `139${String(10_000_000 + i * 7919)}`,
    pregnant: i % 2 ? '0' : null,
    smoker: String(i % 3 === 0 ? 1 : 0),
    history: HISTORY[i % HISTORY.length] ?? null,
    consent: consentOn,
    id_no: residentId(birthOf(i)),
  }),
  vitals: (i, day, { site }) => ({
    measured: day,
    sbp: String(site === DEMO_ROUNDING ? Math.round(systolic(i) / 10) * 10 : systolic(i)),
    dbp: String(68 + ((i * 17) % 28)),
    weight: i === UNWEIGHED ? '-9' : String(52 + ((i * 29) % 40)),
    height: String(152 + ((i * 13) % 32)),
  }),
}

/** What happened to people between the visits, one line per event: subject, which of theirs, days since consent, values, rules. */
export const DEMO_EVENTS: readonly [number, number, [number, number | null], Record<string, string | null>, readonly string[]][] = [
  [0, 1, [9, 12], { term: '头晕' }, []],
  [0, 2, [17, null], { term: '乏力', outcome: '2' }, []],
  [1, 1, [12, 26], { term: '干咳', severity: '2' }, []],
  [2, 1, [20, 6], { term: '踝部水肿' }, ['AE02']],
  [3, 1, [8, 8], { term: '体位性低血压', severity: '4' }, ['AE03']],
  [4, 1, [15, 18], { term: '头痛', hospital_days: '5' }, ['AE04']],
  [6, 1, [22, 30], { term: '心绞痛', severity: '3', serious: '1', hospital_days: '6', outcome: null }, ['AE05']],
  [7, 1, [11, 13], { term: null }, ['AE01']],
]
const DAY_MS = 86_400_000
/** That many days after a day. */
export const dayAfter = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

const ENTERED = 24
const SUBJECTS = `SELECT s.id, s.consent_on AS "consentOn", d.code AS site FROM study_subject s JOIN department d ON d.id = s.department
  WHERE s.study = $1 AND s.state = 'enrolled' ORDER BY s.id LIMIT ${ENTERED}`
type Line = { draft: Record<string, unknown>; isSubmitted: boolean }
const enter = async (ctx: Ctx, name: string, lines: readonly Line[]): Promise<void> => {
  const added = await ctx.engine.addAll(
    ctx,
    name,
    lines.map(({ draft }) => draft),
  )
  const submitted = added.flatMap(({ id }, i) => (lines[i]?.isSubmitted ? [id] : []))
  if (submitted.length) await ctx.engine.moveAll(ctx, name, submitted, 'submitted')
}
/** The first subjects' baseline and what happened to them since, most of it right. */
export const demoEntry = async (ctx: Ctx, study: number, clock: DemoClock): Promise<void> => {
  const idsOf = async (table: string) => {
    const rows = await ctx.db.query<{ id: number; code: string }>(`SELECT id, code FROM ${table} WHERE study = $1`, [study])
    return new Map(rows.map(({ id, code }) => [code, id]))
  }
  const [forms, visits] = [await idsOf('study_form'), await idsOf('study_visit')]
  const nameOf = (form: DemoForm): string => `clinical.data.f${forms.get(form) ?? 0}`
  const people = await ctx.db.query<Person>(SUBJECTS, [study])
  const day = clock.at(2, 9).slice(0, 10)
  const without = { demography: DEMO_WITHOUT_DEMOGRAPHY, vitals: DEMO_WITHOUT_VITALS }
  for (const form of ['demography', 'vitals'] as const) {
    const lines = people.flatMap((person, i) => {
      if (i === without[form]) return []
      const planted = DEMO_PLANTED.filter(([at, of]) => at === i && of === form).map(([, , values]) => values)
      const values = slotted(form, Object.assign(usual[form](i, day, person), ...planted))
      return [{ draft: { subject: person.id, visit: visits.get('V1'), ...values }, isSubmitted: i % 3 !== 2 }]
    })
    await enter(ctx, nameOf(form), lines)
  }
  const events = DEMO_EVENTS.flatMap(([at, instance, [from, to], values]) => {
    const person = people[at]
    if (!person) return []
    const [started, ended] = [dayAfter(person.consentOn, from), to === null ? null : dayAfter(person.consentOn, to)]
    const all = slotted('adverse', { severity: '1', serious: '0', outcome: '1', started, ended, ...values })
    return [{ draft: { subject: person.id, visit: visits.get('V2'), instance, ...all }, isSubmitted: values['term'] !== null }]
  })
  await enter(ctx, nameOf('adverse'), events)
}
