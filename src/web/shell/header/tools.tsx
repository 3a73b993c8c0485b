import { Badge, type MenuProps } from 'antd'
import { Dropdown } from '../../ui/dropdown.ts'
import { setLanguage, useLanguage, useText } from '../../i18n/index.ts'
import { languages } from '../../languages.ts'
import { useAdmin } from '../../state/admin.ts'
import { useConfig } from '../../state/config.ts'
import { useTerminal } from '../terminal/store.ts'
import { Bell } from '../notification/bell.tsx'
import { usePanels } from '../panels.ts'
import { AccountCard } from './account-card.tsx'
import { clearMenu } from './clear-cache.ts'
import { DepartmentChooser } from './department-chooser.tsx'
import { toggleBrowserFullScreen, useBrowserFullScreen } from './full-screen.ts'
import { Tool } from './tool.tsx'

const Language = () => {
  const t = useText('shell')
  const now = useLanguage()
  const menu: MenuProps = {
    selectedKeys: [now],
    items: languages.map(({ lang, name }) => ({ key: lang, label: name })),
    onClick: ({ key }) => void setLanguage(key),
  }
  return (
    <Dropdown menu={menu} trigger={['click']} placement="bottomRight">
      <Tool icon="languages" label={t('switchLanguage')} />
    </Dropdown>
  )
}

const FullScreen = () => {
  const t = useText('shell')
  const on = useBrowserFullScreen()
  return <Tool icon={on ? 'minimize-2' : 'maximize-2'} label={t(on ? 'exitFullScreen' : 'fullScreen')} onClick={toggleBrowserFullScreen} />
}

const TerminalTool = () => {
  const t = useText('shell')
  const dot = useTerminal((s) => s.showDot)
  const toggle = useTerminal((s) => s.toggle)
  return (
    <Badge dot={dot} offset={[-7, 7]}>
      <Tool icon="square-terminal" label={t('terminal.title')} onClick={() => toggle(true)} />
    </Badge>
  )
}

const ClearCache = () => {
  const t = useText('shell')
  return (
    <Dropdown menu={clearMenu(t)} trigger={['click']} placement="bottomRight">
      <Tool icon="eraser" label={t('cache.clear')} />
    </Dropdown>
  )
}

export const Tools = () => {
  const t = useText('shell')
  const isSuper = useAdmin((s) => s.super)
  const { layoutMode, shrink } = useConfig((s) => s.layout)
  const open = usePanels((s) => s.open)
  const topSearch = shrink || layoutMode === 'Streamline' || layoutMode === 'Double'
  return (
    <div className="tools" role="group" aria-label={t('tools')}>
      <DepartmentChooser />
      {topSearch && <Tool icon="search" label={t('palette.open')} onClick={() => open('palette')} />}
      {!shrink && <Tool icon="house" label={t('title.home')} href="/" />}
      <Language />
      {!shrink && <FullScreen />}
      {isSuper && !shrink && <TerminalTool />}
      {isSuper && !shrink && <ClearCache />}
      <Bell />
      <Tool icon="settings-2" label={t('settings.title')} onClick={() => open('settings')} />
      <AccountCard />
    </div>
  )
}
