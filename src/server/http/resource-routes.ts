import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actionsOf, can, fail, invalid, moveRule, openMoves, readPage, readQuery, ruleFor } from '#kernel'
import { exportRows } from '../excel/export.ts'
import { askExport } from '../excel/task.ts'
import { importRows, previewImport } from '../import/run.ts'
import { readSheet } from '../import/sheet.ts'
import { importTemplate } from '../import/template.ts'
import type { GenericAction, Resource } from '#kernel'
import type { Actor, Ctx } from '../model/context.ts'
import type { Model } from '../model/model.ts'
import { definitionFor } from '../resource/definition.ts'
import { allChoices, choices, isChoice } from '../resource/choice.ts'
import { readRestoreOptions } from '../resource/restore.ts'
import { readSet, setField } from '../resource/set.ts'
import { noteHistory, noteOptions, noteRows } from '../resource/reveal.ts'
import type { Backend } from '../backend.ts'
import { sqlState } from '../db/database.ts'
import { hangUp } from './hang-up.ts'
import type { Declare } from './route.ts'
import { SENT } from './route.ts'
import { contextOf, groupOf } from './call.ts'
import type { Call } from './call.ts'

type ActionCall = { ctx: Ctx; name: string; model: Model; call: Call; reply: FastifyReply }
/** `rule` where it is not the verb's own: of a move it is the step's. */
type Action = {
  methods: readonly string[]
  rule?: string | ((call: Call, model: Model) => string)
  run(action: ActionCall): Promise<unknown>
}

const idsOf = ({ query, body }: Call): number[] => {
  const given = query['ids'] ?? (body as { ids?: unknown } | undefined)?.ids
  const list = Array.isArray(given) ? given : given === undefined ? [] : String(given).split(',')
  const ids = list.map(Number)
  if (ids.length === 0 || ids.length > 1000 || ids.some((id) => !Number.isSafeInteger(id) || id < 1)) throw fail('input.noIds')
  return [...new Set(ids)]
}
const idOf = ({ query }: Call): number => {
  const id = Number(query['id'])
  if (!Number.isSafeInteger(id) || id < 1) throw fail('record.missing')
  return id
}

/** A write that may come twice is named by its key. */
const once = <T>({ ctx, call, name }: ActionCall, action: string, work: (tx: Ctx) => Promise<T>): Promise<T> => {
  const key = call.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return ctx.engine.write(ctx, work)
  if (key.length > 100) throw fail('request.keyReused')
  return call.backend.engine.once(ctx, key, [name, action, call.query, call.body ?? null], work)
}

/** What leaves the server in clear and is masked for others is noted before it leaves. */
const listed = async (ctx: Ctx, model: Model, bin: 'live' | 'recycled', call: Call) => {
  const page = await ctx.engine.list(ctx, model.resource.name, call.query, bin)
  await noteRows(ctx, model, page.list)
  return page
}
const opened = async ({ ctx, name, model, call }: ActionCall) => {
  const row = await ctx.engine.get(ctx, name, idOf(call))
  await noteRows(ctx, model, [row], row.id)
  return { row }
}

const sendBook = (reply: FastifyReply, title: string, file: Readable): typeof SENT => {
  void reply
    .header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .header('content-disposition', `attachment; filename="export.xlsx"; filename*=UTF-8''${encodeURIComponent(`${title}.xlsx`)}`)
    .send(file)
  return SENT
}

