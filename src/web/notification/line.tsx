import type { Notification } from '../api/notification.ts'
import { useLanguage, useText } from '../i18n/index.ts'
import { exactTime, momentOf, relativeTime } from '../ui/format.ts'

export const Line = ({ news, onOpen }: { news: Notification; onOpen(): void }) => {
  const t = useText('notification')
  // "Just now" is a word of the cells.
  useText('field')
  const lang = useLanguage()
  const at = momentOf(news.at)
  return (
    <li>
      <button type="button" className="news-line" data-unread={!news.readAt || undefined} onClick={onOpen}>
        <span>
          {!news.readAt && <span className="sr-only">{t('isUnread')} </span>}
          {news.text}
        </span>
        <small>
          {at && (
            <time dateTime={at.toISOString()} title={exactTime(at)}>
              {relativeTime(at, lang)}
            </time>
          )}
          {news.times > 1 && ` · ${t('times', { count: news.times })}`}
        </small>
      </button>
    </li>
  )
}
