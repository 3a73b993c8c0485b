import { type ReactNode, useId, useLayoutEffect, useState } from 'react'
import './popup.css'

type Trigger = { popoverTarget: string; 'aria-expanded': boolean; 'aria-haspopup': 'dialog' | 'menu' }
type Props = {
  renderTrigger(props: Trigger): ReactNode
  /** Mounted while open; `close` also gives the focus back. */
  children(close: () => void): ReactNode
  role?: 'dialog' | 'menu'
  label: string
  align?: 'start' | 'end'
  /** Opens by itself when it appears: a filter that was just added. */
  startOpen?: boolean
  onClosed?(): void
}

const GAP = 4
const EDGE = 8

/** Below what it belongs to, or above where there is more room; a phone's keyboard takes room too. */
const place = (panel: HTMLElement, anchor: Element, align: 'start' | 'end'): void => {
  const at = anchor.getBoundingClientRect()
  const bottom = visualViewport?.height ?? innerHeight
  const { offsetWidth: width, offsetHeight: height } = panel
  const left = align === 'end' ? at.right - width : at.left
  const below = at.bottom + GAP
  const fitsBelow = below + height <= bottom - EDGE || at.top < bottom - at.bottom
  panel.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`
  panel.style.top = `${fitsBelow ? below : Math.max(EDGE, at.top - GAP - height)}px`
  panel.style.opacity = '1'
  panel.style.maxHeight = `${Math.max(160, fitsBelow ? bottom - below - EDGE : at.top - GAP - EDGE)}px`
}

/** Keeps it there while it is open. What stands above may come or go, and no event tells that its anchor has moved. */
export const follow = (panel: HTMLElement, anchor: Element, align: 'start' | 'end'): (() => void) => {
  let last = ''
  let frame = 0
  const look = () => {
    const { x, y, width, height } = anchor.getBoundingClientRect()
    const now = [x, y, width, height, panel.offsetWidth, panel.offsetHeight, innerWidth, visualViewport?.height ?? innerHeight].join(' ')
    if (now !== last) place(panel, anchor, align)
    last = now
    frame = requestAnimationFrame(look)
  }
  look()
  return () => cancelAnimationFrame(frame)
}

/** The browser's own popover: light dismiss, Escape and the top layer come with it. */
export const Popup = ({ renderTrigger, children, role = 'dialog', label, align = 'start', startOpen = false, onClosed }: Props) => {
  const id = useId()
  const [panel, setPanel] = useState<HTMLDivElement | null>(null)
  const [open, setOpen] = useState(false)

  useLayoutEffect(() => {
    if (startOpen) panel?.showPopover()
  }, [startOpen, panel])
  useLayoutEffect(() => {
    const anchor = panel?.parentElement?.querySelector(`[popovertarget="${CSS.escape(id)}"]`)
    if (!open || !panel || !anchor) return
    return follow(panel, anchor, align)
  }, [open, panel, id, align])

  const close = () => panel?.hidePopover()
  return (
    <>
      {renderTrigger({ popoverTarget: id, 'aria-expanded': open, 'aria-haspopup': role })}
      <div
        ref={setPanel}
        id={id}
        popover="auto"
        role={role}
        aria-label={label}
        className="popup"
        onToggle={(event) => {
          const now = event.newState === 'open'
          setOpen(now)
          if (now) return
          event.currentTarget.style.opacity = '0'
          onClosed?.()
        }}
      >
        {(open || startOpen) && children(close)}
      </div>
    </>
  )
}
