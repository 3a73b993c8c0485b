import type { MouseEvent, ReactNode } from 'react'
import { go } from '../../navigation/open.ts'

/** A plain click opens inside the office; with Ctrl, Shift or the middle button the browser opens its own tab or window. */
export const followInside = (event: MouseEvent, to: string): void => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  void go(to)
}

/** The name of a record as the door to its page. */
export const LabelLink = ({ to, active, children }: { to: string | null; active: boolean; children: ReactNode }) =>
  to ? (
    <a className="cell-link cell-label" href={to} tabIndex={active ? 0 : -1} onClick={(event) => followInside(event, to)}>
      {children}
    </a>
  ) : (
    children
  )
