import { type KeyboardEvent, type ReactNode, useId } from 'react'

type Props = {
  label: string
  tabs: readonly { name: string; title: string }[]
  chosen: string
  onChoose(name: string): void
  children: ReactNode
}

/** Arrow keys move between the tabs, as everywhere in the system. */
export const Tabs = ({ label, tabs, chosen, onChoose, children }: Props) => {
  const id = useId()
  const at = tabs.findIndex((t) => t.name === chosen)
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = step === undefined ? undefined : tabs[(at + step + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    onChoose(next.name)
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.name)}"]`)?.focus()
  }
  return (
    <>
      <div role="tablist" tabIndex={-1} aria-label={label} className="office-tabs" onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            data-tab={tab.name}
            aria-selected={tab.name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === chosen ? 0 : -1}
            onClick={() => onChoose(tab.name)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  )
}
