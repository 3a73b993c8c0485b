import type { MenuProps } from 'antd'
import { Dropdown } from '../../ui/dropdown.ts'
import { type MouseEvent, useEffect, useRef } from 'react'
import { useText } from '../../i18n/index.ts'
import { useKeyGroup } from '../../state/keys.ts'
import { type Tab, useTabs } from '../../state/tabs.ts'
import { Icon } from '../../ui/icon.tsx'
import { activateTab, closeAllTabs, closeOtherTabs, closeTab, fullScreenTab } from '../../navigation/tab-actions.ts'
import { pressTabKey } from './tab-keys.ts'
import { useTitleAt } from './track.ts'
import './tab-bar.css'

const useMenuItems = (path: string): MenuProps => {
  const t = useText('shell')
  const active = useTabs((s) => s.activePath === path)
  const single = useTabs((s) => s.tabsView.length <= 1)
  const reload = useTabs((s) => s.reload)
  const pin = useTabs((s) => s.pin)
  const pinned = useTabs((s) => s.tabsView.some((tab) => tab.path === path && tab.pinned))
  const item = (key: string, icon: string, disabled = false) => ({
    key,
    disabled,
    icon: <Icon name={icon} size={14} />,
    label: t(`tab.${key}`),
  })
  const run: Record<string, () => void> = {
    reload: () => reload(path),
    pin: () => pin(path, true),
    unpin: () => pin(path, false),
    close: () => closeTab(path),
    fullScreen: () => fullScreenTab(path),
    closeOthers: () => closeOtherTabs(path),
    closeAll: closeAllTabs,
  }
  return {
    items: [
      item('reload', 'refresh-cw', !active),
      item('fullScreen', 'expand'),
      item(pinned ? 'unpin' : 'pin', 'pin'),
      { type: 'divider' },
      item('close', 'x', single),
      item('closeOthers', 'minus', single),
      item('closeAll', 'circle-x', single),
    ],
    onClick: ({ key }) => run[key]?.(),
  }
}

type ItemProps = { tab: Tab; active: boolean; /** The one that the Tab key stops at. */ stop: boolean; single: boolean }

const TabItem = ({ tab, active, stop, single }: ItemProps) => {
  const t = useText('shell')
  const menu = useMenuItems(tab.path)
  const ref = useRef<HTMLDivElement>(null)
  const title = useTitleAt(tab.path)
  useEffect(() => {
    if (active) ref.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])
  // What opened the menu has the focus again: left in a menu that is gone, the next key would go nowhere.
  const returnFocus = (isOpen: boolean): void => {
    if (!isOpen && document.activeElement?.closest('[role=menu]')) ref.current?.querySelector<HTMLElement>('.tab-name')?.focus()
  }
  // The middle button closes, as in every browser.
  const auxClick = (event: MouseEvent): void => {
    if (event.button === 1 && !tab.pinned) closeTab(tab.path)
  }
  return (
    <Dropdown menu={menu} trigger={['contextMenu']} autoFocus onOpenChange={returnFocus}>
      <div ref={ref} className="tab" data-active={active} data-path={tab.path} onAuxClick={auxClick}>
        <button
          type="button"
          className="tab-name"
          tabIndex={stop ? 0 : -1}
          aria-current={active ? 'page' : undefined}
          aria-keyshortcuts={tab.pinned ? undefined : 'Delete'}
          onClick={() => activateTab(tab.path)}
        >
          {tab.pinned && <Icon name="pin" size={12} />}
          {title}
        </button>
        {!single && !tab.pinned && (
          <button
            type="button"
            className="tab-close"
            tabIndex={-1}
            aria-label={t('tab.closeNamed', { title })}
            onClick={() => closeTab(tab.path)}
          >
            <Icon name="x" size={12} />
          </button>
        )}
      </div>
    </Dropdown>
  )
}

export const TabBar = () => {
  const t = useText('shell')
  const tabs = useTabs((s) => s.tabsView)
  const active = useTabs((s) => s.activePath)
  const stop = tabs.some((tab) => tab.path === active) ? active : tabs[0]?.path
  const ref = useRef<HTMLElement>(null)
  useKeyGroup('tabs')
  // React listens to wheel passively, and a passive listener cannot keep the page from scrolling too.
  useEffect(() => {
    const bar = ref.current
    const turn = (event: WheelEvent): void => {
      if (!bar || bar.scrollWidth <= bar.clientWidth || event.deltaY === 0) return
      event.preventDefault()
      bar.scrollLeft += event.deltaY
    }
    bar?.addEventListener('wheel', turn, { passive: false })
    return () => bar?.removeEventListener('wheel', turn)
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons inside
    <nav ref={ref} className="tab-bar" aria-label={t('tab.list')} onKeyDown={pressTabKey}>
      {tabs.map((tab) => (
        <TabItem key={tab.path} tab={tab} active={tab.path === active} stop={tab.path === stop} single={tabs.length <= 1} />
      ))}
    </nav>
  )
}
