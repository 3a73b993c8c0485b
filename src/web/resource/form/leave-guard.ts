import { useEffect, useRef } from 'react'
import { useBlocker, useLocation } from 'react-router'
import { loginPath } from '../../api/session.ts'
import { useTabs } from '../../state/tabs.ts'

/** Asks before unsaved changes are lost: by closing the window, or by leaving a page that is not kept alive. */
export const useLeaveGuard = (dirty: boolean, ask: () => Promise<boolean>): void => {
  const { pathname } = useLocation()
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    // Only the end of the session leads there, and what is typed is kept by then.
    if (Object.values(loginPath).includes(nextLocation.pathname)) return false
    if (!dirty || nextLocation.pathname === currentLocation.pathname || currentLocation.pathname !== pathname) return false
    return !useTabs.getState().tabsView.some((tab) => tab.path === pathname && tab.keepalive)
  })
  // `ask` is new at every render; asking again for the same blocked navigation would stack two questions.
  const question = useRef(ask)
  useEffect(() => {
    question.current = ask
  })
  useEffect(() => {
    if (blocker.state === 'blocked') void question.current().then((leave) => (leave ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  useEffect(() => {
    if (!dirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [dirty])
}
