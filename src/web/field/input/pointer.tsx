import { Select } from 'antd'
import { useState } from 'react'
import { isPointer, type Option } from '#kernel'
import { useText } from '../../i18n/index.ts'
import { chosenIn, useLabels, useOptions } from '../use-options.ts'
import { useTypedText } from '../use-typed-text.ts'
import type { InputViewProps, RowData } from '../view.ts'
import { attributes, status } from './attributes.ts'
import { branchOf, treeOrder, wayTo } from '../tree-checks.ts'
import { TreeInput } from './tree.tsx'

type Chosen = { value: string | number; label: string }
type Line = { value: string | number; label: string; depth: number; way: string; disabled: boolean }

const near = (target: HTMLElement) => target.scrollHeight - target.scrollTop - target.clientHeight < 80
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value == null || value === '' ? [] : [value])
const isId = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

/** The record came with the names of what it points to: they need not be asked for. */
const namesIn = (row: RowData | undefined, name: string): Record<string, string> => {
  const names = listOf(row?._labels?.[name])
  return Object.fromEntries(
    listOf(row?.[name]).flatMap((id, at) => {
      const label = names[at]
      return typeof label === 'string' && label !== '' ? [[String(id), label]] : []
    }),
  )
}

const isTree = (options: readonly Option[]): boolean => options.some((o) => 'parentId' in o)

/** In the order of the tree; what a search found says instead where it belongs. */
const linesOf = (found: readonly Option[], all: readonly Option[], searches: boolean, asText: boolean): Line[] => {
  const line = (option: Option, depth: number): Line => ({
    value: asText ? option.label : option.value,
    label: option.label,
    depth,
    way: searches ? wayTo(all, option) : '',
    disabled: option.disabled ?? false,
  })
  if (!isTree(found) || searches) return found.map((option) => line(option, 0))
  return treeOrder(found).map(({ option, depth }) => line(option, depth))
}

const renderLine = ({ data: { label, depth, way } }: { data: Line }) => (
  <span style={{ paddingInlineStart: depth * 20 }}>
    {label}
    {way && <small className="option-way">{way}</small>}
  </span>
)

/** Asks when it is opened, searches on the server, page by page; what was chosen earlier is named even if no page has shown it yet. */
const Picker = (p: InputViewProps & { to: string; many: boolean }) => {
  const t = useText('field')
  const [quick, setQuick] = useState('')
  const [opened, setOpened] = useState(false)
  // As it was when the list was opened: while somebody types a number elsewhere nothing is asked anew.
  const [chosen, setChosen] = useState('')
  const asText = p.field.kind === 'remoteSelect'
  const asked = useTypedText(quick)
  const by = { of: p.words.of, name: p.name, chosen }
  const { options: all } = useOptions(p.to, by, '', opened)
  const { options, hasNextPage, isFetching, isError, fetchNextPage } = useOptions(p.to, by, asked, opened)
  const ids = listOf(p.value).filter(isId)
  const known: Record<string, string> = {
    ...namesIn(p.row, p.name),
    ...Object.fromEntries([...all, ...options].map((o) => [String(o.value), o.label])),
  }
  const labels = useLabels(
    asText ? '' : p.to,
    by,
    ids.filter((id) => !(String(id) in known)),
  )
  const shown = ids.map((id): Chosen => ({ value: id, label: asText ? String(id) : (known[String(id)] ?? labels[String(id)] ?? `#${id}`) }))
  // A record cannot be put below itself.
  const forbidden = new Set(p.name === 'parentId' && p.row ? branchOf(all, p.row.id) : [])
  const pick = (chosen: Chosen | Chosen[] | null | undefined) => {
    const list = Array.isArray(chosen) ? chosen : chosen ? [chosen] : []
    const values = list.map((c) => c.value)
    p.onChange(p.many ? values : (values[0] ?? null))
  }
  return (
    <Select<Chosen | Chosen[] | null, Line>
      {...attributes(p)}
      {...status(p.invalid)}
      className="wide"
      labelInValue
      {...(p.many ? { mode: 'multiple' as const } : {})}
      value={p.many ? shown : (shown[0] ?? null)}
      onChange={pick}
      options={linesOf(options, all, asked !== '', asText).map((line) => ({
        ...line,
        disabled: line.disabled || forbidden.has(Number(line.value)),
      }))}
      optionRender={renderLine}
      showSearch={{ filterOption: false, onSearch: setQuick, searchValue: quick, autoClearSearchValue: !p.many }}
      onOpenChange={(open) => {
        setOpened(opened || open)
        if (open) setChosen(chosenIn(p.values))
        if (!open) setQuick('')
      }}
      onPopupScroll={(event) => {
        if (hasNextPage && !isFetching && near(event.currentTarget)) void fetchNextPage()
      }}
      loading={isFetching}
      // What is listed still belongs to what was typed before.
      data-busy={isFetching || quick.trim() !== asked || undefined}
      allowClear={!p.field.required || p.many}
      placeholder={p.name === 'parentId' && !p.field.required ? t('none') : t('choose')}
      notFoundContent={isError ? t('optionsFailed') : isFetching ? t('loading') : t('noOptions')}
    />
  )
}

/** Several of a tree are checked in it: the first answer, which holds the whole of one, tells whether it is. */
const ManyInput = (p: InputViewProps & { to: string }) => {
  const { options, hasNextPage } = useOptions(p.to, { of: p.words.of, name: p.name }, '')
  return !hasNextPage && options.some((o) => o.parentId != null) ? <TreeInput {...p} options={options} /> : <Picker {...p} many />
}

export default function PointerInput(p: InputViewProps) {
  const to = isPointer(p.field) ? p.field.to : ''
  return p.field.kind === 'refs' ? <ManyInput {...p} to={to} /> : <Picker {...p} to={to} many={false} />
}
