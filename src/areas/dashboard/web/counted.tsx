import { widgetsOf, type Board } from './board.ts'
import { FeedCard } from './feed-card.tsx'
import { HealthCard } from './health-card.tsx'
import { SeriesCard } from './series-card.tsx'
import { StatTiles } from './stat-tiles.tsx'

/** How things stand, what areas count, over days, and of late. */
export default function Counted({ board }: { board: Board }) {
  const [stats, series, feeds] = [widgetsOf(board, 'stat'), widgetsOf(board, 'series'), widgetsOf(board, 'feed')]
  return (
    <>
      {widgetsOf(board, 'health').map((health) => (
        <HealthCard key={health.key} health={health} />
      ))}
      {stats.length > 0 && <StatTiles stats={stats} />}
      {series.length > 0 && (
        <div className="charts">
          {series.map((s) => (
            <SeriesCard key={s.key} series={s} days={board.days} />
          ))}
        </div>
      )}
      {feeds.map((feed) => (
        <FeedCard key={feed.key} feed={feed} />
      ))}
    </>
  )
}
