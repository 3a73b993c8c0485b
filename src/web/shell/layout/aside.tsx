import { useText } from '../../i18n/index.ts'
import { useConfig } from '../../state/config.ts'
import { Icon } from '../../ui/icon.tsx'
import { SideMenu } from '../menu/side-menu.tsx'
import { usePanels } from '../panels.ts'
import { Brand } from './brand-link.tsx'

const Collapse = () => {
  const t = useText('shell')
  const collapsed = useConfig((s) => s.layout.menuCollapse)
  const setLayout = useConfig((s) => s.setLayout)
  const label = t(collapsed ? 'expandMenu' : 'collapseMenu')
  return (
    <button
      type="button"
      className="tool aside-collapse"
      aria-label={label}
      title={label}
      onClick={() => setLayout({ menuCollapse: !collapsed })}
    >
      <Icon name={collapsed ? 'panel-left-open' : 'panel-left-close'} />
    </button>
  )
}

const Search = () => {
  const t = useText('shell')
  const open = usePanels((s) => s.open)
  return (
    <button type="button" className="aside-search" aria-label={t('palette.open')} onClick={() => open('palette')}>
      <Icon name="search" size={15} />
      <span>{t('palette.hint')}</span>
      <kbd>Ctrl K</kbd>
    </button>
  )
}

export const Aside = () => {
  const t = useText('shell')
  const { layoutMode, menuShowTopBar, menuCollapse, shrink } = useConfig((s) => s.layout)
  const setLayout = useConfig((s) => s.setLayout)
  const ownTop = layoutMode !== 'Double'
  return (
    <>
      {shrink && !menuCollapse && (
        <button type="button" className="shell-shade" aria-label={t('collapseMenu')} onClick={() => setLayout({ menuCollapse: true })} />
      )}
      <aside className="shell-aside" inert={shrink && menuCollapse}>
        {ownTop && menuShowTopBar && (
          <div className="aside-top">
            {!(menuCollapse && !shrink) && <Brand />}
            <Collapse />
          </div>
        )}
        {ownTop && <Search />}
        <SideMenu />
        {(!ownTop || !menuShowTopBar) && (
          <div className="aside-bottom">
            <Collapse />
          </div>
        )}
      </aside>
    </>
  )
}
