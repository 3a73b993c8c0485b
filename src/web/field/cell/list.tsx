import { useEffect, useState } from 'react'
import type { Pair } from '#kernel'
import { placeNames } from '../places.ts'
import type { CellViewProps } from '../view.ts'
import { Dash } from './dash.tsx'
import { Tags } from './tags.tsx'

export const PairsCell = ({ value }: CellViewProps) => {
  if (!Array.isArray(value) || value.length === 0) return <Dash />
  const pairs = value as Pair[]
  return <Tags texts={pairs.map((p) => `${p.key}=${p.value}`)} />
}

/** Codes of province, city, district. Their names come with the row, or are looked up. */
export const CityCell = ({ name, value, row }: CellViewProps) => {
  const labels = row._labels?.[name]
  const codes = Array.isArray(value) ? value.map(String) : []
  const [names, setNames] = useState<readonly string[] | null>(Array.isArray(labels) ? labels : null)
  const key = codes.join()
  useEffect(() => {
    if (Array.isArray(labels) || key === '') return
    let wanted = true
    placeNames(key.split(',')).then(
      (found) => wanted && setNames(found),
      () => {},
    )
    return () => void (wanted = false)
  }, [key, labels])
  if (codes.length === 0) return <Dash />
  return <span className="cell-text">{(names ?? codes).join(' / ')}</span>
}
