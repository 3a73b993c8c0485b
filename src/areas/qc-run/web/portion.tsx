import { useState, type ReactNode } from 'react'
import { useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { formatNumber } from '#web/ui/format.ts'

const STEP = 100

/** The first of many, and more when asked: thousands of rows at once answer no key and no scroll for a second. */
export const Portion = <T,>({ of, children }: { of: readonly T[]; children(shown: readonly T[]): ReactNode }) => {
  const t = useText('control')
  const lang = useLanguage()
  const [count, setCount] = useState(STEP)
  const left = of.length - count
  return (
    <>
      {children(of.slice(0, count))}
      {left > 0 && (
        <p className="run-more">
          <Button onClick={() => setCount(count + STEP)}>
            {t('insight.more', { count: Math.min(STEP, left), left: formatNumber(left, lang) })}
          </Button>
        </p>
      )}
    </>
  )
}

/** A line to open: what is behind it is made when it is. */
export const Folded = ({ title, children }: { title: string; children: ReactNode }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="run-same" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  )
}
