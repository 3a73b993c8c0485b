import { useEffect, useState } from 'react'

const CALM_MS = 250
/** A value once it has stood still: who holds the arrow of a box asks once, not at every step. */
export const useCalm = <T>(value: T): T => {
  const [calm, setCalm] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setCalm(value), CALM_MS)
    return () => clearTimeout(timer)
  }, [value])
  return calm
}
