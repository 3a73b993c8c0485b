import { useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import type { Lang } from '#web/state/config.ts'
import { addressOf, flatten, type MenuNode, recordAt, titleOf, trailTo, useMenu, visibleMenu } from '#web/state/menu.ts'
import { labelAt, useRecords } from '#web/state/records.ts'
import { useVisits } from '#web/state/visits.ts'
import { Icon } from '#web/ui/icon.tsx'
import { go, openMenu } from '#web/navigation/open.ts'

const shown = 6

const isHere = (node: MenuNode): boolean => node.component === 'page:dashboard'

type Tile = { path: string; icon: string; title: string; hint: string; open(): void }
const joined = (nodes: readonly MenuNode[], lang: Lang): string => nodes.map((n) => titleOf(n, lang)).join(' / ')

/** Pages and records the person opened, most often or most recently; filled up from the menu so that the first day is not empty. */
const useTiles = (order: 'count' | 'last'): Tile[] => {
  const lang = useLanguage()
  const all = useMenu((s) => s.nodes)
  const visits = useVisits((s) => s.visits)
  const records = useRecords()
  const pages = flatten(visibleMenu(all)).filter((n) => n.type === 'menu' && n.menu_type !== 'link' && !isHere(n))
  const pageTile = (node: MenuNode): Tile => ({
    path: addressOf(node),
    icon: node.icon || 'file',
    title: titleOf(node, lang),
    hint: joined(trailTo(all, addressOf(node)).slice(0, -1), lang),
    open: () => openMenu(node),
  })
  const tileAt = (path: string): Tile[] => {
    const page = pages.find((p) => addressOf(p) === path)
    if (page) return [pageTile(page)]
    const list = pages.find((p) => addressOf(p) === recordAt(path)?.list)
    const label = labelAt(records, path)
    return list && label ? [{ path, icon: list.icon || 'file', title: label, hint: titleOf(list, lang), open: () => void go(path) }] : []
  }
  const known = visits.toSorted((a, b) => b[order] - a[order]).flatMap((v) => tileAt(v.path))
  const unseen = order === 'count' ? pages.filter((p) => !known.some((tile) => tile.path === addressOf(p))).map(pageTile) : []
  return [...known, ...unseen].slice(0, shown)
}

export const PageTiles = ({ title, hint, order }: { title: string; hint?: string; order: 'count' | 'last' }) => {
  const t = useText('shell')
  const tiles = useTiles(order)
  return (
    <section className="panel">
      <header>
        <h2>{title}</h2>
        {hint && <small>{hint}</small>}
      </header>
      {tiles.length === 0 && <p className="panel-empty">{t('dashboard.recentEmpty')}</p>}
      <div className="tiles">
        {tiles.map((tile) => (
          <button key={tile.path} type="button" className="tile" onClick={tile.open}>
            <span className="tile-icon">
              <Icon name={tile.icon} size={17} />
            </span>
            <span className="tile-text">
              <strong>{tile.title}</strong>
              <small>{tile.hint}</small>
            </span>
          </button>
        ))}
      </div>
    </section>
  )
}
