import { Select } from 'antd'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { isPointer, type Option } from '#kernel'
import { useText } from '../../i18n/index.ts'
import { useAllOptions, useLabels, useOptions } from '../use-options.ts'
import type { InputViewProps } from '../view.ts'
import { attributes, status } from './attributes.ts'
import { branchOf, treeOrder } from '../tree-checks.ts'
import { TreeInput } from './tree.tsx'

type Chosen = { value: string | number; label: string }

const near = (target: HTMLElement) => target.scrollHeight - target.scrollTop - target.clientHeight < 80

/** Searches on the server, page by page; what was chosen earlier is named even if no page has shown it yet. */
const Picker = (p: InputViewProps & { to: string; many: boolean }) => {
  const t = useText('field')
  const [quick, setQuick] = useState('')
  const [opened, setOpened] = useState(false)
  const asText = p.field.kind === 'remoteSelect'
  const { options, hasNextPage, isFetching, isError, fetchNextPage } = useOptions(p.to, useDeferredValue(quick), opened)
  const ids = (Array.isArray(p.value) ? p.value : p.value == null || p.value === '' ? [] : [p.value]) as (string | number)[]
  const known = Object.fromEntries(options.map((o) => [String(o.value), o.label]))
  const labels = useLabels(
    asText ? '' : p.to,
    ids.filter((id) => !(String(id) in known)),
  )
  const shown = ids.map((id): Chosen => ({ value: id, label: asText ? String(id) : (known[String(id)] ?? labels[String(id)] ?? `#${id}`) }))
  const pick = (chosen: Chosen | Chosen[] | null | undefined) => {
    const list = Array.isArray(chosen) ? chosen : chosen ? [chosen] : []
    const values = list.map((c) => c.value)
    p.onChange(p.many ? values : (values[0] ?? null))
  }
  return (
    <Select<Chosen | Chosen[] | null>
      {...attributes(p)}
      {...status(p.invalid)}
      className="wide"
      labelInValue
      {...(p.many ? { mode: 'multiple' as const } : {})}
      value={p.many ? shown : (shown[0] ?? null)}
      onChange={pick}
      options={options.map((o) => ({ value: asText ? o.label : o.value, label: o.label, disabled: o.disabled ?? false }))}
      showSearch={{ filterOption: false, onSearch: setQuick, searchValue: quick, autoClearSearchValue: !p.many }}
      onOpenChange={(open) => {
        setOpened(opened || open)
        if (!open) setQuick('')
      }}
      onPopupScroll={(event) => {
        if (hasNextPage && !isFetching && near(event.currentTarget)) void fetchNextPage()
      }}
      loading={isFetching}
      allowClear={!p.field.required || p.many}
      placeholder={t('choose')}
      notFoundContent={isError ? t('optionsFailed') : isFetching ? t('loading') : t('noOptions')}
    />
  )
}

const indented = (option: { label?: ReactNode; data: { depth?: number } }) => (
  <span style={{ paddingInlineStart: (option.data.depth ?? 0) * 20 }}>{option.label}</span>
)

/** One node of a tree, as an indented list; a record cannot be put below itself. */
const TreePicker = (p: InputViewProps & { options: readonly Option[]; to: string }) => {
  const t = useText('field')
  const forbidden = new Set(p.name === 'parentId' && p.row ? branchOf(p.options, p.row.id) : [])
  const lines = treeOrder(p.options)
  return (
    <Select
      {...attributes(p)}
      {...status(p.invalid)}
      className="wide"
      value={typeof p.value === 'number' ? p.value : null}
      onChange={(v: number | undefined) => p.onChange(v ?? null)}
      options={lines.map(({ option, depth }) => ({
        value: option.value as number,
        label: option.label,
        depth,
        disabled: (option.disabled ?? false) || forbidden.has(Number(option.value)),
      }))}
      optionRender={indented}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear={!p.field.required}
      placeholder={p.field.required ? t('choose') : t('none')}
      notFoundContent={t('noOptions')}
    />
  )
}

/** The first answer tells whether the target is a tree: its options carry a parent. */
export default function PointerInput(p: InputViewProps) {
  const to = isPointer(p.field) ? p.field.to : ''
  const many = p.field.kind === 'refs'
  const all = useAllOptions(to, p.field.kind !== 'remoteSelect')
  const options = all.data?.options ?? []
  const isTree = options.some((o) => 'parentId' in o) && !all.data?.capped && options.length === all.data?.total
  if (isTree && many && options.some((o) => o.parentId != null)) return <TreeInput {...p} options={options} />
  if (isTree && !many) return <TreePicker {...p} options={options} to={to} />
  return <Picker {...p} to={to} many={many} />
}
