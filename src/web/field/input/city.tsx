import { Cascader } from 'antd'
import { useEffect, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { type Place, placeNames, placesBelow } from '../places.ts'
import type { InputViewProps } from '../view.ts'
import { attributes, status } from './attributes.ts'

type Node = Place & { isLeaf: boolean; children?: Node[] }

const withChildren = (list: Node[], path: readonly string[], children: Node[]): Node[] =>
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
  const [options, setOptions] = useState<Node[]>([])
  const value = Array.isArray(p.value) ? p.value.map(String) : []
  const load = async (path: readonly string[]) => {
    const places = await placesBelow(path).catch(() => null)
    const children = places?.map((place): Node => ({ ...place, isLeaf: path.length + 1 >= levels }))
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
  // Names of what is stored; without them the box would show codes until it is opened.
  const [stored, setStored] = useState<{ key: string; names: readonly string[] } | null>(null)
  const key = value.join()
  useEffect(() => {
    let wanted = key !== ''
    if (wanted)
      placeNames(key.split(',')).then(
        (names) => wanted && setStored({ key, names }),
        () => {},
      )
    return () => void (wanted = false)
  }, [key])
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
      displayRender={(shown) => (stored?.key === key ? stored.names : shown).join(' / ')}
      placeholder={t('city.placeholder')}
      allowClear={!p.field.required}
      changeOnSelect={false}
    />
  )
}
