import { type ComponentType, createElement } from 'react'
import { areaOf } from '../areas.ts'
import { isResource } from '../state/menu.ts'

type PageModule = { default: ComponentType }
type ResourceModule = { default: ComponentType<{ name: string }> }
type Load<M> = () => Promise<M>

/** How to load what a menu entry names (`page:dashboard` or a resource such as `auth.admin`), or null when this build does not hold it. */
export const pageOf = (component: string): Load<ComponentType> | null => {
  if (component.startsWith('page:')) {
    const page = component.slice('page:'.length)
    // For a page (`definePage`) the default export of the area's web half is its component.
    const load = areaOf(page)?.half as Load<PageModule> | undefined
    return load ? () => load().then((m) => m.default) : null
  }
  return isResource(component) ? named(component, resourcePage) : null
}

/** The page of one record of that resource. */
export const recordPageOf = (component: string): Load<ComponentType> | null => (isResource(component) ? named(component, recordPage) : null)

const named = (name: string, load: Load<ResourceModule>) => async (): Promise<ComponentType> => {
  const { default: Page } = await load()
  const Named = () => createElement(Page, { name })
  return Named
}

const recordPage = (): Promise<ResourceModule> => import('../resource/record/record-page.tsx')

const resourcePage = (): Promise<ResourceModule> => import('../resource/page.tsx')

/** Its code can come while the menus are still on their way. */
export const prefetchResourcePage = (): void => void resourcePage().catch(() => {})
