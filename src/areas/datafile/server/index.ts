import { can, fail, refuse, ruleOf, saidReason } from '#kernel'
import { countWidget, serve } from '#server'
import type { Ctx } from '#server'
import { recordHourly } from '#server/audit/hourly.ts'
import type { ImportNote } from '#qc'
import { datafile } from '../index.ts'
import locale from '../locale.ts'
import { mayHold } from '#study/record/secret.ts'
import { SYSTEM } from '#server/model/actor.ts'
import { heldFile, heldFiles } from '#study/lock/file.ts'
import { saidNote } from '#study/said-note.ts'
import { writingChanges } from './changes.ts'
import { compareQuestion, comparing, rowsQuestion } from './question.ts'
import { knownRoutes } from './known.ts'
import { link } from './link.ts'
import { memberPlace } from './member-place.ts'
import { memberFileRoutes } from './member-routes.ts'
import { reading } from './reading.ts'
import { VERSION, askReading, openFile, placeIn, receive } from './receive.ts'
import { refuseMisplaced } from './place.ts'
import { datafileRoutes } from './routes.ts'
import { sameContent } from './same-content.ts'
import { maskedTable, namesHidden, refuseUnread } from './secret.ts'
import type { Shown } from './shown.ts'
import { askVerifying, verifying } from './verifying.ts'

type Version = {
  number: number
  name: string
  url: string
  mimetype: string | null
  header: unknown
  notes: readonly ImportNote[] | null
  facts: string | null
  task: number | null
  sha256: string
  size: number
  kind: string | null
  format: string | null
  encoding: string | null
  rows: number | null
  columns: number | null
  check: string | null
  checkedAt: string | null
}
const WANTED = `SELECT number, name, url, mimetype, size, sha256, header, notes, facts, task, kind, format, encoding, rows, columns, "check",
  checked_at AS "checkedAt" FROM datafile_version WHERE datafile = $1 AND ($2::int IS NULL OR number = $2) ORDER BY number DESC LIMIT 1`

/** Why it was put aside: by its reading or by a person. */
const REASON = `SELECT reason, CASE WHEN actor_kind <> 'system' THEN actor_name END AS by, at FROM audit_entry
  WHERE resource = 'datafile' AND record_id = $1 AND action = 'move' AND changes -> 'state' ->> 1 = $2 ORDER BY id DESC LIMIT 1`
type Reason = { reason: string | null; by: string | null; at: string }
const ASIDE: ReadonlySet<unknown> = new Set(['quarantined', 'rejected'])
const asideOf = async (ctx: Ctx, id: number, state: unknown) => {
  const [found] = ASIDE.has(state) ? await ctx.db.query<Reason>(REASON, [String(id), state]) : []
  return found ? { ...found, reason: saidReason(found.reason ?? '', ctx.language) } : null
}

const refuseRemote = (row: Readonly<Record<string, unknown>>): void => {
  if (row['kind'] === 'remote') throw refuse(locale, 'lies', { name: String(row['name']) })
}

export default serve(datafile, {
  tasks: [reading, verifying, comparing, writingChanges],
  questions: [rowsQuestion, compareQuestion],
  routes: (declare) => {
    datafileRoutes(declare)
    knownRoutes(declare)
    memberFileRoutes(declare)
  },
  widgets: [countWidget(datafile, { title: { 'zh-cn': '数据文件', en: 'Data files' }, icon: 'files', order: 25 })],
  uploads: {
    guard: async (ctx, record, plan) => {
      if (ctx.actor.kind === 'member') return void (await memberPlace(ctx, record, plan?.about))
      if (!can(ctx.actor.rules, ruleOf(datafile.name, 'upload'))) throw fail('auth.forbidden')
      if (record === null) return void (await placeIn(ctx, record, plan?.about))
      refuseRemote(await ctx.engine.get(ctx, datafile.name, record))
      await openFile(ctx, record)
    },
    receive,
  },
  lockScope: heldFile,
  held: (ctx, _, rows) => heldFiles(ctx, rows),
  before: {
    edit: async (ctx, row, change) => {
      if (!('subject' in change || 'visit' in change)) return change
      if ('subject' in change && change.subject !== row.subject) await refuseUnread(ctx, row.id)
      // Of nobody, it goes with no record either.
      const moved = change.subject === null ? { ...change, form: null, instance: null } : change
      await refuseMisplaced(ctx, { ...row, ...moved })
      return moved
    },
    // The versions go with their file; the bytes that nobody else names are released behind the commit.
    purge: async (ctx, rows) => {
      for (const { id } of rows) {
        const versions = await ctx.db.query<{ id: number; sha256: string; facts: string | null }>(
          'SELECT id, sha256, facts FROM datafile_version WHERE datafile = $1',
          [id],
        )
        if (versions.length)
          await ctx.engine.del(
            ctx,
            VERSION,
            versions.map((one) => one.id),
          )
        for (const { sha256, facts } of versions)
          for (const hash of [sha256, facts]) if (hash) ctx.afterCommit(() => ctx.services.releaseFile(hash))
      }
    },
  },
  after: {
    // What rules have found in the version before is looked for in this one.
    move: async (ctx, { id, number, state }) => {
      if (state === 'staged' && (number ?? 0) > 1) await ctx.engine.act({ ...ctx, actor: SYSTEM }, 'qc.run', 'refile', [], { datafile: id })
    },
  },
  actions: {
    upload: async () => ({ target: datafile.name }),
    link: (ctx, _, given) => link(ctx, given),
    preview: async (ctx, [row], { version }) => {
      if (!row) throw fail('input.noIds')
      refuseRemote(row)
      const [found] = await ctx.db.query<Version>(WANTED, [row.id, version])
      if (!found) throw refuse(locale, 'noVersion', { number: version ?? 1 })
      // Before anything is shown: what cannot be written down is not read.
      const event = { action: 'readFile', resource: datafile.name, recordId: row.id, label: row.name, changes: {} }
      await recordHourly(ctx.engine.database, ctx, event)
      const { facts, notes, ...rest } = found
      const names = await namesHidden(ctx, row.id)
      const isHidden = mayHold(rest, names)
      const shown: Shown | null = facts === null ? null : JSON.parse(await ctx.services.readStored(facts))
      return {
        ...rest,
        url: isHidden ? null : rest.url,
        notes: (isHidden ? [] : notes)?.map((note) => ({ severity: note.severity, text: saidNote(note, ctx.language) })) ?? null,
        shown: shown && maskedTable(shown, names),
        aside: await asideOf(ctx, row.id, row.state),
        same: await sameContent(ctx, { id: row.id, number: rest.number, sha256: rest.sha256 }),
      }
    },
    reread: async (ctx, rows) => {
      for (const row of rows) {
        refuseRemote(row)
        await openFile(ctx, row.id)
        await askReading(ctx, row, row.name)
      }
      return { begun: rows.length }
    },
    query: (ctx, [row], { study, text, due }) => {
      if (!row) throw fail('input.noIds')
      return ctx.engine.act(ctx, 'query', 'raise', [], { datafile: row.id, study, text, due })
    },
    verify: async (ctx, rows) => {
      let begun = 0
      for (const row of rows) {
        refuseRemote(row)
        begun += await askVerifying(ctx, row)
      }
      return { begun }
    },
  },
})
