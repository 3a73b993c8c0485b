import { type KeyboardEvent, type RefObject, useMemo, useRef } from 'react'
import type { RowData } from '../../field/view.ts'
import type { Lines } from '../../grid/lines.ts'
import { useConfig } from '../../state/config.ts'
import { type OwnKeys, useOwnKeys } from '../../state/keys.ts'
import { behind } from '../../languages.ts'
import { go } from '../../navigation/open.ts'
import { useText } from '../../i18n/index.ts'
import { useMay } from '../../state/ability.tsx'
import { useResource } from '../context.ts'
import { useRecordAddress } from '../record-address.ts'

/** In a cell, not in a box that is typed into. */
export const isInGrid = (target: EventTarget): target is HTMLElement =>
  target instanceof HTMLElement && target.closest('[role=grid]') !== null && !target.matches('input:not([type=checkbox]), textarea, select')

/** The column of the cell that has the focus; what stands before and behind the columns has none. */
const fieldIn = (target: HTMLElement, columns: readonly { id: string }[]): string | null => {
  const lead = target.closest('.dg-row')?.querySelector('.dg-check') ? 1 : 0
  return columns[Number(target.closest<HTMLElement>('[data-c]')?.dataset['c']) - lead]?.id ?? null
}

const PLACES: Readonly<Record<string, string>> = { '/': '.quick-search input', f: '.filter-bar button' }

/** A G that nothing follows is forgotten. */
const G_MS = 2000

type Doing = {
  run(action: string, rows: readonly RowData[]): void
  set(rows: readonly RowData[], field: string, value: string): void
  edit(row: RowData): void
  /** Does what the area says about a cell. */
  cell(letter: string, row: RowData, field: string | null): void
}
type Setup = Doing & {
  panel: RefObject<HTMLElement | null>
  lines: Lines<RowData>
  columns: readonly { id: string }[]
  chosen: readonly RowData[]
  isIdle: boolean
}
/** `row` has the focus; `rows` are meant, it or those that were chosen. */
type Deed = { name: string; key: string; act(on: Doing, at: { row: RowData; rows: readonly RowData[]; field: string | null }): void }

/** What the letters of an area do: run an action, set a field, open a tab of the record. */
const useDeeds = (): readonly Deed[] => {
  const { resource, words, half, may } = useResource()
  const mayOf = useMay()
  const t = useText()
  const pageOf = useRecordAddress()
  return useMemo(() => {
    const actions = Object.entries(half.rowActions ?? {}).flatMap(([action, { key }]): Deed[] =>
      key && may(action) && resource.actions[action]
        ? [{ key, name: words.action(action), act: ({ run }, { rows }) => run(action, rows) }]
        : [],
    )
    const fields = Object.entries(may('edit') ? (half.fields ?? {}) : {}).flatMap(([field, { keys = {} }]) =>
      Object.entries(keys).map(([key, value]): Deed => ({
        key,
        name: `${words.field(field)} · ${words.option(field, value)}`,
        act: ({ set }, { rows }) => set(rows, field, value),
      })),
    )
    const tabs = (half.pages?.record?.tabs ?? []).flatMap((tab): Deed[] => {
      if (typeof tab === 'string' || !tab.letter) return []
      const open: Deed['act'] = (_, { row }) => {
        const page = pageOf(row.id)
        if (page) void go(`${page}?tab=${tab.key}`)
      }
      return [{ key: tab.letter, name: tab.title?.[behind(words.lang)] ?? words.section(tab.key), act: open }]
    })
    const cells = Object.entries(half.cellKeys ?? {}).flatMap(
      ([
        key,
        {
          text,
          rule: [name, action],
        },
      ]): Deed[] => (mayOf(name, action) ? [{ key, name: t(text), act: ({ cell }, { row, field }) => cell(key, row, field) }] : []),
    )
    const edit: Deed[] = may('edit') ? [{ key: 'E', name: words.action('edit'), act: (on, { row }) => on.edit(row) }] : []
    // What an area says of a letter stands before what it usually means.
    return [...actions, ...fields, ...tabs, ...cells, ...edit]
  }, [resource, words, half, may, mayOf, pageOf, t])
}

/**
 * Letters that act while a row has the focus, and only then: somebody who dictates or types elsewhere sets nothing off.
 * What is chosen is meant, without a choice the row itself.
 */
export const useLetters = ({ panel, lines, columns, chosen, isIdle, ...on }: Setup): ((event: KeyboardEvent) => void) => {
  const { words } = useResource()
  const deeds = useDeeds()
  const own = useMemo((): OwnKeys => ({ title: words.title, keys: deeds.map(({ name, key }) => ({ name, key })) }), [deeds, words])
  useOwnKeys(own)
  const led = useRef<{ at: number; by: Promise<{ leadTo(letter: string): void }> } | null>(null)
  const isOn = useConfig((s) => s.layout.letters)
  return (event) => {
    if (!isOn) return
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !isInGrid(event.target)) return
    const item = lines.at(Number(event.target.closest<HTMLElement>('[data-r]')?.dataset['r'] ?? -1))
    if (!item) return
    const pressed = event.key.toLowerCase()
    const place = PLACES[pressed]
    const found = deeds.find(({ key }) => key.toLowerCase() === pressed)
    const { current } = led
    led.current = null
    if (current && Date.now() - current.at < G_MS) {
      event.preventDefault()
      void current.by.then(({ leadTo }) => leadTo(pressed))
    } else if (pressed === 'g') {
      event.preventDefault()
      led.current = { at: Date.now(), by: import('./leading.ts') }
    } else if (place !== undefined) {
      event.preventDefault()
      panel.current?.querySelector<HTMLElement>(place)?.focus()
    } else if (found && isIdle) {
      event.preventDefault()
      found.act(on, { row: item.row, rows: chosen.length > 0 ? chosen : [item.row], field: fieldIn(event.target, columns) })
    }
  }
}