/** The generic contract C-10. A resource has those its traits bring; everything else does not exist for it. */
const ACTIONS: Record<GenericAction, Action> = {
  index: {
    methods: ['GET'],
    run: async ({ ctx, model, call }) => {
      if (readQuery(model.resource, call.query).select) {
        const lists = can(ctx.actor.rules, ruleFor(model.resource, 'index'))
        const found = await (lists ? allChoices(ctx, model, call.query) : choices(ctx, model, call.query))
        await noteOptions(ctx, model, found.options)
        return found
      }
      return listed(ctx, model, 'live', call)
    },
  },
  read: {
    methods: ['GET'],
    rule: 'index',
    // Asked together: who changed it last is told to nobody who does not see it. What throws does so before, or the first of them fails unheard.
    run: async (c) => {
      const id = idOf(c.call)
      const [found, changed] = await Promise.all([opened(c), c.call.backend.engine.changed(c.ctx, c.name, id)])
      return { ...found, changed }
    },
  },
  history: {
    methods: ['GET'],
    rule: 'index',
    run: async ({ ctx, name, model, call }) => {
      const story = await call.backend.engine.history(ctx, name, idOf(call), readPage(call.query['page']))
      await noteHistory(ctx, model, story.list, idOf(call))
      return story
    },
  },
  add: {
    methods: ['POST'],
    run: (c) => once(c, 'add', (tx) => tx.engine.add(tx, c.name, c.call.body).then((row) => ({ row }))),
  },
  edit: {
    methods: ['GET', 'POST'],
    run: async (c) =>
      c.reply.request.method === 'GET'
        ? opened(c)
        : once(c, 'edit', (tx) => tx.engine.edit(tx, c.name, c.call.body).then((row) => ({ row }))),
  },
  set: {
    methods: ['POST'],
    rule: 'edit',
    run: (c) => {
      const { field, rows } = readSet(c.model, c.call.body)
      return once(c, 'set', (tx) => setField(tx, c.model, field, rows))
    },
  },
  del: {
    methods: ['DELETE'],
    run: (c) => once(c, 'del', (tx) => tx.engine.del(tx, c.name, idsOf(c.call)).then((count) => ({ count }))),
  },
  sortable: {
    methods: ['POST'],
    run: (c) => {
      const { id, targetId } = (c.call.body ?? {}) as { id?: unknown; targetId?: unknown }
      if (!Number.isSafeInteger(id) || !Number.isSafeInteger(targetId)) throw fail('record.missing')
      return once(c, 'sortable', (tx) => tx.engine.place(tx, c.name, id as number, targetId as number))
    },
  },
  recycle: { methods: ['GET'], run: ({ ctx, model, call }) => listed(ctx, model, 'recycled', call) },
  // GET as the specification says; the token comes only in a header, so no link or picture can trigger it.
  restore: {
    methods: ['GET', 'POST'],
    run: (c) => {
      const options = readRestoreOptions((c.call.body ?? {}) as Record<string, unknown>)
      return once(c, 'restore', (tx) => tx.engine.restore(tx, c.name, idsOf(c.call), options).then((count) => ({ count })))
    },
  },
  delete: {
    methods: ['DELETE'],
    run: (c) => once(c, 'delete', (tx) => tx.engine.purge(tx, c.name, idsOf(c.call))),
  },
  lock: {
    methods: ['POST'],
    run: (c) => once(c, 'lock', (tx) => tx.engine.lock(tx, c.name, idsOf(c.call), true)),
  },
  unlock: {
    methods: ['POST'],
    run: (c) => once(c, 'unlock', (tx) => tx.engine.lock(tx, c.name, idsOf(c.call), false)),
  },
  move: {
    methods: ['POST'],
    rule: ({ body }, { resource }) => {
      const { to } = (body ?? {}) as { to?: unknown }
      if (typeof to !== 'string' || !openMoves(resource).includes(to)) throw invalid([{ field: 'to', key: 'option' }])
      return moveRule(resource, to)
    },
    run: (c) => {
      const { id, version, to } = (c.call.body ?? {}) as Record<string, unknown>
      // Whoever decides says what they have seen.
      if (!Number.isSafeInteger(version)) throw invalid([{ field: 'version', key: 'required' }])
      return once(c, 'move', (tx) => tx.engine.move(tx, c.name, { id, version, to }))
    },
  },
  // POST asks for the same as a task.
  exportExcel: {
    methods: ['GET', 'POST'],
    run: async ({ ctx, model, call, reply }) => {
      const columns = String(call.query['columns'] ?? '')
      const names = columns ? columns.split(',') : definitionFor(ctx, model).definition.list.columns
      const wish = { params: call.query, names }
      if (reply.request.method === 'POST') return ctx.engine.write(ctx, (tx) => askExport(tx, model, wish, groupOf(call)))
      return sendBook(reply, model.locale[ctx.language].title, await exportRows(ctx, model, wish, hangUp(reply)))
    },
  },
  // GET is the empty sheet to fill in.
  import: {
    methods: ['GET', 'POST'],
    run: async (c) => {
      const { ctx, model, call, reply } = c
      if (reply.request.method === 'GET') return sendBook(reply, model.locale[ctx.language].title, importTemplate(model, ctx.language))
      const sheet = readSheet(model, call.body)
      return sheet.isPreview ? previewImport(ctx, model, sheet) : once(c, 'import', (tx) => importRows(tx, model, sheet))
    },
  },
}

