import { useSyncExternalStore } from 'react'

const subscribe = (notify: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', notify)
  return () => document.removeEventListener('fullscreenchange', notify)
}

export const useBrowserFullScreen = (): boolean => useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)

export const toggleBrowserFullScreen = (): void =>
  void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {})
