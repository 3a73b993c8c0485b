import { existsSync } from 'node:fs'
import { folderOf } from '#kernel'
import type { Locale, Page, Resource } from '#kernel'
import type { AreaHalf, PageHalf } from '#server/serve.ts'
import { areas, pages } from './registry.ts'

type Module<T> = { default: T }
const load = async <T>(file: string): Promise<T> => ((await import(file)) as Module<T>).default
const halfIn = async <T>(folder: string): Promise<T | undefined> => {
  const file = `./${folder}/server/index.ts`
  return existsSync(new URL(file, import.meta.url)) ? load<T>(file) : undefined
}

type Mounted = { resource: Resource; locale: Locale; half: AreaHalf | undefined }
const mount = async (resource: Resource): Promise<Mounted> => {
  const folder = folderOf(resource.name)
  return { resource, locale: await load<Locale>(`./${folder}/locale.ts`), half: await halfIn<AreaHalf>(folder) }
}

/** Words and server half of every area, found by folder, as the browser finds them in `registry.web.ts`. */
export const mounted: readonly Mounted[] = await Promise.all(areas.map(mount))
export const mountedPages: readonly { page: Page; half: PageHalf | undefined }[] = await Promise.all(
  pages.map(async (page) => ({ page, half: await halfIn<PageHalf>(folderOf(page.page)) })),
)
