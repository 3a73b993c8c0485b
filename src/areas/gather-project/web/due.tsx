import { useState } from 'react'
import { ensureText, useText } from '#web'
import { Tag } from '#web/field/cell/tag.tsx'

await ensureText('study')

const DAY_MS = 86_400_000
const SOON = 3

/** The day that is waited for; overdue and soon are said in words, the colour only repeats them. */
export const Due = ({ value }: { value: string | null }) => {
  const t = useText('study')
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  if (!value) return <span className="cell-text">–</span>
  const days = Math.round((Date.parse(value) - Date.parse(today)) / DAY_MS)
  const word = days < 0 ? t('overdue', { days: -days }) : days <= SOON ? t(days === 0 ? 'dueToday' : 'dueSoon', { days }) : ''
  return (
    <span className="cell-text">
      {value} {word && <Tag tone={days < 0 ? 'failed' : 'warned'}>{word}</Tag>}
    </span>
  )
}
