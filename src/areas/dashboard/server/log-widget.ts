import { can } from '#kernel'
import type { Ctx } from '#server'
import { NO_CHANGE, NO_CHANGE_SQL } from '#server/audit/kind.ts'
import { actionWord, placeWord } from '#server/audit/words.ts'
import type { Days, Widget } from '#server/model/half.ts'

const RULE = 'auth/log/index'
const PATH = '/admin/auth/log'

/** Whoever may not see everybody's trail counts their own. */
const whose = ({ actor }: Ctx): number | null => (can(actor.rules, 'auth/log/all') ? null : actor.id)

/** How often each group of actions happened on each day; the days come in order, also those on which nothing happened. */
const perDay = async (ctx: Ctx, { zone, list }: Days, group: string, where: string): Promise<Map<string, number[]>> => {
  const rows = await ctx.db.query<{ day: string; name: string; n: number }>(
    `SELECT (at AT TIME ZONE $1)::date AS day, ${group} AS name, count(*) AS n FROM audit_entry
     WHERE at >= ($2::date::timestamp AT TIME ZONE $1) AND ($3::bigint IS NULL OR (actor_kind = 'admin' AND actor_id = $3)) AND ${where} GROUP BY 1, 2`,
    [zone, list[0], whose(ctx)],
  )
  const at = new Map(list.map((day, i) => [day, i]))
  const lines = new Map<string, number[]>()
  for (const { day, name, n } of rows) {
    const line = lines.get(name) ?? list.map(() => 0)
    lines.set(name, line)
    const index = at.get(day)
    if (index !== undefined) line[index] = n
  }
  return lines
}

const SIGN_INS = `((action = 'login' AND resource = 'auth.admin') OR action = 'loginFailed')`
const CHANGES = `action NOT IN (${NO_CHANGE_SQL})`
const CHANGE_KIND = `CASE WHEN action IN ('add', 'edit', 'del') THEN action ELSE 'other' END`

const todayOf = (lines: Map<string, number[]>, pick: (name: string) => boolean) => {
  const sum = (back: number) => [...lines].reduce((n, [name, values]) => n + (pick(name) ? (values.at(-back) ?? 0) : 0), 0)
  return { kind: 'stat' as const, value: sum(1), before: sum(2) }
}

export const logWidgets: readonly Widget[] = [
  {
    key: 'signInsToday',
    title: { 'zh-cn': '今日登录', en: 'Sign-ins today' },
    icon: 'key-round',
    rule: RULE,
    order: 57,
    path: PATH,
    read: async (ctx, days) => todayOf(await perDay(ctx, days, 'action', SIGN_INS), (name) => name === 'login'),
  },
  {
    key: 'failedSignIns',
    title: { 'zh-cn': '今日登录失败', en: 'Failed sign-ins today' },
    icon: 'shield-alert',
    rule: 'auth/log/all',
    order: 60,
    path: PATH,
    read: async (ctx, days) => todayOf(await perDay(ctx, days, 'action', SIGN_INS), (name) => name === 'loginFailed'),
  },
  {
    key: 'changesToday',
    title: { 'zh-cn': '今日变更', en: 'Changes today' },
    icon: 'pencil',
    rule: RULE,
    order: 55,
    path: PATH,
    read: async (ctx, days) => todayOf(await perDay(ctx, days, CHANGE_KIND, CHANGES), () => true),
  },
  {
    key: 'signIns',
    title: { 'zh-cn': '登录次数', en: 'Sign-ins' },
    icon: 'chart-line',
    rule: RULE,
    order: 100,
    path: PATH,
    read: async (ctx, days) => {
      const lines = await perDay(ctx, days, 'action', SIGN_INS)
      const names = whose(ctx) === null ? ['login', 'loginFailed'] : ['login']
      return {
        kind: 'series',
        chart: 'line',
        lines: names.map((name) => ({ name, values: [...(lines.get(name) ?? days.list.map(() => 0))] })),
      }
    },
  },
  {
    key: 'changes',
    title: { 'zh-cn': '数据变更', en: 'Changes' },
    icon: 'chart-column',
    rule: RULE,
    order: 110,
    path: PATH,
    read: async (ctx, days) => {
      const lines = await perDay(ctx, days, CHANGE_KIND, CHANGES)
      return {
        kind: 'series',
        chart: 'bar',
        lines: ['add', 'edit', 'del', 'other'].map((name) => ({ name, values: [...(lines.get(name) ?? days.list.map(() => 0))] })),
      }
    },
  },
  {
    key: 'latest',
    title: { 'zh-cn': '最近变更', en: 'Latest changes' },
    icon: 'history',
    rule: RULE,
    order: 120,
    path: PATH,
    read: async (ctx) => {
      const { list } = await ctx.engine.list(ctx, 'auth.log', {
        limit: 8,
        search: [
          { field: 'action', operator: 'NOT IN', val: [...NO_CHANGE] },
          { field: 'outcome', operator: '=', val: 'done' },
        ],
      })
      return {
        kind: 'feed',
        entries: list.map((e) => ({
          at: String(e['at']),
          by: e['actorKind'] === 'system' ? '' : String(e['actorName']),
          action:
            ctx.engine.registry.get(String(e['resource']))?.locale[ctx.language].actions?.[String(e['action'])] ?? String(e['action']),
          word: actionWord(ctx, String(e['resource']), String(e['action'])),
          where: placeWord(ctx, String(e['resource'])),
          what: String(e['label'] ?? '') || (e['record'] ? `#${String(e['record'])}` : ''),
        })),
      }
    },
  },
]
