import { asksReason, fail, firstState, hasTrait, invalid, parseDraft, ruleFor } from '#kernel'
import type { FieldProblem, SecondVerb } from '#kernel'
import { changesOf, passwordChange } from '../audit/entry.ts'
import type { Changes } from '../audit/entry.ts'
import { adminId } from '../model/actor.ts'
import type { Done } from '../model/approval.ts'
import type { AnyRow, Ctx, RestoreOptions } from '../model/context.ts'
import { change, refuseUnfit } from './change.ts'
import type { Item, Values } from './change.ts'
import { MASK } from './mask.ts'
import type { Model } from '../model/model.ts'
import { checkReferences, holdRows, present } from './read.ts'
import { releaseReferences } from './reference.ts'
import { refuseRestoreConflict, restoreChanges, withAncestors, withBranch } from './restore.ts'
import { refuseForeignDepartment } from './department.ts'
import type { Second } from './second.ts'
import { refuseStart } from './state.ts'
import { NOW, insertRows, removeRows, updateRows } from './store.ts'
import { refuseCycle, refuseOrphans } from './tree.ts'

const passwordsIn = (model: Model, draft: Values): Changes =>
  Object.assign({}, ...Object.keys(draft).map((n) => (model.columns.get(n)?.field.kind === 'password' ? passwordChange(n) : {}))) as Changes
const rowsOf = (items: readonly Item[]): AnyRow[] => items.map(({ before }) => before!)
const idsOf = (items: readonly Item[]): number[] => items.map(({ before }) => before!.id)

/** `facts` are values of readonly fields: known to the server's own code, never taken from a request. */
export const addRow = async (ctx: Ctx, model: Model, input: unknown, facts: Values = {}): Promise<AnyRow> => {
  const [row] = await addRows(ctx, model, [input], [facts])
  return row!
}

/** Many as one change, all or nothing: each passes every station, and none is there yet when the area judges another. `facts`: of each, in their order. */
export const addRows = async (ctx: Ctx, model: Model, inputs: readonly unknown[], facts: readonly Values[] = []): Promise<AnyRow[]> => {
  const { resource, half } = model
  const draftOf = (input: unknown, i: number): Values => {
    const times = ctx.at && hasTrait(resource, 'timestamps') ? { createdAt: ctx.at, updatedAt: ctx.at } : {}
    const draft: Values = { ...parseDraft(resource, input, 'add'), ...refuseUnfit(model, { ...times, ...facts[i] }) }
    if (resource.moves) draft['state'] ??= firstState(resource)
    if (!hasTrait(resource, 'scoped')) return draft
    draft['departmentId'] ??= ctx.actor.departmentId
    draft['ownerId'] = adminId(ctx.actor)
    refuseForeignDepartment(ctx, draft)
    return draft
  }
  const items = await change(ctx, model, {
    action: 'add',
    scope: async () => inputs.map(() => null),
    validate: async () => inputs.map(draftOf),
    state: (_, values) => refuseStart(ctx, model, values['state']),
    before: async (all) => {
      if (half?.before?.add) for (const one of all) one.values = await half.before.add(ctx, one.values, model)
    },
    references: async (all) => {
      // What belongs to oneself by nature is not chosen.
      const chosen = all.map(({ values }) => ({ ...values }))
      for (const values of chosen) {
        delete values['ownerId']
        if (values['departmentId'] === ctx.actor.departmentId) delete values['departmentId']
      }
      await checkReferences(ctx, model, chosen)
    },
    write: (all) => insertRows(ctx, model, all),
    audit: ({ values, after }) => ({ ...changesOf(model, null, after), ...passwordsIn(model, values) }),
    after: async (all) => {
      for (const { after } of all) await half?.after?.add?.(ctx, after!)
    },
  })
  return items.map(({ after }) => present(ctx, model, after!))
}

const refuseFixed = (model: Model, row: AnyRow, input: Values) => {
  const problems: FieldProblem[] = []
  for (const { name, field } of model.columns.values())
    if (field.immutable && name in input && input[name] !== row[name]) problems.push({ field: name, key: 'type' })
  if (problems.length) throw invalid(problems)
}

/** What of it would really be another value. */
const differing = (model: Model, { before, values }: Item): Values => {
  const changes = { ...changesOf(model, before, { ...before, ...values }), ...passwordsIn(model, values) }
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in changes))
}

export const editRow = async (ctx: Ctx, model: Model, input: unknown, facts: Values = {}): Promise<AnyRow> => {
  const { id, version, ...given } = (typeof input === 'object' && input !== null ? input : {}) as Values
  const { resource, half } = model
  if (!Number.isSafeInteger(id)) throw fail('record.missing')
  const [item] = await change(ctx, model, {
    action: 'edit',
    scope: () => holdRows(ctx, model, [id as number], 'live'),
    version,
    validate: async ([row]) => {
      // A form sends back what it was shown: the mask is no new value.
      for (const name of ctx.engine.masks.hidden(ctx, model).fields) if (given[name] === MASK) delete given[name]
      refuseFixed(model, row!, given)
      const values = { ...parseDraft(resource, given, 'edit', row!), ...refuseUnfit(model, facts) }
      if (hasTrait(resource, 'scoped') && 'departmentId' in values) refuseForeignDepartment(ctx, values)
      return [values]
    },
    reason: (row) => asksReason(resource, row),
    before: async ([one]) => {
      if (half?.before?.edit) one!.values = await half.before.edit(ctx, one!.before!, one!.values, model)
      one!.values = differing(model, one!)
    },
    isIdle: ({ values }) => Object.keys(values).length === 0,
    references: async ([one]) => {
      const { before, values } = one!
      if (model.isTree && typeof values['parentId'] === 'number') await refuseCycle(ctx, model, before!.id, values['parentId'])
      await checkReferences(ctx, model, [values])
    },
    write: (items) => updateRows(ctx, model, items),
    audit: ({ before, values, after }) => ({ ...changesOf(model, before, after), ...passwordsIn(model, values) }),
    after: async ([one]) => half?.after?.edit?.(ctx, one!.after!, one!.before!),
  })
  return present(ctx, model, (item!.after ?? item!.before)!)
}

