import type { ReactNode } from 'react'

/** A chart between what its edges stand for: without them a line says nothing of how much. */
export const Scale = ({ top, bottom, end, children }: { top: string; bottom: string; end?: string; children: ReactNode }) => (
  <div className="run-scale">
    <span aria-hidden>{top}</span>
    {children}
    <span aria-hidden>
      {bottom}
      {end && <i>{end}</i>}
    </span>
  </div>
)
