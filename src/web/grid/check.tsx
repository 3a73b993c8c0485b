import type { MouseEvent } from 'react'
import type { Coverage } from './selection.ts'

type Props = { state: Coverage; label: string; tabIndex?: number; onChange(event: MouseEvent): void }

/** A native box inside a 24 px target. `onClick` instead of `onChange`, because only a click knows about Shift. */
export const Check = ({ state, label, tabIndex = 0, onChange }: Props) => (
  <label className="dg-box">
    <input
      type="checkbox"
      aria-label={label}
      tabIndex={tabIndex}
      checked={state === 'all'}
      ref={(box) => {
        if (box) box.indeterminate = state === 'some'
      }}
      onClick={onChange}
      onChange={() => {}}
    />
  </label>
)