export const deleteRows = async (ctx: Ctx, model: Model, ids: readonly number[]): Promise<number> => {
  const { half, isRecyclable, isTree } = model
  const items = await change(ctx, model, {
    action: 'del',
    scope: () => holdRows(ctx, model, ids, 'live'),
    reason: (row) => asksReason(model.resource, row),
    before: async (all) => half?.before?.del?.(ctx, rowsOf(all)),
    references: async (all) => {
      if (isTree) await refuseOrphans(ctx, model, idsOf(all))
      await releaseReferences(ctx, model, idsOf(all), isRecyclable ? 'recycled' : 'gone')
    },
    write: (all) => (isRecyclable ? updateRows(ctx, model, all, { deletedAt: NOW }) : removeRows(ctx, model, all)),
    audit: ({ before }) => changesOf(model, before, null),
    after: async (all) => half?.after?.del?.(ctx, rowsOf(all)),
  })
  return items.length
}

export const restoreRows = async (ctx: Ctx, model: Model, ids: readonly number[], options: RestoreOptions = {}): Promise<number> => {
  const { half, isTree } = model
  const below = options.withChildren && isTree ? await withBranch(ctx, model, ids) : ids
  const all = options.withParents && isTree ? await withAncestors(ctx, model, below) : below
  const edited = new Set<Item>()
  const items = await change(ctx, model, {
    action: 'restore',
    scope: () => holdRows(ctx, model, all, 'recycled'),
    reason: (row) => asksReason(model.resource, row),
    validate: (rows) => restoreChanges(ctx, model, rows as AnyRow[], options),
    before: async (some) => {
      for (const item of some) {
        const row = item.before!
        if (Object.keys(item.values).length) edited.add(item)
        if (edited.has(item) && half?.before?.edit) item.values = await half.before.edit(ctx, row, item.values, model)
        if (half?.before?.restore) item.values = { ...item.values, ...(await half.before.restore(ctx, row)) }
      }
    },
    references: (some) => refuseRestoreConflict(ctx, model, some),
    write: (some) => updateRows(ctx, model, some, { deletedAt: null }),
    audit: ({ before, after }) => changesOf(model, before, after),
    after: async (some) => {
      for (const item of some) if (edited.has(item)) await half?.after?.edit?.(ctx, item.after!, item.before!)
      await half?.after?.restore?.(
        ctx,
        some.map(({ after }) => after!),
      )
    },
  })
  return items.length
}

/** Out of the bin for good. The audit trail keeps the last state. `asks`: only if a second person agrees. */
export const purgeRows = async (ctx: Ctx, model: Model, ids: readonly number[], asks = false): Promise<Done> => {
  const items = await change(ctx, model, {
    action: 'delete',
    scope: () => holdRows(ctx, model, ids, 'recycled'),
    reason: (row) => asksReason(model.resource, row),
    second: () => secondFor(model, 'delete', asks),
    before: async (all) => {
      await model.half?.before?.purge?.(ctx, rowsOf(all))
      for (const { half } of ctx.engine.registry.all()) await half?.guardPurge?.(ctx, model, rowsOf(all))
    },
    references: (all) => releaseReferences(ctx, model, idsOf(all), 'gone'),
    write: (all) => removeRows(ctx, model, all),
    audit: ({ before }) => changesOf(model, before, null),
  })
  return doneOf(items)
}

/** Locking explains itself; whoever opens a lock says why. */
export const setLock = async (ctx: Ctx, model: Model, ids: readonly number[], locked: boolean): Promise<Done> => {
  const items = await change(ctx, model, {
    action: locked ? 'lock' : 'unlock',
    scope: () => holdRows(ctx, model, ids, 'live'),
    isKey: true,
    reason: ({ lockedAt }) => !locked && lockedAt !== null,
    second: () => (locked ? undefined : secondFor(model, 'unlock')),
    isIdle: ({ before }) => (before!['lockedAt'] !== null) === locked,
    write: (all) => updateRows(ctx, model, all, { lockedAt: locked ? NOW : null }),
    audit: ({ before, after }) => changesOf(model, before, after),
  })
  return doneOf(items)
}

const doneOf = (items: readonly Item[]): Done => {
  const asked = items.filter((item) => item.isAsked).length
  return { count: items.length - asked, asked }
}
const secondFor = ({ resource }: Model, verb: SecondVerb, asks = false): Second | undefined =>
  asks || resource.second?.includes(verb) ? { action: verb, input: {}, rule: ruleFor(resource, verb) } : undefined
