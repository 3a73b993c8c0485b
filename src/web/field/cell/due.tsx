import { useState } from 'react'
import { ensureText, useText } from '../../i18n/index.ts'
import { dayOf } from '../../state/working-time.ts'
import { Tag } from './tag.tsx'

await ensureText('due')

const DAY_MS = 86_400_000
const SOON = 3

/** The day that is waited for, as long as it is; overdue and soon are said in words, the colour only repeats them. */
export const Due = ({ value, isOver = false }: { value: string | null; isOver?: boolean }) => {
  const t = useText('due')
  // The reader's own day: at eight in Shanghai it is still yesterday in UTC.
  const [today] = useState(() => dayOf(new Date()))
  if (!value) return <span className="cell-text">–</span>
  const days = Math.round((Date.parse(value) - Date.parse(today)) / DAY_MS)
  const word = days < 0 ? t('overdue', { days: -days }) : days <= SOON ? t(days === 0 ? 'dueToday' : 'dueSoon', { days }) : ''
  return (
    <span className="cell-text">
      {value} {word && !isOver && <Tag tone={days < 0 ? 'failed' : 'warned'}>{word}</Tag>}
    </span>
  )
}
