import { createElement, type ComponentType } from 'react'

type PageModule = { default: ComponentType }
type ResourceModule = { default: ComponentType<{ name: string }> }

/** Pages of the shell itself; areas bring theirs through their registry. */
const own: Record<string, () => Promise<PageModule>> = {
  'page:dashboard': () => import('./dashboard/dashboard-page.tsx'),
}

let registered: Record<string, () => Promise<PageModule>> = {}
export const registerPages = (pages: Record<string, () => Promise<PageModule>>): void => {
  registered = { ...registered, ...pages }
}

const resourceName = /^[a-z][a-zA-Z0-9]*(\.[a-z][a-zA-Z0-9]*)*$/

/** How to load what a menu entry names, or null when this build does not hold it. */
export const pageOf = (component: string): (() => Promise<ComponentType>) | null => {
  const load = own[component] ?? registered[component]
  if (load) return () => load().then((m) => m.default)
  if (!resourceName.test(component)) return null
  return async () => {
    const { default: ResourcePage } = await resourcePage()
    const Page = () => createElement(ResourcePage, { name: component })
    return Page
  }
}

/** Its code can come while the menus are still on their way. */
export const prefetchResourcePage = (): void => void resourcePage().catch(() => {})

const resourcePages = import.meta.glob<ResourceModule>('../resource/page.tsx')
const resourcePage = (): Promise<ResourceModule> => {
  const load = resourcePages['../resource/page.tsx']
  return load ? load() : Promise.reject(new Error('this build has no resource page'))
}
