import nprogress from 'nprogress'
import type { createBrowserRouter } from 'react-router'
import { hideBlockLoader } from '../ui/block-loader.ts'

nprogress.configure({ showSpinner: false, trickleSpeed: 120 })

/** The bar runs while the router loads code, texts and data of the next page. */
export const followNavigation = (router: ReturnType<typeof createBrowserRouter>): void => {
  nprogress.start()
  let moving = true
  const settle = (busy: boolean): void => {
    if (busy === moving) return
    moving = busy
    if (busy) return void nprogress.start()
    nprogress.done()
    hideBlockLoader()
  }
  router.subscribe((state) => settle(!state.initialized || state.navigation.state !== 'idle'))
  if (router.state.initialized) settle(false)
}
