import { router } from './held-router.ts'

/** The query of the page that is shown, as last asked for: React may still be drawing an older one. */
export const newestSearch = (): URLSearchParams => {
  const { location, navigation } = router().state
  const next = navigation.location?.pathname === location.pathname ? navigation.location : location
  return new URLSearchParams(next.search)
}
