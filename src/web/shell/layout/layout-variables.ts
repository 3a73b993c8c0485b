import type { CSSProperties } from 'react'
import type { Layout } from '../../state/config.ts'

export const collapsedWidth = 64

/** 64 px of icons when collapsed, nothing at all when the screen is small as well. */
export const asideWidth = (layout: Pick<Layout, 'menuCollapse' | 'menuWidth' | 'shrink'>): number =>
  layout.menuCollapse ? (layout.shrink ? 0 : collapsedWidth) : layout.menuWidth

export const layoutVariables = (layout: Layout): CSSProperties =>
  ({
    '--aside': `${asideWidth(layout)}px`,
    '--menu-width': `${layout.menuWidth}px`,
    '--menu-bg': layout.menuBackground,
    '--menu-ink': layout.menuColor,
    '--menu-on-bg': layout.menuActiveBackground,
    '--menu-on-ink': layout.menuActiveColor,
    '--menu-top-bg': layout.menuTopBarBackground,
    '--head-bg': layout.headerBarBackground,
    '--head-ink': layout.headerBarTabColor,
    '--head-on-bg': layout.headerBarTabActiveBackground,
    '--head-on-ink': layout.headerBarTabActiveColor,
    '--head-hover': layout.headerBarHoverBackground,
  }) as CSSProperties
