import { can } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Declare } from '#server'
import type { Days } from '#server/model/half.ts'
import { zoneOf } from '#server/zone.ts'
import { accountWidgets } from './account-widget.ts'
import { guardWidget } from './guard-widget.ts'
import { logWidgets } from './log-widget.ts'
import { runningWidget } from './running-widget.ts'

const DAYS = 14

const daysOf = (zone: string): Days => {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date())
  const at = Date.parse(`${today}T00:00:00Z`)
  return { zone, list: Array.from({ length: DAYS }, (_, i) => new Date(at - (DAYS - 1 - i) * 86_400_000).toISOString().slice(0, 10)) }
}

const board = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const days = daysOf(zoneOf(call.query['zone']))
  const offered = [
    guardWidget,
    ...accountWidgets,
    ...logWidgets,
    runningWidget,
    ...ctx.engine.registry.all().flatMap((m) => m.half?.widgets ?? []),
  ]
  const mine = offered.filter((w) => can(actor.rules, w.rule)).toSorted((a, b) => a.order - b.order)
  const widgets = await Promise.all(
    mine.map(async ({ key, title, icon, path, read }) => {
      const data = await read(ctx, days)
      return data && { key, title: title[ctx.language], icon, ...(path ? { path } : {}), ...data }
    }),
  )
  return { days: days.list, widgets: widgets.filter((w) => w !== null) }
}

export const dashboardRoutes = ({ guarded }: Declare): void =>
  guarded('GET', '/admin/dashboard/index', { audience: 'admin', rule: 'dashboard/index' }, board)
