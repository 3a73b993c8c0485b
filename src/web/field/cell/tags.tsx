import { useLayoutEffect, useRef, useState } from 'react'
import { wholeChips } from './chips.ts'
import { Tag } from './tag.tsx'

const Line = ({ texts }: { texts: readonly string[] }) => {
  const box = useRef<HTMLSpanElement>(null)
  const [shown, setShown] = useState(texts.length)
  useLayoutEffect(() => {
    const line = box.current
    if (!line) return
    let widths: number[] | undefined
    const fit = () => {
      // A page that is not shown has no widths.
      if (line.clientWidth === 0) return
      widths ??= [...line.querySelectorAll<HTMLElement>('.tag')].map((tag) => tag.offsetWidth)
      setShown(wholeChips(widths, line.clientWidth))
    }
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(line)
    return () => observer.disconnect()
  }, [])
  const rest = texts.length - shown
  return (
    <span ref={box} className="cell-tags" title={texts.slice(0, 50).join('\n')} data-measured={shown < texts.length || undefined}>
      {texts.slice(0, shown).map((text, at) => (
        <Tag key={at}>{text}</Tag>
      ))}
      {rest > 0 && <small>+{rest}</small>}
    </span>
  )
}

/** Whole chips, as many as the column has room for, and how many more there are. */
export const Tags = ({ texts }: { texts: readonly string[] }) => <Line key={texts.join('\n')} texts={texts} />