const customAction = (model: Model, action: string): Action | undefined =>
  Object.hasOwn(model.resource.actions, action) && model.half?.actions?.[action]
    ? {
        methods: ['POST'],
        run: (c) => {
          const { ids: _, ...input } = (c.call.body ?? {}) as Record<string, unknown>
          const ids = model.resource.actions[action]!.on === 'list' ? [] : idsOf(c.call)
          const run = (tx: Ctx) => tx.engine.act(tx, c.name, action, ids, input)
          // What changes nothing may come twice: its answer, an identity perhaps, is kept nowhere.
          return model.resource.actions[action]!.pure ? c.ctx.engine.write(c.ctx, run) : once(c, action, run)
        },
      }
    : undefined

/** What stands above forms has their rights, and no rows of its own to write. */
const isAboveRows = ({ half, resource }: Model, verb: string): boolean =>
  half?.provider !== undefined && resource.base === undefined && verb !== 'index' && verb !== 'read'
/** A generic action exists for a resource if its traits bring it and take it not away; `read` and `history` come with `index`. */
const actionOf = (model: Model, action: string): Action | undefined => {
  const isOwn = action === 'move' && openMoves(model.resource).length === 0
  const generic = Object.hasOwn(ACTIONS, action) && !isOwn ? ACTIONS[action as GenericAction] : undefined
  if (!generic) return customAction(model, action)
  if (action === 'move') return generic
  const rule = typeof generic.rule === 'string' ? generic.rule : action
  return verbsOf(model.resource).has(rule) ? generic : undefined
}

const known = new WeakMap<Resource, ReadonlySet<string>>()
/** Asked at every call: made once for each definition. */
const verbsOf = (resource: Resource): ReadonlySet<string> => {
  const verbs = known.get(resource) ?? new Set<string>(actionsOf(resource))
  known.set(resource, verbs)
  return verbs
}

/** Every call that a resource answers, with its methods. */
export const callsOf = (model: Model): { action: string; methods: readonly string[] }[] =>
  [...Object.keys(ACTIONS), ...Object.keys(model.resource.actions)].flatMap((action) => {
    const methods = actionOf(model, action)?.methods
    return methods ? [{ action, methods }] : []
  })

const ROUTE = '/admin/:name/:action'
/** Whether a call lives at this address: the one route of all resources matches pages of the back office as well. */
export const ownsAddress = ({ engine }: Backend, { routeOptions, params }: FastifyRequest): boolean => {
  if (routeOptions.url !== ROUTE) return true
  const { name = '', action = '' } = params as Record<string, string>
  const model = engine.registry.get(name) ?? engine.registry.above(name)
  return model !== undefined && actionOf(model, action) !== undefined
}

const NO_SUCH_TABLE = '42P01'
/** A designed table that another process has dropped a moment ago: word of it has not come yet. */
const isStale = async (ctx: Ctx, { resource }: Model, error: unknown): Promise<boolean> => {
  if (!resource.designed || sqlState(error) !== NO_SUCH_TABLE) return false
  await ctx.services.refresh()
  return !ctx.engine.registry.get(resource.name)
}

/** One route for every resource, so that one made at run time is there without a restart. */
export const resourceRoutes = ({ guarded }: Declare): void => {
  guarded(['GET', 'POST', 'DELETE'], ROUTE, { audience: 'admin', derived: true }, async (call: Call, actor: Actor, reply: FastifyReply) => {
    const { name = '', action: verb = '' } = call.params
    const ctx = await contextOf(call, actor)
    const model = await ctx.engine.registry.open(ctx, name)
    const action = model && actionOf(model, verb)
    const unknown = () => fail('request.unknown', { url: `/admin/${name}/${verb}`.slice(0, 200) })
    if (!model || !action) throw unknown()
    if (!action.methods.includes(reply.request.method)) throw fail('request.method', { method: reply.request.method })
    const rule = typeof action.rule === 'function' ? action.rule(call, model) : (action.rule ?? verb)
    // Options of a field are judged by whose field it is.
    const isAsked = verb === 'index' && readQuery(model.resource, call.query).select && isChoice(call.query)
    if (!isAsked && !can(actor.rules, ruleFor(model.resource, rule))) throw fail('auth.forbidden')
    if (isAboveRows(model, verb)) throw unknown()
    return action.run({ ctx, name, model, call, reply }).catch(async (error: unknown) => {
      throw (await isStale(ctx, model, error)) ? unknown() : error
    })
  })
}
