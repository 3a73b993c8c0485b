import { useRef, useState } from 'react'
import { asksOf, asksReason, hasTrait } from '#kernel'
import { uuid } from '../../api/uuid.ts'
import { toast } from '../../state/toast.ts'
import type { RowData } from '../../field/view.ts'
import { type Move, reordered } from '../../grid/reorder.ts'
import { useText } from '../../i18n/index.ts'
import { type Asked, deleteRows, lockRows, moveRecord, moveRow, purgeRows, restoreRows, runAction, saveField } from '../../api/resource.ts'
import { navigateTo } from '../../api/navigator.ts'
import { ApiError } from '../../api/request.ts'
import type { Explained, Question } from '../../ui/confirm.tsx'
import { useResource } from '../context.ts'
import type { useList } from './use-list.ts'

type Lists = Pick<ReturnType<typeof useList>, 'patch' | 'reload'>
type Setup = {
  lists: Lists
  ask(question: Question): Promise<boolean>
  askWhy(question: Explained): Promise<string | null>
  deselect(ids: readonly number[]): void
}
/** Not agreed to, or agreed to, with the reason where one is asked for. */
type Agreed = { reason?: string } | null

/** What can be done to rows from the list. A refusal has been shown by the request already; here things only go back. */
export const useRowCommands = ({ lists, ask, askWhy, deselect }: Setup) => {
  const t = useText('list')
  const { resource, words, may } = useResource()
  const [busy, setBusy] = useState(false)

  const line = useRef<Promise<void>>(Promise.resolve())
  const written = useRef(new Map<number, number>())
  // What was typed stays until it was of use.
  const typed = useRef('')
  const agree = async (question: Question, explains: boolean): Promise<Agreed> => {
    if (!explains) return (await ask(question)) ? {} : null
    const reason = await askWhy({ ...question, why: t('why'), typed: typed.current })
    typed.current = reason ?? typed.current
    return reason === null ? null : { reason }
  }
  const asks = (ids: readonly number[], rows: readonly RowData[]): boolean =>
    resource.reason !== undefined && (rows.length < ids.length || rows.some((row) => asksReason(resource, row)))
  const done = ({ data }: { data: Asked | null }) => toast.success(t(data?.asked ? 'second.asked' : data?.begun ? 'begun' : 'done'))

  /** What lies in the bin can be taken out of it at once. */
  const told = (msg: string, ids: readonly number[], reason: string | undefined): void => {
    const undo = async (): Promise<void> => {
      try {
        await restoreRows(resource.name, ids, { withChildren: hasTrait(resource, 'tree') }, reason)
      } catch (error) {
        toast.error(error instanceof Error ? error.message : String(error))
      }
      await lists.reload()
    }
    const canUndo = hasTrait(resource, 'recyclable') && may('restore')
    toast.success(msg || t('operationSuccessful'), canUndo ? { action: { label: t('undo'), run: () => void undo() } } : {})
  }

  const tell = (error: ApiError) => {
    const { blockers } = (error.data ?? {}) as { blockers?: readonly { text: string; address?: string }[] }
    if (!blockers) return toast.error(error.msg, { requestId: error.requestId })
    const list = blockers.map(({ text, address }) => ({ text, go: address === undefined ? undefined : () => navigateTo(address) }))
    void ask({ title: t('blocked'), list, yes: t('action.close') })
  }

  const run = async (ids: readonly number[], call: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    try {
      await call()
      typed.current = ''
      deselect(ids)
      return true
    } catch {
      // Part of it may have happened (somebody else deleted a row first): the list below tells the truth.
      return false
    } finally {
      setBusy(false)
      await lists.reload()
    }
  }
  return {
    busy,
    /** Answers whether they are gone. */
    remove: async (ids: readonly number[], names: string, rows: readonly RowData[]): Promise<boolean> => {
      const note = t(hasTrait(resource, 'recyclable') ? 'delete.toBin' : 'delete.forGood')
      const question = { title: t('delete.ask'), detail: names, note, yes: t('delete.yes'), no: t('delete.no'), danger: true }
      const agreed = await agree(question, asks(ids, rows))
      return (
        agreed !== null &&
        run(ids, () => deleteRows(resource.name, ids, agreed.reason, false).then(({ msg }) => told(msg, ids, agreed.reason)))
      )
    },
    purge: async (ids: readonly number[], names: string, rows: readonly RowData[]) => {
      const second = resource.second?.includes('delete') ?? false
      const question = { title: t('purge.ask'), detail: names, yes: t('purge.yes'), no: t('delete.no'), danger: true }
      const agreed = await agree(second ? { ...question, note: t('second.note') } : question, second || asks(ids, rows))
      if (agreed) await run(ids, () => purgeRows(resource.name, ids, agreed.reason).then(done))
    },
    saveField: async (row: RowData, field: string, value: unknown) => {
      const title = t('action.ask', { action: words.field(field), count: 1 })
      const question = { title, yes: words.action('edit'), no: t('action.cancel') }
      const agreed = asksReason(resource, row) ? await agree(question, true) : {}
      if (!agreed) return
      const put = (v: unknown) => lists.patch((rows) => rows.map((r) => (r.id === row.id ? { ...r, [field]: v } : r)))
      put(value)
      // One after the other: the second of two quick clicks builds on what the first has written, not on what the list showed before.
      const save = async () => {
        const version = written.current.get(row.id) ?? row.version
        const { data } = await saveField(resource.name, { id: row.id, version }, field, value, agreed.reason)
        if (data?.row?.version) written.current.set(row.id, data.row.version)
      }
      const saved = line.current.then(save).catch((error: unknown) => {
        put(row[field])
        throw error
      })
      line.current = saved.catch(() => {})
      await run([], () => saved)
      written.current.delete(row.id)
    },
    /** Why records come back, where that must be said; null when they do not. */
    explain: (rows: readonly RowData[], title: string, names: string): Promise<Agreed> =>
      asks([], rows) ? agree({ title, detail: names, yes: t('bin.restore'), no: t('action.cancel') }, true) : Promise.resolve({}),
    lock: async (row: RowData, locked: boolean, name: string) => {
      const verb = words.action(locked ? 'lock' : 'unlock')
      const second = !locked && (resource.second?.includes('unlock') ?? false)
      const question = { title: t('action.ask', { action: verb, count: 1 }), detail: name, yes: verb, no: t('action.cancel') }
      const agreed = await agree(second ? { ...question, note: t('second.note') } : question, !locked)
      if (agreed) await run([row.id], () => lockRows(resource.name, locked, [row.id], agreed.reason).then(done))
    },
    /** One step along the states. What stands in the way is listed. */
    step: async (row: RowData, to: string, name: string) => {
      const { reason, second } = asksOf(resource.moves?.[to] ?? {}, row['state'])
      const verb = words.move(to, String(row['state']))
      const question = { title: t('action.ask', { action: verb, count: 1 }), detail: name, yes: verb, no: t('action.cancel') }
      const agreed = await agree(second ? { ...question, note: t('second.note') } : question, reason || second)
      if (!agreed) return
      await run([row.id], () =>
        moveRecord(resource.name, row, to, agreed.reason)
          .then(done)
          .catch((error: unknown) => {
            if (error instanceof ApiError) tell(error)
            throw error
          }),
      )
    },
    move: async (move: Move) => {
      lists.patch((rows) => reordered(rows, move))
      await moveRow(resource.name, move).catch(() => {})
      await lists.reload()
    },
    /** An action without input: asked about if it wants to be, then run. */
    act: async (action: string, rows: readonly RowData[], names: string) => {
      const spec = resource.actions[action]
      const name = words.action(action)
      const title = rows.length ? t('action.ask', { action: name, count: rows.length }) : t('action.askList', { action: name })
      if (spec?.confirm && !(await ask({ title, detail: names, yes: name, no: t('action.cancel'), danger: spec.danger ?? false }))) return
      const ids = rows.map((r) => r.id)
      await run(ids, () => runAction(resource.name, action, ids, {}, uuid()))
    },
    beyond: () => toast.warning(t('grid.beyond'), { duration: 3000 }),
  }
}
