import { useEffect, useState } from 'react'

export type Placed = { row: number; slot: string }

/** While rows scroll, elements keep their places in the document; new ones come last. */
export const inPlaces = (placed: readonly Placed[], places: readonly string[]): Placed[] => {
  const rank = new Map(places.map((slot, i) => [slot, i]))
  const of = ({ slot }: Placed): number => rank.get(slot) ?? places.length
  return placed.toSorted((a, b) => of(a) - of(b) || a.row - b.row)
}

const REST_MS = 150

/**
 * The order of rows in the document. Elements that change places cost as much as new ones, so they do it when scrolling has come to
 * rest: then whoever has the page read aloud hears the rows one after the other.
 */
export const useOrder = (placed: readonly Placed[]): Placed[] => {
  const [places, setPlaces] = useState<readonly string[]>([])
  const wanted = placed
    .toSorted((a, b) => a.row - b.row)
    .map(({ slot }) => slot)
    .join(' ')
  useEffect(() => {
    const timer = setTimeout(() => setPlaces(wanted.split(' ')), REST_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  return inPlaces(placed, places)
}
