import { useState } from 'react'
import { hasTrait } from '#kernel'
import { uuid } from '../../api/uuid.ts'
import { toast } from '../../state/toast.ts'
import type { RowData } from '../../field/view.ts'
import { type Move, reordered } from '../../grid/reorder.ts'
import { useText } from '../../i18n/index.ts'
import { deleteRows, moveRow, purgeRows, runAction, saveField } from '../../api/resource.ts'
import type { Question } from '../../ui/confirm.tsx'
import { useResource } from '../context.ts'
import type { useList } from './use-list.ts'

type Lists = Pick<ReturnType<typeof useList>, 'patch' | 'reload'>
type Setup = { lists: Lists; ask(question: Question): Promise<boolean>; deselect(ids: readonly number[]): void }

/** What can be done to rows from the list. A refusal has been shown by the request already; here things only go back. */
export const useRowCommands = ({ lists, ask, deselect }: Setup) => {
  const t = useText('list')
  const { resource, words } = useResource()
  const [busy, setBusy] = useState(false)

  const run = async (ids: readonly number[], call: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    try {
      await call()
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
    remove: async (ids: readonly number[], names: string): Promise<boolean> => {
      const note = t(hasTrait(resource, 'recyclable') ? 'delete.toBin' : 'delete.forGood')
      const sure = await ask({ title: t('delete.ask'), detail: names, note, yes: t('delete.yes'), no: t('delete.no'), danger: true })
      return sure && run(ids, () => deleteRows(resource.name, ids))
    },
    purge: async (ids: readonly number[], names: string) => {
      if (await ask({ title: t('purge.ask'), detail: names, yes: t('purge.yes'), no: t('delete.no'), danger: true }))
        await run(ids, () => purgeRows(resource.name, ids))
    },
    saveField: async (row: RowData, field: string, value: unknown) => {
      const put = (v: unknown) => lists.patch((rows) => rows.map((r) => (r.id === row.id ? { ...r, [field]: v } : r)))
      put(value)
      await saveField(resource.name, row.id, field, value).catch(() => put(row[field]))
      await lists.reload()
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
