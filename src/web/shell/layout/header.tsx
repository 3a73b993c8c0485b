import { useLocation } from 'react-router'
import { useText } from '../../i18n/index.ts'
import { useConfig } from '../../state/config.ts'
import { Icon } from '../../ui/icon.tsx'
import { Tools } from '../header/tools.tsx'
import { TopMenu } from '../menu/side-menu.tsx'
import { TabBar } from '../tabs/tab-bar.tsx'
import { useTitleAt } from '../tabs/track.ts'
import { Brand } from './brand-link.tsx'

/** On a small screen: the way to the menu, and where one is. */
const SmallHead = () => {
  const t = useText('shell')
  const setLayout = useConfig((s) => s.setLayout)
  const { pathname } = useLocation()
  const title = useTitleAt(pathname)
  return (
    <>
      <button type="button" className="tool" aria-label={t('expandMenu')} onClick={() => setLayout({ menuCollapse: false })}>
        <Icon name="menu" size={18} />
      </button>
      <strong className="header-title">{pathname.startsWith('/admin/loading') ? '' : title}</strong>
    </>
  )
}

export const Header = () => {
  const { layoutMode, shrink } = useConfig((s) => s.layout)
  const top = layoutMode === 'Streamline' || layoutMode === 'Double'
  return (
    <header className="shell-header">
      {shrink ? (
        <SmallHead />
      ) : top ? (
        <>
          <Brand />
          <TopMenu />
        </>
      ) : (
        <TabBar />
      )}
      <Tools />
    </header>
  )
}
