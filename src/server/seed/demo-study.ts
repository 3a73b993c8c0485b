import { loadAdmin } from '../auth/actor.ts'
import type { Ctx } from '../model/context.ts'
import { demoAnalyses } from './demo-analysis.ts'
import { demoFreeze, demoSecondEntries } from './demo-closing.ts'
import { demoControl } from './demo-control.ts'
import { demoDelivery } from './demo-delivery.ts'
import { demoQueries } from './demo-query.ts'
import { demoDictionary } from './demo-dictionary.ts'
import { demoLaboratory } from './demo-laboratory.ts'
import { demoEntry } from './demo-record.ts'
import { demoVerification } from './demo-verification.ts'
import type { Store } from '../storage/store.ts'
import { sequence, type DemoClock, type Moment } from './demo-time.ts'
import { DEMO_VISITS } from './demo-visit.ts'

let subjects = 240
/** Every test starts a hospital of its own: a tenth of the cohort says as much to it. */
export const smallCohortForTests = (): void => void (subjects = 24)
const ARMS: [string, string, string][] = [
  ['A', '常规管理', 'Usual care'],
  ['B', '强化随访', 'Intensive follow-up'],
]
/** Where subjects come from, in turn. */
const SITES = ['IM-CV', 'IM-RC', 'IM-CV', 'IM-EN', 'IM-CV', 'IM-RC']
/** What has a form to go to once the dictionary is published. */
const GATHERS = [
  {
    code: 'HTN-LAB',
    form: 'laboratory',
    name: '检验结果按月上传',
    nameEn: 'Laboratory results, monthly',
    channel: 'upload',
    dueRule: 'monthly',
    dueMonthday: 5,
    also: ['import'],
    targetN: 1200,
    automatic: true,
  },
  {
    code: 'HTN-VS',
    form: 'vitals',
    name: '生命体征按周上传',
    nameEn: 'Vital signs, weekly',
    channel: 'upload',
    dueRule: 'weekly',
    dueWeekday: 3,
    targetN: 1200,
    automatic: true,
  },
  { code: 'HTN-CRF', form: 'vitals', name: '随访表录入', nameEn: 'Follow-up forms', channel: 'form', also: [], targetN: 1200 },
]

/** Who came when, and stayed: the same on whichever weekday the system is first started. */
const demoPeople = (count: number) => {
  const next = sequence(20_230_815)
  return Array.from({ length: count }, (_, i) => {
    const daysAgo = 195 - Math.floor((i * 190) / count) + next(5)
    const isEnrolled = next(12) > 0
    return { i, daysAgo, isEnrolled, isGone: isEnrolled && next(30) === 0 }
  })
}

