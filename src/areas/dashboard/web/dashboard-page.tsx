import { ensureText, useText } from '#web'
import { useCan } from '#web/state/ability.tsx'
import { AccountFacts } from './account-facts.tsx'
import { useBoard, widgetsOf } from './board.ts'
import { BoardFailure } from './board-failure.tsx'
import { FeedCard } from './feed-card.tsx'
import { Greeting } from './greeting-card.tsx'
import { NoticeCard } from './notice-card.tsx'
import { PageTiles } from './page-tiles.tsx'
import { SeriesCard } from './series-card.tsx'
import { StatTiles } from './stat-tiles.tsx'
import { WorkCard } from './work-card.tsx'
import './dashboard.css'
import './board.css'
import './work.css'

await ensureText('dashboard', 'field', 'greeting', 'tour')

/** Figures that areas contribute; a person who may see none of them has a page without gaps. */
const Figures = () => {
  const { data, error, refetch } = useBoard()
  if (error && !data) return <BoardFailure error={error} retry={() => void refetch()} />
  const stats = widgetsOf(data, 'stat')
  const series = widgetsOf(data, 'series')
  const feeds = widgetsOf(data, 'feed')
  const works = widgetsOf(data, 'work')
  return (
    <>
      {widgetsOf(data, 'notice').map((notice) => (
        <NoticeCard key={notice.key} notice={notice} />
      ))}
      {works.length > 0 && <WorkCard works={works} />}
      {!data && <div className="stats" data-waiting />}
      {stats.length > 0 && <StatTiles stats={stats} />}
      {data && series.length > 0 && (
        <div className="charts">
          {series.map((s) => (
            <SeriesCard key={s.key} series={s} days={data.days} />
          ))}
        </div>
      )}
      {feeds.map((feed) => (
        <FeedCard key={feed.key} feed={feed} />
      ))}
    </>
  )
}

export default function DashboardPage() {
  const t = useText('shell')
  const mayCount = useCan('dashboard/index')
  return (
    <div className="dashboard">
      <Greeting />
      <div className="dashboard-columns">
        <div>
          {mayCount && <Figures />}
          <PageTiles title={t('dashboard.recent')} order="last" />
        </div>
        <div>
          <PageTiles title={t('dashboard.shortcuts')} hint={t('dashboard.shortcutsHint')} order="count" />
          <AccountFacts />
        </div>
      </div>
    </div>
  )
}
