import { useEffect } from 'react'
import bell from 'virtual:icon/bell'
import { fetchUnread } from '../../api/notification.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { useText } from '../../i18n/index.ts'
import { onNews } from '../../live/live-tasks.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { later } from '../../ui/later.tsx'
import { Popup } from '../../ui/popup.tsx'
import './bell.css'

const News = later(
  () => import('./news.tsx'),
  (m) => m.News,
)
const EVERY_MS = 60_000
const ask = () => fetchUnread('user')

/** What waits for a member, or was decided about what they sent. */
export const MemberBell = () => {
  const t = useText('member')
  const { data: unread = 0, reload } = useAnswer(ask)
  useEffect(() => {
    const timer = setInterval(reload, EVERY_MS)
    window.addEventListener('focus', reload)
    const forget = onNews(reload)
    return () => {
      forget()
      clearInterval(timer)
      window.removeEventListener('focus', reload)
    }
  }, [reload])
  const count = unread > 99 ? '99+' : String(unread)
  const label = unread > 0 ? t('news.unread', { n: count }) : t('news.title')
  return (
    <Popup
      label={t('news.title')}
      align="end"
      renderTrigger={(props) => (
        <button type="button" className="member-bell" aria-label={label} title={label} {...props}>
          <Glyph body={bell} />
          {unread > 0 && <b aria-hidden>{count}</b>}
        </button>
      )}
    >
      {(close) => <News onClose={close} onRead={reload} />}
    </Popup>
  )
}
