import type { KeyboardEvent, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { Popup } from './popup.tsx'

export type MenuEntry = { key: string; label: string; icon?: string; danger?: boolean; disabled?: string | false; run(): void }

const walk = (event: KeyboardEvent<HTMLElement>) => {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (!step) return
  event.preventDefault()
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)')]
  const at = entries.indexOf(document.activeElement as HTMLElement)
  entries.at((at + step + entries.length) % entries.length)?.focus()
}

export const Menu = ({
  entries,
  label,
  renderTrigger,
}: {
  entries: readonly MenuEntry[]
  label: string
  renderTrigger(props: object): ReactNode
}) => (
  <Popup role="menu" label={label} align="end" renderTrigger={renderTrigger}>
    {(close) => (
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows walk through the entries inside
      <div className="menu" onKeyDown={walk}>
        {entries.map((entry, i) => (
          <button
            key={entry.key}
            type="button"
            role="menuitem"
            className="menu-entry"
            data-danger={entry.danger || undefined}
            disabled={Boolean(entry.disabled)}
            title={entry.disabled || undefined}
            autoFocus={i === 0}
            onClick={() => {
              close()
              entry.run()
            }}
          >
            {entry.icon && <Icon name={entry.icon} size={15} />}
            {entry.label}
          </button>
        ))}
      </div>
    )}
  </Popup>
)
