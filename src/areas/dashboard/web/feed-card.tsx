import { useText } from '#web'
import { exactTime, momentOf, relativeTime } from '#web/ui/format.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { go } from '#web/navigation/open.ts'
import type { Feed } from './board.ts'

/** Who did what, newest first. */
export const FeedCard = ({ feed }: { feed: Feed }) => {
  const t = useText('dashboard')
  const lang = useLanguage()
  const { path } = feed
  return (
    <section className="panel" data-widget={feed.key}>
      <header>
        <h2>{feed.title}</h2>
        {path && feed.entries.length > 0 && (
          <button type="button" className="panel-more" onClick={() => void go(path)}>
            {t('more')}
          </button>
        )}
      </header>
      {feed.entries.length === 0 && <p className="panel-empty">{t('feedEmpty')}</p>}
      <ol className="feed">
        {feed.entries.map((entry, i) => {
          const at = momentOf(entry.at)
          return (
            <li key={i}>
              <span className="feed-text">
                <b>{entry.by || t('system')}</b> {t(`action.${entry.action}`, { defaultValue: entry.word ?? entry.action })}
                {entry.where && <em>{entry.where}</em>}
                <span>{entry.what}</span>
              </span>
              {at && (
                <time dateTime={at.toISOString()} title={exactTime(at)}>
                  {relativeTime(at, lang)}
                </time>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
