import { Cascader } from 'antd'
import { useState } from 'react'
import { request } from '../../api/request.ts'
import { useText } from '../../i18n/index.ts'
import type { InputViewProps } from '../view.ts'
import { attributes, status } from './attributes.ts'

type Place = { value: string; label: string; isLeaf: boolean; children?: Place[] }
const known = new Map<string, Promise<Place[]>>()

/** Every level is fetched once per page load; a failed one is asked for again. */
const places = (path: readonly string[], levels: number): Promise<Place[]> => {
  const [province = '', city = ''] = path
  const key = `${levels}/${province}/${city}`
  let promise = known.get(key)
  if (!promise) {
    promise = request<{ value: string | number; label: string }[]>({
      url: '/admin/ajax/area',
      params: { province: province || undefined, city: city || undefined },
      cancelDuplicate: false,
    }).then(({ data }) => data.map((o) => ({ value: String(o.value), label: o.label, isLeaf: path.length + 1 >= levels })))
    promise.catch(() => known.delete(key))
    known.set(key, promise)
  }
  return promise
}

const withChildren = (list: Place[], path: readonly string[], children: Place[]): Place[] =>
  list.map((o) =>
    o.value !== path[0]
      ? o
      : path.length === 1
        ? { ...o, children }
        : { ...o, children: withChildren(o.children ?? [], path.slice(1), children) },
  )

export default function CityInput(p: InputViewProps) {
  const t = useText('field')
  const levels = p.field.level ?? 3
  const [options, setOptions] = useState<Place[]>([])
  const value = Array.isArray(p.value) ? p.value.map(String) : []
  const labels = p.row?._labels?.[p.name]
  const load = async (path: readonly string[]) => {
    const children = await places(path, levels).catch(() => null)
    if (children)
      setOptions((old) =>
        path.length === 0 ? children.map((c) => old.find((o) => o.value === c.value) ?? c) : withChildren(old, path, children),
      )
  }
  const open = async () => {
    await load([])
    // A stored place is opened down to its last level, one after the other: each needs its parent.
    for (let depth = 1; depth < value.length; depth++) await load(value.slice(0, depth))
  }
  return (
    <Cascader
      {...attributes(p)}
      {...status(p.invalid)}
      className="wide"
      options={options}
      value={value}
      onChange={(v) => p.onChange(v ? v.map(String) : null)}
      loadData={(chosen) => void load(chosen.map((o) => String(o.value)))}
      onOpenChange={(now) => now && void open()}
      displayRender={(shown) => {
        const stored = Array.isArray(labels) && JSON.stringify(p.row?.[p.name]) === JSON.stringify(p.value)
        return (stored && options.length === 0 ? labels : shown).join(' / ')
      }}
      placeholder={t('city.placeholder')}
      allowClear={!p.field.required}
      changeOnSelect={false}
    />
  )
}
