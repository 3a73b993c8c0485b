import { useMemo } from 'react'
import { applies, columnsOf, type Field, isChoice, labelOf, type Resource } from '#kernel'
import { cellOf } from '../../field/cells.tsx'
import { Marked } from '../../field/cell/marked.tsx'
import { InlineEdit } from '../../field/inline-edit.ts'
import { Dash } from '../../field/cell/dash.tsx'
import { DigitsCell } from '../../field/cell/text.tsx'
import type { RowData } from '../../field/view.ts'
import type { CellProps, GridColumn } from '../../grid/column.ts'
import { type ColumnMemory, inOrder, isVisible } from '../../grid/memory.ts'
import { useText } from '../../i18n/index.ts'
import type { Lang } from '../../state/config.ts'
import { type ResourceContext, useResource } from '../context.ts'
import { useRecordAddress } from '../record-address.ts'
import { CountCell } from './count-cell.tsx'
import { LabelLink } from './label-link.tsx'

/** Columns a list can show: those of the definition first, then what else is stored, off until asked for. */
export type ColumnChoice = { id: string; field: Field; byDefault: boolean }
const COUNTED: Field = { kind: 'integer', readonly: true }
const never: ReadonlySet<string> = new Set(['parentId'])

export const columnChoices = (resource: Resource, lang: Lang): ColumnChoice[] => {
  const all = columnsOf(resource)
  const listed = resource.list.columns.map((id) => (id === resource.label ? labelOf(resource, lang) : id))
  const own = [...new Set(listed)].flatMap((id) => {
    const field = all[id] ?? (resource.counts?.[id] && COUNTED)
    return field ? [{ id, field, byDefault: true }] : []
  })
  const further = Object.entries(all).flatMap(([id, field]) =>
    own.some((c) => c.id === id) || field.kind === 'password' || never.has(id) ? [] : [{ id, field, byDefault: false }],
  )
  return [...own, ...further]
}

/** What shows and hides other fields (all rights: no list of rules) belongs into the form: a slip of the mouse must not decide it. */
const isDecisive = (id: string, resource: Resource): boolean => Object.values(resource.fields).some((f) => f.when && id in f.when)

/** Room for the whole title, a sort arrow and the padding: a Chinese character is about twice as wide as a Latin one. */
const titleWidth = (title: string): number => [...title].reduce((sum, c) => sum + (c.charCodeAt(0) > 0x2e7f ? 13.5 : 7.2), 40)

/** The mark before the word of a tag. */
const DOT = 16
/** A tag that is cut off says nothing: the column has room for the longest of its options. */
const optionWidth = (id: string, field: Field, words: ResourceContext['words']): number =>
  isChoice(field) ? Math.min(240, DOT + Math.max(0, ...field.options.map((value) => titleWidth(words.option(id, value))))) : 0

type PageOf = ReturnType<typeof useRecordAddress>
const gridColumn = (
  { id, field }: ColumnChoice,
  { resource, half, words }: ResourceContext,
  pageOf: PageOf | null,
  mark: (kind: string) => string,
): GridColumn<RowData> => {
  const look = cellOf(field)
  const own = half.fields?.[id]
  const count = resource.counts?.[id]
  const View = own?.Cell ?? (id === 'id' ? DigitsCell : count ? CountCell : look.Cell)
  // Of a folder of the menu it means nothing whether its page is kept alive: no switch there.
  const bare = ({ row, active }: CellProps<RowData>) =>
    applies(field, row) ? <View name={id} field={field} value={row[id]} row={row} words={words} active={active} /> : <Dash />
  const Plain = (props: CellProps<RowData>) => {
    const kinds = props.row._marks?.[id]
    return kinds ? (
      <Marked kinds={kinds} words={kinds.map(mark)}>
        {bare(props)}
      </Marked>
    ) : (
      bare(props)
    )
  }
  const Linked = (props: CellProps<RowData>) => (
    <LabelLink to={pageOf?.(props.row.id) ?? null} active={props.active}>
      <Plain {...props} />
    </LabelLink>
  )
  const Shown = pageOf?.(1) && id === labelOf(resource, words.lang) ? Linked : Plain
  const Fixed = (props: CellProps<RowData>) => (
    <InlineEdit value={null}>
      <Shown {...props} />
    </InlineEdit>
  )
  return {
    id,
    title: words.field(id),
    width:
      own?.width ??
      (id === 'id' ? 80 : Math.max(half.widths?.[id] ?? look.width, titleWidth(words.field(id)), optionWidth(id, field, words))),
    grow: look.grow ?? false,
    align: id === 'id' ? 'start' : (look.align ?? 'start'),
    heavy: look.heavy ?? false,
    text: (look.text ?? false) && !own?.Cell && !count,
    stateless: (look.stateless ?? false) && !own?.Cell && !count,
    sortable: (look.sortable ?? true) && !count,
    Cell: isDecisive(id, resource) ? Fixed : Shown,
  }
}

/** In the order that the person gave them. */
export const arrangedChoices = (resource: Resource, lang: Lang, memory: Pick<ColumnMemory, 'order' | 'pinned'>): ColumnChoice[] => {
  const choices = columnChoices(resource, lang)
  const ids = inOrder(
    choices.map((c) => c.id),
    memory,
  )
  return ids.flatMap((id) => choices.filter((c) => c.id === id))
}

export const useColumns = ({ hidden, shown, order, pinned }: ColumnMemory, bin: boolean): GridColumn<RowData>[] => {
  const context = useResource()
  const address = useRecordAddress()
  const t = useText('field')
  const pageOf = bin ? null : address
  return useMemo(() => {
    const choices = arrangedChoices(context.resource, context.words.lang, { order, pinned })
    const visible = choices.filter((c) => isVisible({ hidden, shown }, c.id, c.byDefault) || (bin && c.id === 'deletedAt'))
    return (visible.length ? visible : choices.slice(0, 1)).map((c) => gridColumn(c, context, pageOf, (kind) => t(`mark.${kind}`)))
  }, [context, hidden, shown, order, pinned, bin, pageOf, t])
}
