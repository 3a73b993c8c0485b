import { useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { addressOf, flatten, type MenuNode, titleOf, trailTo, useMenu, visibleMenu } from '#web/state/menu.ts'
import { useVisits } from '#web/state/visits.ts'
import { Icon } from '#web/ui/icon.tsx'
import { openMenu } from '#web/navigation/open.ts'

const shown = 6

const isHere = (node: MenuNode): boolean => node.component === 'page:dashboard'

/** Pages the person opened, most often or most recently; filled up from the menu so that the first day is not empty. */
const usePages = (order: 'count' | 'last'): MenuNode[] => {
  const nodes = visibleMenu(useMenu((s) => s.nodes))
  const visits = useVisits((s) => s.visits)
  const pages = flatten(nodes).filter((n) => n.type === 'menu' && n.menu_type !== 'link' && !isHere(n))
  const known = visits.toSorted((a, b) => b[order] - a[order]).flatMap((v) => pages.find((p) => addressOf(p) === v.path) ?? [])
  return [...new Set(order === 'count' ? [...known, ...pages] : known)].slice(0, shown)
}

export const PageTiles = ({ title, hint, order }: { title: string; hint?: string; order: 'count' | 'last' }) => {
  const t = useText('shell')
  const lang = useLanguage()
  const all = useMenu((s) => s.nodes)
  const pages = usePages(order)
  return (
    <section className="panel">
      <header>
        <h2>{title}</h2>
        {hint && <small>{hint}</small>}
      </header>
      {pages.length === 0 && <p className="panel-empty">{t('dashboard.recentEmpty')}</p>}
      <div className="tiles">
        {pages.map((node) => (
          <button key={node.id} type="button" className="tile" onClick={() => openMenu(node)}>
            <span className="tile-icon">
              <Icon name={node.icon || 'file'} size={17} />
            </span>
            <span className="tile-text">
              <strong>{titleOf(node, lang)}</strong>
              <small>
                {trailTo(all, addressOf(node))
                  .slice(0, -1)
                  .map((n) => titleOf(n, lang))
                  .join(' / ')}
              </small>
            </span>
          </button>
        ))}
      </div>
    </section>
  )
}
