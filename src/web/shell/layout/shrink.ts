import { useEffect } from 'react'
import { type LayoutMode, layoutModes, useConfig } from '../../state/config.ts'

export const shrinkBelow = 1024
const key = 'beforeResizeLayout'

type Before = { layoutMode: LayoutMode; menuCollapse: boolean }

const readBefore = (): Before | null => {
  try {
    const before = JSON.parse(localStorage.getItem(key) ?? 'null') as Before | null
    return before && layoutModes.includes(before.layoutMode) ? before : null
  } catch {
    return null
  }
}

const apply = (small: boolean): void => {
  const { layout, setLayout } = useConfig.getState()
  const before = readBefore()
  if (small) {
    // A reload on the small screen must not overwrite what was remembered before the first shrink.
    if (!before)
      localStorage.setItem(key, JSON.stringify({ layoutMode: layout.layoutMode, menuCollapse: layout.menuCollapse } satisfies Before))
    setLayout({ layoutMode: 'Classic', menuCollapse: true, shrink: true })
  } else {
    localStorage.removeItem(key)
    setLayout({ ...before, shrink: false })
  }
}

/** Small screens get the Classic layout with the menu as a drawer; the person's own choice comes back with the space. */
export const useShrink = (): void => {
  useEffect(() => {
    const query = window.matchMedia(`(max-width: ${shrinkBelow - 0.02}px)`)
    const change = (): void => apply(query.matches)
    change()
    query.addEventListener('change', change)
    return () => query.removeEventListener('change', change)
  }, [])
}
