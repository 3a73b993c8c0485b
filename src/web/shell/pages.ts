import { type ComponentType, createElement } from 'react'
import { areaOf } from '../areas.ts'

type PageModule = { default: ComponentType }
type ResourceModule = { default: ComponentType<{ name: string }> }
type Load<M> = () => Promise<M>

const resourceName = /^[a-z][a-zA-Z0-9]*(\.[a-z][a-zA-Z0-9]*)*$/

/** How to load what a menu entry names (`page:dashboard` or a resource such as `auth.admin`), or null when this build does not hold it. */
export const pageOf = (component: string): Load<ComponentType> | null => {
  if (component.startsWith('page:')) {
    const page = component.slice('page:'.length)
    // For a page (`definePage`) the default export of the area's web half is its component.
    const load = areaOf(page)?.half as Load<PageModule> | undefined
    return load ? () => load().then((m) => m.default) : null
  }
  if (!resourceName.test(component)) return null
  return async () => {
    const { default: ResourcePage } = await resourcePage()
    const Page = () => createElement(ResourcePage, { name: component })
    return Page
  }
}

const resourcePage = (): Promise<ResourceModule> => import('../resource/page.tsx')

/** Its code can come while the menus are still on their way. */
export const prefetchResourcePage = (): void => void resourcePage().catch(() => {})
