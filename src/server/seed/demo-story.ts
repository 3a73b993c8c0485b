import { record } from '../audit/entry.ts'
import { loadAdmin } from '../auth/actor.ts'
import type { Actor, Ctx } from '../model/context.ts'
import type { Store } from '../storage/store.ts'
import { demoDatafiles } from './demo-datafile.ts'
import { demoUploads } from './demo-file.ts'
import { demoBookings } from './demo-member.ts'
import { demoTasks } from './demo-task.ts'
import { demoStudy } from './demo-study.ts'
import type { DemoClock, Moment, Telling } from './demo-time.ts'

export const STORY_DAYS = 20
type Person = { actor: Actor; username: string; ip: string }

const CLIENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** What people of a data office change in an ordinary week: resource, how its record is found, what becomes different, why. */
const CHANGES: [string, string, Record<string, unknown>, string][] = [
  ['job', 'CRC-STAFF', { headcount: 26 }, '新增两名随访护士'],
  ['department', 'IM-CV', { phone: '6115' }, '科室搬迁'],
  ['job', 'DM', { duties: '数据字典、质控参数、质疑管理、数据清理、锁库与归档。' }, ''],
  ['department', 'LAB-MD', { phone: '6412' }, ''],
  ['job', 'DE', { headcount: 12 }, '双份录入增加人手'],
  ['job', 'BS', { headcount: 5 }, '新聘统计师到岗'],
  ['department', 'SU-HB', { phone: '6212' }, ''],
  ['job', 'CRA', { duties: '原始数据核查、方案依从性监查、监查报告。' }, ''],
  ['department', 'CRC-QA', { phone: '8015' }, ''],
  ['job', 'RT', { headcount: 9 }, ''],
  ['job', 'CRC-STAFF', { headcount: 25 }, '一人调出'],
  ['department', 'RAD', { phone: '6301' }, '总机号码调整'],
  ['job', 'PI', { headcount: 13 }, '新项目立项'],
  ['job', 'DE', { duties: '双份录入、核对与差异处理。' }, ''],
  ['department', 'IM-EN', { phone: '6133' }, ''],
  ['job', 'QM', { headcount: 3 }, ''],
]

const people = async (tx: Ctx): Promise<Person[]> => {
  const rows = await tx.db.query<{ id: number; username: string }>('SELECT id, username FROM auth_admin ORDER BY id')
  const found: Person[] = []
  for (const { id, username } of rows) {
    const actor = await loadAdmin(tx.db, id)
    if (actor) found.push({ actor, username, ip: `10.20.${id}.${30 + id}` })
  }
  return found
}

/** Sign-ins of office days, with the mistyped password now and then. */
const signIns = (tx: Ctx, clock: DemoClock, all: readonly Person[]): Moment[] => {
  const moments: Moment[] = []
  for (let day = STORY_DAYS - 2; day >= 0; day--)
    for (const { actor, username, ip } of all) {
      const times = clock.isWeekend(day) ? (clock.next(6) === 0 ? 1 : 0) : 1 + clock.next(3)
      for (let i = 0; i < times; i++) {
        const at = clock.at(day, 8 + i * 3 + clock.next(100) / 40)
        const request = { id: 'demo', ip, userAgent: CLIENT }
        const entry = (who: Actor, action: string, resource: string) => () =>
          record({ ...tx, at, actor: who, request }, { action, resource, recordId: actor.id, label: username, changes: {} })
        if (clock.next(12) === 0) moments.push({ at, run: entry(tx.actor, 'loginFailed', 'admin') })
        const signIn = entry(actor, 'login', 'auth.admin')
        moments.push({
          at,
          run: async () => {
            await tx.db.query('UPDATE auth_admin SET last_login_at = $2, last_login_ip = $3 WHERE id = $1', [actor.id, at, ip])
            await signIn()
          },
        })
      }
    }
  return moments
}

const edits = (tx: Ctx, clock: DemoClock, manager: Person): Moment[] =>
  CHANGES.map(([resource, code, change, reason], i) => {
    let day = Math.max(0, STORY_DAYS - 3 - Math.floor((i * (STORY_DAYS - 3)) / (CHANGES.length - 1)))
    if (clock.isWeekend(day)) day += 2
    const at = clock.at(day, 9 + clock.next(80) / 10)
    const by: Ctx = {
      ...tx,
      at,
      actor: manager.actor,
      request: { id: 'demo', ip: manager.ip, userAgent: CLIENT },
      ...(reason ? { reason } : {}),
    }
    return {
      at,
      run: async () => {
        const [row] = await tx.db.query<{ id: number }>(`SELECT id FROM ${resource} WHERE code = $1`, [code])
        await tx.engine.edit(by, resource, { id: row!.id, ...change })
      },
    }
  })

/** Three weeks of ordinary work, told in the order in which it would have happened: entries of the trail stand in the order of time. */
export const tellDemoStory = async (tx: Ctx, clock: DemoClock, store: Store, tellings: readonly Telling[]): Promise<void> => {
  const all = await people(tx)
  const manager = all.find((p) => p.username === 'datamanager')!
  const moments = [
    ...signIns(tx, clock, all),
    ...edits(tx, clock, manager),
    ...demoUploads(tx, clock, store, manager.actor),
    ...demoDatafiles(tx, clock, store, manager.actor),
    ...(await demoBookings(tx, clock, manager.actor)),
    ...(await demoStudy(tx, clock, store)),
  ]
  for (const tell of tellings) moments.push(...(await tell(tx, clock, manager.actor)))
  for (const { run } of moments.toSorted((a, b) => a.at.localeCompare(b.at))) await run()
  await demoTasks(tx, manager.actor)
}
