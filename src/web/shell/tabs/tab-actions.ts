import { addressOf, firstPage, useMenu } from '../../state/menu.ts'
import { useTabs } from '../../state/tabs.ts'
import { router } from '../../navigation/held-router.ts'
import { go } from '../../navigation/open.ts'

const homeAddress = (): string | null => {
  const first = firstPage(useMenu.getState().nodes)
  return first && addressOf(first)
}

const openTab = (path: string): void => {
  const tab = useTabs.getState().tabsView.find((t) => t.path === path)
  if (router().state.location.pathname !== path) void go(path + (tab?.query ?? ''))
}

export const activateTab = openTab

/** The last tab stays: there would be nothing to show. */
export const closeTab = (path: string): void => {
  const { tabsView, close } = useTabs.getState()
  if (tabsView.length <= 1) return
  // The address is ahead of the active tab for a moment: a page closed within it would stay on screen without a tab.
  const next = close(path, router().state.location.pathname)
  if (next) openTab(next)
}

export const closeOtherTabs = (path: string): void => {
  useTabs.getState().closeOthers(path)
  openTab(path)
}

/** Everything goes; the first page of the menu is what remains, also when it is the one that is open. */
export const closeAllTabs = (): void => {
  const home = homeAddress()
  useTabs.getState().closeAll(home ?? undefined)
  if (home) openTab(home)
}

export const fullScreenTab = (path: string): void => {
  openTab(path)
  useTabs.getState().setFullScreen(true)
}
