import { useEffect } from 'react'
import { useLocation, useMatches, useNavigate, useParams } from 'react-router'
import { useLanguage, useText } from '../../i18n/index.ts'
import type { Lang } from '../../state/config.ts'
import { addressOf, type MenuNode, recordAt, titleOf, useMenu } from '../../state/menu.ts'
import { labelAt, useRecords } from '../../state/records.ts'
import { rememberRefused } from '../../state/refused-page.ts'
import { ownSiteName, useSite } from '../../state/site.ts'
import { useTabs } from '../../state/tabs.ts'
import { useVisits } from '../../state/visits.ts'
import { refusalPage } from '../loading-address.ts'
import { nodeAt } from '../menu/node-at.ts'

/** What the page at this address is called: its entry of the menu, or the record that it shows. */
export const titleAt = (nodes: readonly MenuNode[], path: string, label: string | undefined, lang: Lang): string => {
  const node = nodeAt(nodes, path)
  if (!node) return decodeURIComponent(path.split('/').at(-1) ?? path)
  const record = addressOf(node) === path ? null : recordAt(path)
  return record ? (label ?? `${titleOf(node, lang)} #${record.id}`) : titleOf(node, lang)
}

export const useTitleAt = (path: string): string => {
  const nodes = useMenu((s) => s.nodes)
  const label = useRecords((s) => labelAt(s, path))
  return titleAt(nodes, path, label, useLanguage())
}

/** Every visit of a page flagged addtab opens its tab or brings its query up to date; the document's title follows. */
export const useTrackTabs = (): void => {
  const t = useText('shell')
  const location = useLocation()
  const { pathname } = location
  const params = useParams()
  const handle = useMatches().at(-1)?.handle as { addtab?: boolean } | undefined
  const addtab = handle?.addtab === true
  const site = useSite((s) => ownSiteName(s.siteName))
  const nodes = useMenu((s) => s.nodes)
  const title = useTitleAt(pathname)
  const paramText = JSON.stringify(params)
  const navigate = useNavigate()
  // Routes cannot be taken away: after a sign-in as somebody else, a page of the last person's menu is still there.
  useEffect(() => {
    if (!addtab || !useMenu.getState().loaded || nodeAt(nodes, pathname)) return
    rememberRefused(pathname)
    void navigate(refusalPage(pathname), { replace: true })
  }, [addtab, pathname, nodes, navigate])
  useEffect(() => {
    // By the location, not its path: whoever closes this tab and comes back before the next page is drawn is on the same path, without a tab.
    const { pathname: path, search: query } = location
    if (!addtab || (useMenu.getState().loaded && !nodeAt(nodes, path))) return
    useTabs.getState().visit({
      path,
      query,
      params: JSON.parse(paramText) as Record<string, string | undefined>,
      keepalive: Boolean(nodeAt(nodes, path)?.keepalive),
    })
  }, [addtab, location, paramText, nodes])
  useEffect(() => {
    if (addtab) useVisits.getState().record(pathname)
  }, [addtab, pathname])
  useEffect(() => {
    if (addtab) document.title = `${title} - ${site || t('siteName')}`
  }, [addtab, title, site, t])
}
