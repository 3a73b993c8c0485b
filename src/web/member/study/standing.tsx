import type { SentHead } from '../../api/member-gather.ts'
import { useText } from '../../i18n/index.ts'
import { exactTime } from '../../ui/format.ts'

export const isAtWork = ({ state }: Pick<SentHead, 'state'>): boolean => state === 'received' || state === 'reading'

/** Where a delivery stands, in the words of whoever sent it. */
type Head = Pick<SentHead, 'state' | 'submittedAt' | 'stops'>
export const standingOf = ({ state, submittedAt, stops }: Head) => {
  if (isAtWork({ state })) return 'reading'
  if (state === 'accepted') return 'accepted'
  if (state === 'rejected') return submittedAt ? 'rejected' : 'withdrawn'
  if (submittedAt) return 'submitted'
  if (stops > 0) return 'stopped'
  return state === 'compared' ? 'ready' : 'unreadable'
}
export const Standing = ({ row }: { row: Head }) => {
  const t = useText('gather')
  const standing = standingOf(row)
  return (
    <em className="member-standing" data-standing={standing}>
      {t(`standing.${standing}`)}
    </em>
  )
}

const today = (): string => exactTime(new Date()).slice(0, 10)
/** Until when something is asked for. */
export const Due = ({ day }: { day: string | null }) => {
  const t = useText('gather')
  if (day === null) return null
  const isLate = day < today()
  return (
    <em className="member-due" data-late={isLate || undefined}>
      {t(isLate ? 'late' : 'dueOn', { day })}
    </em>
  )
}
