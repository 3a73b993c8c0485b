import { type DragEvent, type KeyboardEvent, useState } from 'react'
import more from 'virtual:icon/ellipsis'
import { moveRule, movesFrom } from '#kernel'
import { useResource, useText } from '#web'
import { Tag } from '#web/field/cell/tag.tsx'
import { Due } from '#web/field/cell/due.tsx'
import { toneOf } from '#web/field/tone.ts'
import type { RowData } from '#web/field/view.ts'
import { followInside } from '#web/resource/list/label-link.tsx'
import { stepEntries } from '#web/resource/list/row-actions.tsx'
import { useRowCommands } from '#web/resource/list/use-row-commands.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { useReload, useTodos } from './use-todos.ts'

const COLUMNS = ['waiting', 'inProgress', 'returned', 'submitted', 'done'] as const
const SHOWN = 50

const label = ({ _labels }: RowData, field: string): string => {
  const word = _labels?.[field]
  return typeof word === 'string' ? word : ''
}

type Step = (row: RowData, to: string) => void
const Card = ({ row, step, onDrag }: { row: RowData; step: Step; onDrag(row: RowData | null): void }) => {
  const t = useText('todo')
  const context = useResource()
  const { resource, words, nameOf, may } = context
  const name = nameOf(row)
  const entries = stepEntries(context, row, { step, lock: () => {} })
  const address = `/admin/todo/${row.id}`
  const due = typeof row['due'] === 'string' ? row['due'] : null
  /** Shift and an arrow: to the nearest column on that side that it may go to. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    const at = COLUMNS.findIndex((state) => state === row['state'])
    const side = event.key === 'ArrowRight' ? COLUMNS.slice(at + 1) : COLUMNS.slice(0, at).toReversed()
    const to = side.find((state) => movesFrom(resource, row['state']).includes(state) && may(moveRule(resource, state)))
    event.preventDefault()
    if (to) step(row, to)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is a second way; its menu is the first
    <li
      className="todo-card"
      onKeyDown={onKeyDown}
      draggable={entries.length > 0}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', String(row.id))
        onDrag(row)
      }}
      onDragEnd={() => onDrag(null)}
    >
      <div className="todo-card-head">
        <a href={address} aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight" onClick={(event) => followInside(event, address)}>
          {name}
        </a>
        {entries.length > 0 && (
          <Menu
            label={t('moveOf', { name })}
            entries={entries}
            renderTrigger={(props) => <Button {...props} look="quiet" icon={more} aria-label={t('moveOf', { name })} />}
          />
        )}
      </div>
      <p className="todo-card-facts">
        <Tag tone="plain">{words.option('kind', String(row['kind']))}</Tag>
        {row['urgency'] === 'high' && <Tag tone="failed">{words.option('urgency', 'high')}</Tag>}
        {due && <Due value={due} isOver={row['state'] === 'done'} />}
      </p>
      <p className="todo-card-who">
        {[label(row, 'assignee') || label(row, 'department'), label(row, 'study')].filter(Boolean).join(' · ')}
      </p>
    </li>
  )
}

const Column = ({
  state,
  dragged,
  step,
  onDrag,
}: {
  state: string
  dragged: RowData | null
  step: Step
  onDrag(row: RowData | null): void
}) => {
  const t = useText('todo')
  const { resource, words, may } = useResource()
  const { data, error, refetch } = useTodos([{ field: 'state', operator: '=', val: state }], SHOWN)
  const takes = dragged !== null && movesFrom(resource, dragged['state']).includes(state) && may(moveRule(resource, state))
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    if (dragged && takes) step(dragged, state)
    onDrag(null)
  }
  const list = `/admin/todo?filter=state:IN:${state}`
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- where a card may be dropped
    <section
      className="todo-column"
      aria-label={words.option('state', state)}
      data-takes={takes || undefined}
      onDragOver={(event) => takes && event.preventDefault()}
      onDrop={onDrop}
    >
      <h2>
        <Tag tone={toneOf(state)}>{words.option('state', state)}</Tag> <small>{data?.total ?? ''}</small>
      </h2>
      {!data && (error ? <Failure error={error} retry={() => void refetch()} /> : <Skeleton rows={3} />)}
      {data && data.list.length === 0 && <p className="todo-none">{t('emptyColumn')}</p>}
      {data && data.list.length > 0 && (
        <ul>
          {data.list.map((row) => (
            <Card key={row.id} row={row} step={step} onDrag={onDrag} />
          ))}
        </ul>
      )}
      {data && data.total > data.list.length && (
        <a href={list} onClick={(event) => followInside(event, list)}>
          {t('more', { count: data.total - data.list.length })}
        </a>
      )}
    </section>
  )
}

/** Arrows go from card to card: up and down in a column, left and right to the next column that has one. */
const walk = (event: KeyboardEvent): void => {
  const link = event.target instanceof Element ? event.target.closest('.todo-card-head > a') : null
  const column = link?.closest('.todo-column')
  if (!link || !column || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return
  const linksOf = (one: Element) => [...one.querySelectorAll<HTMLElement>('.todo-card-head > a')]
  const own = linksOf(column)
  const at = own.findIndex((one) => one === link)
  const columns = [...(column.parentElement?.querySelectorAll('.todo-column') ?? [])]
  const beside = columns.indexOf(column)
  const across = (side: readonly Element[]) => side.map(linksOf).find((links) => links.length > 0)
  const over = (links: readonly HTMLElement[] | undefined) => links?.[Math.min(at, links.length - 1)]
  const next =
    event.key === 'ArrowDown'
      ? own[at + 1]
      : event.key === 'ArrowUp'
        ? own[at - 1]
        : event.key === 'ArrowRight'
          ? over(across(columns.slice(beside + 1)))
          : event.key === 'ArrowLeft'
            ? over(across(columns.slice(0, beside).toReversed()))
            : undefined
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** A column for each state. A card is dragged to the next, or taken there from its menu or by the keyboard. */
export const Board = () => {
  const t = useText('todo')
  const { nameOf } = useResource()
  const reload = useReload()
  const { ask, askWhy, dialog } = useConfirm()
  const commands = useRowCommands({ lists: { patch: () => [], reload: async () => reload() }, ask, askWhy, deselect: () => {} })
  const [dragged, setDragged] = useState<RowData | null>(null)
  const step: Step = (row, to) => void commands.step(row, to, nameOf(row))
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its cards are links: arrows go from one to the next
    <div className="todo-board" onKeyDown={walk}>
      {COLUMNS.map((state) => (
        <Column key={state} state={state} dragged={dragged} step={step} onDrag={setDragged} />
      ))}
      <p className="todo-hint">{t('boardKeys')}</p>
      {dialog}
    </div>
  )
}
