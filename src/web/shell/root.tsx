import { lazy, Suspense, useEffect } from 'react'
import { Outlet, useMatches } from 'react-router'
import { useText } from '../i18n/index.ts'
import { ownSiteName, useSite } from '../state/site.ts'
import { Offline } from '../ui/offline.tsx'
import { Overlay } from '../ui/overlay.tsx'
import { useToasts } from '../state/toast.ts'

const Toasts = lazy(() => import('../ui/toast.tsx').then((m) => ({ default: m.Toasts })))

/** Pages of the menu set their own title; the others name a translation key. */
const useTitle = (): void => {
  const t = useText()
  const own = useSite((s) => ownSiteName(s.siteName))
  const handle = useMatches().at(-1)?.handle as { title?: string } | undefined
  const key = handle?.title
  useEffect(() => {
    if (key) document.title = `${t(key)} - ${own || t('siteName')}`
  }, [t, key, own])
}

export const Root = () => {
  useTitle()
  const hasToasts = useToasts((s) => s.items.length > 0)
  return (
    <>
      <Offline />
      <Outlet />
      <Overlay />
      <Suspense>{hasToasts && <Toasts />}</Suspense>
    </>
  )
}
