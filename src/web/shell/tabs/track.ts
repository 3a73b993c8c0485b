import { useEffect } from 'react'
import { useLocation, useMatches, useParams } from 'react-router'
import { currentLanguage, useLanguage, useText } from '../../i18n/index.ts'
import { addressOf, flatten, titleOf, useMenu } from '../../state/menu.ts'
import { useSite } from '../../state/site.ts'
import { useTabs } from '../../state/tabs.ts'
import { useVisits } from '../../state/visits.ts'

const nodeAt = (path: string) => flatten(useMenu.getState().nodes).find((n) => n.type === 'menu' && addressOf(n) === path)

export const tabTitle = (path: string): string => {
  const node = nodeAt(path)
  return node ? titleOf(node, currentLanguage()) : decodeURIComponent(path.split('/').at(-1) ?? path)
}

/** Every visit of a page flagged addtab opens its tab or brings its query up to date; the document's title follows. */
export const useTrackTabs = (): void => {
  const t = useText('shell')
  const lang = useLanguage()
  const { pathname, search } = useLocation()
  const params = useParams()
  const handle = useMatches().at(-1)?.handle as { addtab?: boolean } | undefined
  const addtab = handle?.addtab === true
  const site = useSite((s) => s.siteName)
  const nodes = useMenu((s) => s.nodes)
  const paramText = JSON.stringify(params)
  useEffect(() => {
    if (!addtab) return
    useTabs.getState().visit({
      path: pathname,
      query: search,
      params: JSON.parse(paramText) as Record<string, string | undefined>,
      keepalive: Boolean(nodeAt(pathname)?.keepalive),
    })
  }, [addtab, pathname, search, paramText])
  useEffect(() => {
    if (addtab) useVisits.getState().record(pathname)
  }, [addtab, pathname])
  useEffect(() => {
    if (addtab) document.title = `${tabTitle(pathname)} - ${site || t('siteName')}`
  }, [addtab, pathname, lang, site, t, nodes])
}
