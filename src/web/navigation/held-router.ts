import type { createBrowserRouter } from 'react-router'

type Router = ReturnType<typeof createBrowserRouter>

let held: Router | null = null

/** The shell adds routes at run time; it takes the router from here, because importing its module would import every page's route twice around. */
export const holdRouter = (router: Router): void => {
  held = router
}

export const router = (): Router => {
  if (!held) throw new Error('the router is not created yet')
  return held
}
