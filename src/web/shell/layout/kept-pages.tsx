import { Activity, type ReactNode, useState } from 'react'
import { type Location, UNSAFE_LocationContext as LocationContext, NavigationType, useLocation, useOutlet } from 'react-router'
import { useConfig } from '../../state/config.ts'
import { useTabs } from '../../state/tabs.ts'
import { PageBoundary } from '../page-boundary.tsx'

type Kept = { path: string; element: ReactNode; location: Location }

const most = 10

const withCurrent = (kept: Kept[], current: Kept): Kept[] => {
  const index = kept.findIndex((k) => k.path === current.path)
  return index < 0 ? [...kept, current].slice(-most) : kept.with(index, current)
}

/**
 * Open tabs stay mounted but hidden, so that filters, scroll and half-filled forms are there on return.
 * A hidden page keeps its own location: with the router's, it would take the other page's query for its filters.
 */
export const KeptPages = () => {
  const element = useOutlet()
  const location = useLocation()
  const [kept, setKept] = useState<Kept[]>([])
  const tabs = useTabs((s) => s.tabsView)
  const generation = useTabs((s) => s.generation)
  const animation = useConfig((s) => s.layout.mainAnimation)
  const mine = kept.find((k) => k.path === location.pathname)
  if (mine?.element !== element || mine?.location !== location) {
    setKept(withCurrent(kept, { path: location.pathname, element, location }))
  }
  const alive = kept.filter((k) => k.path === location.pathname || tabs.some((t) => t.path === k.path && t.keepalive))
  return alive.map((page) => (
    <Activity key={`${page.path}#${generation[page.path] ?? 0}`} mode={page.path === location.pathname ? 'visible' : 'hidden'}>
      <LocationContext value={{ location: page.location, navigationType: NavigationType.Push }}>
        <div className="shell-page" data-animation={animation}>
          <PageBoundary>{page.element}</PageBoundary>
        </div>
      </LocationContext>
    </Activity>
  ))
}
