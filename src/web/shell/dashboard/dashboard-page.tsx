import { useText } from '../../i18n/index.ts'
import { AccountFacts } from './account-facts.tsx'
import { Greeting } from './greeting-card.tsx'
import { PageTiles } from './page-tiles.tsx'
import './dashboard.css'

export default function DashboardPage() {
  const t = useText('shell')
  return (
    <div className="dashboard">
      <Greeting />
      <div className="dashboard-columns">
        <div>
          <PageTiles title={t('dashboard.shortcuts')} hint={t('dashboard.shortcutsHint')} order="count" />
          <PageTiles title={t('dashboard.recent')} order="last" />
        </div>
        <AccountFacts />
      </div>
    </div>
  )
}
