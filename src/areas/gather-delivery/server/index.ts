import { fail, refuse } from '#kernel'
import type { Row } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { SYSTEM } from '#server/model/actor.ts'
import { workWidget } from '#server/model/widget.ts'
import { hospitalDay } from '#server/zone.ts'
import { readMapping, targetsOf } from '#study/delivery/mapping.ts'
import { beforeClosing, closedBy } from '#study/closing.ts'
import { settleDelivered } from '#study/gather/due.ts'
import { heldOn } from '#study/lock/held.ts'
import type { Part } from '#study/lock/part.ts'
import { ownSites } from '#study/team.ts'
import { gatherDelivery } from '../index.ts'
import locale from '../locale.ts'
import { formOf } from './form.ts'
import { compareWaiting } from './compare-waiting.ts'
import { addNewSubjects } from './new-subject.ts'
import { toldColumns, withheldColumns } from './told-columns.ts'
import { countsAsked, ownCounts, withheldCounts } from './own-counts.ts'
import { askReading, moveTo, reading } from './reading.ts'
import { replayDeliveries } from './replay.ts'
import { deliveryRoutes } from './routes.ts'
import { sayFound } from './part.ts'
import { checkedIn, sitesIn } from './seen.ts'
import { askStoring, storing } from './storing.ts'

type Delivery = Row<typeof gatherDelivery>
const AT_WORK = `SELECT 1 FROM task WHERE id = $1 AND state IN ('waiting', 'running')`
const EXPLAINED = 'SELECT 1 FROM gather_project WHERE id = $1 AND reason_required'
const DECIDED = new Set(['accepted', 'rejected'])

/** A delivery that has a file, that nobody has decided about and no worker has in hand. */
const undecided = async (ctx: Ctx, row: Delivery | undefined): Promise<Delivery> => {
  if (!row) throw fail('record.missing')
  if (!row.sha256) throw refuse(locale, 'noFile')
  if (DECIDED.has(row.state)) throw refuse(locale, 'decided')
  if (!row.submittedAt) throw refuse(locale, 'notSubmitted')
  if ((await ctx.db.query(AT_WORK, [row.task])).length) throw refuse(locale, 'atWork')
  return row
}
const columnsOf = (manifest: unknown): string[] => {
  const columns: unknown = typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, 'columns') : undefined
  return Array.isArray(columns) ? columns.map(String) : []
}
const readAgain = async (ctx: Ctx, row: Delivery, mapping: Readonly<Record<string, string>> | null) => {
  if (row.state !== 'received' && row.state !== 'reading') await moveTo(ctx, row.id, 'reading')
  return { task: await askReading(ctx, row, mapping) }
}

const WAITING = ['received', 'reading', 'mapped', 'compared', 'quarantined']
/** Of which part a delivery is, its gather project and its form say: the subjects in it are not known before it is stored. */
const within = (part: Part | null): string => {
  if (!part) return 'true'
  return part.scope === 'gather' || part.scope === 'form' ? `${part.scope} = ${Math.trunc(part[part.scope] ?? 0)}` : 'false'
}
/** What somebody has handed over and nobody has decided about would lie there behind the freeze. */
const waitingHoldBack = async (ctx: Ctx, step: { resource: string; record: number; gate: string }) => {
  const closed = await closedBy(ctx.db, step)
  if (!closed) return []
  return beforeClosing({
    text: () => `SELECT count(*) AS n, md5(string_agg(id::text, ',' ORDER BY id)) AS which FROM gather_delivery WHERE study = $1
      AND state IN (${WAITING.map((state) => `'${state}'`).join(', ')}) AND ${within(closed.part)}`,
    words: (n) => ({ 'zh-cn': `还有 ${n} 次交付没有入库也没有退回`, en: `Deliveries that are neither stored nor rejected: ${n}` }),
    address: (study) => `/admin/gather/delivery?filter=study:IN:${study}&filter=state:IN:${WAITING.join(',')}`,
    waiver: 'delivery',
  })(ctx, step)
}

const compared = workWidget(gatherDelivery, {
  key: 'compared',
  column: 'waits',
  action: 'accept',
  title: { 'zh-cn': '待决定的数据交付', en: 'Deliveries to decide on' },
  icon: 'package',
  order: 45,
  where: () => [{ field: 'state', operator: 'IN', val: 'compared,quarantined' }],
})

export default serve(gatherDelivery, {
  parts: { manifest: sayFound, diff: sayFound },
  widgets: [compared],
  scope: ownSites(),
  showAll: async (ctx, rows) => toldColumns(ctx, await ownCounts(ctx, rows)),
  withheld: async (ctx, rows) => ({
    ...Object.fromEntries((await withheldColumns(ctx, rows)).map((id) => [id, ['manifest']])),
    ...(await withheldCounts(ctx, rows)),
  }),
  unsearchable: countsAsked,
  lockScope: (ctx, { study, gather, form }) => heldOn(ctx.db, { study, gather, form }),
  holdsBack: waitingHoldBack,
  tasks: [reading, storing],
  replay: replayDeliveries,
  routes: deliveryRoutes,
  actions: {
    map: async (ctx, [given], { mapping }) => {
      const row = await undecided(ctx, given)
      const content = row.form === null ? undefined : await formOf(ctx.db, row.study, row.form)
      const read = content && readMapping(mapping, columnsOf(row.manifest), targetsOf(content))
      if (!read) throw refuse(locale, 'badMapping')
      if (!Object.values(read).includes('subject')) throw refuse(locale, 'noSubject')
      return readAgain(ctx, row, read)
    },
    addSubjects: async (ctx, [given]) => {
      const row = await undecided(ctx, given)
      const count = await addNewSubjects(ctx, row)
      return { count, ...(await readAgain(ctx, row, null)) }
    },
    query: (ctx, [row], { text, due }) => {
      if (!row) throw fail('input.noIds')
      return ctx.engine.act(ctx, 'query', 'raise', [], { delivery: row.id, text, due })
    },
    again: async (ctx, [given]) => readAgain(ctx, await undecided(ctx, given), null),
    accept: async (ctx, [given], { reason }) => {
      const row = await undecided(ctx, given)
      if ((row.state !== 'compared' && row.state !== 'quarantined') || row.rowsSame === null) throw refuse(locale, 'notCompared')
      const { stops = 0 } = checkedIn(row.diff) ?? {}
      if (stops > 0 && !reason) throw refuse(locale, 'stoppedReason', { count: stops })
      const changed = row.rowsChanged ?? 0
      if (changed > 0 && !reason && (await ctx.db.query(EXPLAINED, [row.gather])).length)
        throw refuse(locale, 'changedReason', { count: changed })
      return { task: await askStoring(ctx, row, ctx.actor, reason || null) }
    },
  },
  before: {
    // Only somebody who accepts it takes back what somebody has put aside.
    move: async ({ actor }, _, to) => (to === 'quarantined' && actor.kind !== 'system' ? { held: true } : {}),
  },
  after: {
    // What came with a file is read.
    add: async (ctx, row) => void (row.sha256 && (await askReading(ctx, row, null))),
    // What was accepted settles what was due.
    move: async (ctx, { id, form, gather, department, diff, state }) => {
      if (state !== 'accepted') return
      const own = { ...ctx, actor: SYSTEM }
      await compareWaiting(own, { id, form })
      const dueNext = await settleDelivered(ctx.db, gather, department === null ? sitesIn(diff) : [department], hospitalDay(ctx.at))
      if (dueNext !== undefined) await ctx.engine.edit(own, 'gather.project', { id: gather }, { dueNext })
    },
  },
})