/** The hypertension cohort, told as its data manager built it: by the same calls as anybody's. */
export const demoStudy = async (tx: Ctx, clock: DemoClock, store: Store): Promise<Moment[]> => {
  const idsOf = async (text: string) => new Map((await tx.db.query<{ key: string; id: number }>(text)).map(({ key, id }) => [key, id]))
  const departments = await idsOf('SELECT code AS key, id FROM department')
  const admins = await idsOf('SELECT username AS key, id FROM auth_admin')
  const members = await idsOf('SELECT username AS key, id FROM user_user')
  const manager = await loadAdmin(tx.db, admins.get('datamanager') ?? 0)
  const head = await loadAdmin(tx.db, admins.get('admin') ?? 0)
  if (!manager || !head) return []
  const at = (daysAgo: number, hour: number): Ctx => ({ ...tx, at: clock.at(daysAgo, hour), actor: manager })
  const arms: number[] = []
  let study = 0
  const add = async (ctx: Ctx, name: string, draft: Record<string, unknown>): Promise<number> =>
    (await ctx.engine.add(ctx, name, { study, ...draft })).id
  const move = (ctx: Ctx, name: string, id: number, to: string) => ctx.engine.move(ctx, name, { id, to })

  const begin = async (ctx: Ctx) => {
    const plan = {
      plannedN: 300,
      startsOn: clock.day(200),
      endsOn: clock.day(-165),
      ethicsNo: '2026-伦审-041',
      pi: admins.get('admin'),
    }
    const made = await ctx.engine.add(ctx, 'study.project', {
      ...plan,
      code: 'HTN-2026',
      title: '高血压随访队列',
      titleEn: 'Hypertension follow-up cohort',
      department: departments.get('IM-CV'),
      registryNo: 'ChiCTR2600000041',
      remark: '观察常规管理与强化随访下的血压控制、检验指标和不良事件。',
    })
    study = made.id
    for (const [code, name, nameEn, day, before, after] of DEMO_VISITS.toReversed())
      await add(ctx, 'study.visit', { code, name, nameEn, day, before, after })
    for (const [code, name, nameEn] of ARMS) arms.push(await add(ctx, 'study.arm', { code, name, nameEn, plannedN: 150 }))
    const team = { 'IM-CV': 'cardiology', 'IM-RC': 'respiratory' }
    for (const [code, username] of Object.entries(team))
      await add(ctx, 'study.member', { admin: admins.get(username), role: 'coordinator', departments: [departments.get(code)] })
    await add(ctx, 'study.member', { admin: admins.get('auditor'), role: 'auditor' })
    await add(ctx, 'study.member', { user: members.get('researcher'), role: 'coordinator', departments: [departments.get('IM-EN')] })
    await add(ctx, 'study.member', { user: members.get('student'), role: 'analyst' })
  }
  const agree = async (ctx: Ctx) => {
    for (const to of ['submitted', 'approved']) await move(ctx, 'study.project', study, to)
    await demoDictionary(ctx, study)
  }
  const open = async (ctx: Ctx) => {
    await move(ctx, 'study.project', study, 'collecting')
    const late = await ctx.db.query<{ id: number }>(`SELECT id FROM study_visit WHERE study = $1 AND code IN ('V4', 'V5')`, [study])
    const visits = late.map(({ id }) => id)
    const forms = await ctx.db.query<{ id: number; code: string }>('SELECT id, code FROM study_form WHERE study = $1', [study])
    for (const gather of GATHERS) {
      const form = forms.find(({ code }) => code === gather.form)?.id
      await move(
        ctx,
        'gather.project',
        await add(ctx, 'gather.project', { ...gather, form, ...(gather.channel === 'form' ? { visits } : {}) }),
        'open',
      )
    }
  }
  const everybody = demoPeople(subjects)
  /** Recruited over months, registered in the weeks since the system began. */
  const enrol = async (ctx: Ctx, first: number, count: number) => {
    const people = everybody.slice(first, first + count).map(({ i, daysAgo, isEnrolled, isGone }) => {
      const draft = {
        study,
        code: `HTN-${String(i + 1).padStart(4, '0')}`,
        department: departments.get(SITES[i % SITES.length] ?? ''),
        screenedOn: clock.day(daysAgo),
        ...(isEnrolled
          ? { arm: arms[i % arms.length], consentVersion: '2.0', consentOn: clock.day(daysAgo), enrolledOn: clock.day(daysAgo - 2) }
          : {}),
      }
      return { draft, isEnrolled, isGone }
    })
    const added = await ctx.engine.addAll(
      ctx,
      'study.subject',
      people.map(({ draft }) => draft),
    )
    const those = (which: 'isEnrolled' | 'isGone') => added.flatMap(({ id }, n) => (people[n]?.[which] ? [id] : []))
    const [enrolled, gone] = [those('isEnrolled'), those('isGone')]
    if (enrolled.length) await ctx.engine.moveAll(ctx, 'study.subject', enrolled, 'enrolled')
    if (gone.length) await ctx.engine.moveAll({ ...ctx, reason: '迁居外地，无法继续随访' }, 'study.subject', gone, 'withdrawn')
  }
  const days = Array.from({ length: 15 }, (_, i) => 16 - i).filter((day) => !clock.isWeekend(day))
  const share = Math.ceil(subjects / days.length)
  const moment = (daysAgo: number, hour: number, run: (ctx: Ctx) => Promise<void>): Moment => {
    const ctx = at(daysAgo, hour)
    return { at: ctx.at ?? '', run: () => run(ctx) }
  }
  return [
    moment(18, 9, begin),
    moment(17, 9, agree),
    moment(17, 10, open),
    ...days.map((day, i) => moment(day, 16, (ctx) => enrol(ctx, i * share, Math.min(share, subjects - i * share)))),
    moment(1, 17, (ctx) => demoEntry(ctx, study, clock)),
    moment(1, 18, (ctx) => demoQueries(ctx, study)),
    moment(1, 18, (ctx) => demoControl(ctx, head, study)),
    moment(1, 18.5, (ctx) => demoDelivery(ctx, study, clock, store, 'first')),
    moment(1, 18.6, (ctx) => demoLaboratory(ctx, study, store, 'first')),
    moment(1, 19, (ctx) => demoAnalyses(ctx, head, study)),
    moment(0, 9, (ctx) => demoDelivery(ctx, study, clock, store, 'second')),
    moment(0, 9.2, (ctx) => demoLaboratory(ctx, study, store, 'second')),
    moment(0, 9.5, (ctx) => demoVerification(ctx, study)),
    moment(0, 9.6, (ctx) => demoSecondEntries(ctx, head, study)),
    moment(0, 9.7, (ctx) => demoFreeze(ctx, study)),
  ]
}
