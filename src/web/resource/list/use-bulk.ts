import { MOST_IN_BULK, mayAskSecond, moveRule, openMoves, settableOf } from '#kernel'
import { askBulk, type BulkAct, countWhole } from '../../api/resource.ts'
import { useText } from '../../i18n/index.ts'
import { go } from '../../navigation/open.ts'
import { listAddress, useMenu } from '../../state/menu.ts'
import { toast } from '../../state/toast.ts'
import type { Explained, Question } from '../../ui/confirm.tsx'
import { formatNumber } from '../../ui/format.ts'
import { type ListState, listParams } from '../address.ts'
import { useResource } from '../context.ts'

/** `act`: null where a form asks for more first; `action`: that of the area whose form it is, else that of a value to be set. */
export type BulkVerb = { key: string; label: string; danger?: true; act: BulkAct | null; action?: string }

/** What can be done to all that a list holds, whether they are on screen or not: as a task, with the number that was agreed to. */
export const useBulk = (
  state: ListState,
  total: number,
  ask: (question: Question) => Promise<boolean>,
  askWhy: (question: Explained) => Promise<string | null>,
) => {
  const t = useText('list')
  const { resource, words, may, half } = useResource()
  const tasks = useMenu((s) => listAddress(s.nodes, 'task'))
  const moves = openMoves(resource).flatMap((to) => {
    const move = resource.moves?.[to]
    if (!move || !may(moveRule(resource, to)) || mayAskSecond(move)) return []
    return [{ key: to, label: words.move(to, move.from[0] ?? ''), act: { verb: 'move' as const, to } }]
  })
  const own = Object.entries(resource.actions).flatMap(([action, { bulk, hidden, danger, input }]): BulkVerb[] => {
    if (!bulk || hidden || !may(action) || half.dialogs?.[action]?.Dialog) return []
    const act = input ? null : { verb: 'act' as const, action, input: {} }
    return [{ key: action, label: words.action(action), ...(danger ? { danger } : {}), act, action }]
  })
  const live: BulkVerb[] = [
    ...(may('edit') && Object.keys(settableOf(resource)).length > 0 ? [{ key: 'set', label: t('set.start'), act: null }] : []),
    ...own,
    ...moves,
    ...(may('del') ? [{ key: 'del', label: t('delete.yes'), danger: true as const, act: { verb: 'del' as const } }] : []),
  ]
  const recycled: BulkVerb[] = may('restore') ? [{ key: 'restore', label: t('bin.restore'), act: { verb: 'restore' } }] : []
  const asked = () => {
    const { page: _page, limit: _limit, order: _order, ...params } = listParams(state, resource)
    return params
  }
  /** Throws what the server refuses. */
  const send = async (act: BulkAct, reason: string | undefined): Promise<void> => {
    const task = await askBulk(resource.name, act, asked(), total, reason)
    toast.success(t('bulk.asked'), tasks === null ? {} : { action: { label: t('export.follow'), run: () => void go(`${tasks}/${task}`) } })
  }
  return {
    verbs: state.bin ? recycled : live,
    send,
    /** All of them, counted to the end; null where they are too many, or the server does not say. */
    count: async (): Promise<number | null> => {
      try {
        const { total: all, capped } = await countWhole(resource.name, state.bin ? 'recycle' : 'index', asked())
        if (!capped) return all
        toast.warning(t('bulk.tooMany', { most: formatNumber(MOST_IN_BULK, words.lang) }))
      } catch (error) {
        toast.error(error instanceof Error ? error.message : String(error))
      }
      return null
    },
    /** Answers whether it was asked for. */
    run: async ({ label, danger, act }: BulkVerb): Promise<boolean> => {
      if (!act) return false
      const question = {
        title: t('action.ask', { action: label, count: total }),
        note: t('bulk.note'),
        yes: label,
        no: t('action.cancel'),
        danger: danger ?? false,
      }
      const explains = resource.reason !== undefined
      const reason = explains ? await askWhy({ ...question, why: t('why'), typed: '' }) : (await ask(question)) ? '' : null
      if (reason === null) return false
      try {
        await send(act, reason || undefined)
        return true
      } catch (error) {
        toast.error(error instanceof Error ? error.message : String(error))
        return false
      }
    },
  }
}
