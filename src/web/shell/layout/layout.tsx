import { lazy, Suspense } from 'react'
import { useText } from '../../i18n/index.ts'
import { useConfig } from '../../state/config.ts'
import { useTabs } from '../../state/tabs.ts'
import { useUploads } from '../../upload/store.ts'
import { useTour } from '../../tour/store.ts'
import { useTerminal } from '../terminal/store.ts'
import Palette from '../palette/palette.tsx'
import { usePanels } from '../panels.ts'
import { useShortcuts } from '../shortcuts.ts'
import { useTitleAt, useTrackTabs } from '../tabs/track.ts'
import { PrintLine } from '../print/print-line.tsx'
import { Aside } from './aside.tsx'
import { ExitFullScreen } from './exit-full-screen.tsx'
import { Header } from './header.tsx'
import { KeptPages } from './kept-pages.tsx'
import { layoutVariables } from './layout-variables.ts'
import { useShrink } from './shrink.ts'
import './layout.css'

const Settings = lazy(() => import('../settings/settings-drawer.tsx'))
const UploadPanel = lazy(() => import('../../upload/panel.tsx'))
const TourCard = lazy(() => import('../../tour/tour-card.tsx'))
const KeysPanel = lazy(() => import('../keys/keys-panel.tsx'))
const Terminal = lazy(() => import('../terminal/terminal-panel.tsx'))

/** A page change is silent to a screen reader: the address changes, the document does not. */
const PageName = () => {
  const path = useTabs((s) => s.activePath)
  const title = useTitleAt(path)
  return (
    <span className="sr-only" role="status">
      {path && title}
    </span>
  )
}

export const Layout = () => {
  const t = useText('shell')
  const layout = useConfig((s) => s.layout)
  const fullScreen = useTabs((s) => s.tabFullScreen)
  const panels = usePanels()
  const terminalOpen = useTerminal((s) => s.show || s.showConfig || s.showPackageManagerDialog)
  const isUploading = useUploads((s) => s.items.length > 0)
  const isTouring = useTour((s) => s.at !== null)
  useShrink()
  useTrackTabs()
  useShortcuts()
  const hasAside = layout.layoutMode !== 'Streamline'
  return (
    <div
      className="shell"
      data-mode={layout.layoutMode}
      data-collapsed={layout.menuCollapse}
      data-shrink={layout.shrink}
      data-full-screen={fullScreen}
      style={layoutVariables(layout)}
    >
      <a className="shell-skip" href="#page">
        {t('skip')}
      </a>
      {!fullScreen && hasAside && <Aside />}
      {!fullScreen && <Header />}
      <main id="page" tabIndex={-1} className="shell-main">
        <PrintLine />
        <KeptPages />
      </main>
      <PageName />
      {fullScreen && <ExitFullScreen />}
      {panels.palette && <Palette />}
      <Suspense>
        {panels.settings && <Settings />}
        {panels.keys && <KeysPanel />}
        {terminalOpen && <Terminal />}
        {isUploading && <UploadPanel />}
        {isTouring && <TourCard />}
      </Suspense>
    </div>
  )
}
