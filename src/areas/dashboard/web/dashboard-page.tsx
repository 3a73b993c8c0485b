import { lazy, Suspense } from 'react'
import { ensureText, useText } from '#web'
import { useCan } from '#web/state/ability.tsx'
import { AccountFacts } from './account-facts.tsx'
import { useBoard, widgetsOf } from './board.ts'
import { BoardFailure } from './board-failure.tsx'
import { Greeting } from './greeting-card.tsx'
import { NoticeCard } from './notice-card.tsx'
import { PageTiles } from './page-tiles.tsx'
import { WorkCard } from './work-card.tsx'
import './dashboard.css'
import './board.css'
import './work.css'

await ensureText('dashboard', 'field', 'greeting', 'tour')

/** They come with the figures that they show: the page stands before either is there. */
const Counted = lazy(() => import('./counted.tsx'))
const WAITING = <div className="stats" data-waiting />

/** Figures that areas contribute; a person who may see none of them has a page without gaps. */
const Figures = () => {
  const { data, error, refetch } = useBoard()
  if (error && !data) return <BoardFailure error={error} retry={() => void refetch()} />
  const works = widgetsOf(data, 'work')
  return (
    <>
      {widgetsOf(data, 'notice').map((notice) => (
        <NoticeCard key={notice.key} notice={notice} />
      ))}
      {works.length > 0 && <WorkCard works={works} />}
      <Suspense fallback={WAITING}>{data ? <Counted board={data} /> : WAITING}</Suspense>
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
