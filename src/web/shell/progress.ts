import nprogress from 'nprogress'
import type { createBrowserRouter } from 'react-router'
import { hideBlockLoader } from '../ui/block-loader.ts'

// Its own template names roles that do not exist, which a screen reader would stumble over.
const template = '<div class="bar" data-bar aria-hidden="true"><div class="peg"></div></div>'
nprogress.configure({ showSpinner: false, trickleSpeed: 120, template, barSelector: '[data-bar]' })

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
