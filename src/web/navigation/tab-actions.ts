import { addressOf, firstPage, useMenu } from '../state/menu.ts'
import { useTabs } from '../state/tabs.ts'
import { router } from './held-router.ts'
import { go } from './open.ts'

const homeAddress = (): string | null => {
  const first = firstPage(useMenu.getState().nodes)
  return first && addressOf(first)
}

const openTab = async (path: string): Promise<void> => {
  const tab = useTabs.getState().tabsView.find((t) => t.path === path)
  if (router().state.location.pathname !== path) await go(path + (tab?.query ?? ''))
}

export const activateTab = (path: string): void => void openTab(path)

/** What the page showed is no more: another takes its place, and its tab goes. */
export const leaveTab = async (path: string, to: string): Promise<void> => {
  await openTab(to)
  useTabs.getState().close(path, to)
}

/** The last tab stays: there would be nothing to show. */
export const closeTab = (path: string): void => {
  const { tabsView, close } = useTabs.getState()
  if (tabsView.length <= 1) return
  // The address is ahead of the active tab for a moment: a page closed within it would stay on screen without a tab.
  const next = close(path, router().state.location.pathname)
  if (next) activateTab(next)
}

export const closeOtherTabs = (path: string): void => {
  useTabs.getState().closeOthers(path)
  activateTab(path)
}

/** Everything goes; the first page of the menu is what remains, also when it is the one that is open. */
export const closeAllTabs = (): void => {
  const home = homeAddress()
  useTabs.getState().closeAll(home ?? undefined)
  if (home) activateTab(home)
}

export const fullScreenTab = (path: string): void => {
  activateTab(path)
  useTabs.getState().setFullScreen(true)
}
