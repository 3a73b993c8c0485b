import { type KeyboardEvent, type ReactNode, useId } from 'react'

type Props = {
  label: string
  tabs: readonly { name: string; title: string; mark?: string | undefined; panel: ReactNode }[]
  chosen: string
  onChoose(name: string): void
}

/** Arrow keys move between the tabs, as everywhere in the system. Every panel stays: what was typed in one outlives a look at another. */
export const Tabs = ({ label, tabs, chosen, onChoose }: Props) => {
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
            aria-controls={`${id}-${tab.name}-panel`}
            tabIndex={tab.name === chosen ? 0 : -1}
            onClick={() => onChoose(tab.name)}
          >
            {tab.title}
            {tab.mark && <i className="office-tab-mark" role="img" aria-label={tab.mark} title={tab.mark} />}
          </button>
        ))}
      </div>
      {tabs.map(({ name, panel }) => (
        <div key={name} role="tabpanel" id={`${id}-${name}-panel`} aria-labelledby={`${id}-${name}`} hidden={name !== chosen}>
          {panel}
        </div>
      ))}
    </>
  )
}
