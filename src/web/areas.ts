import type { Locale, Resource } from '#kernel'
import { folderOf } from '../kernel/name.ts'

type Load<M> = () => Promise<M>
type Files<M> = Record<string, Load<M>>
/** What this build holds, by file; `registry.web.ts` is one. */
type Registry = { definitions: Files<Record<string, Resource>>; locales: Files<{ default: Locale }>; halves: Files<{ default: unknown }> }
type Area = { definition: Load<Record<string, Resource>>; locale?: Load<{ default: Locale }>; half?: Load<{ default: unknown }> }

let load: Load<Registry> = () => Promise.resolve({ definitions: {}, locales: {}, halves: {} })
const areas = new Map<string, Area>()

/** Only the entry may name the registry; it hands it over here, and whoever wants an area asks here. */
export const setAreas = (registry: Load<Registry>): void => {
  load = registry
}

/** Before the first route is made: which areas this build holds. */
export const loadAreas = async (): Promise<void> => {
  const { definitions, locales, halves } = await load()
  for (const [file, definition] of Object.entries(definitions)) {
    const folder = file.split('/')[1] ?? ''
    const locale = locales[`./${folder}/locale.ts`]
    const half = halves[`./${folder}/web/index.tsx`]
    areas.set(folder, { definition, ...(locale && { locale }), ...(half && { half }) })
  }
}

export const areaOf = (name: string): Area | undefined => areas.get(folderOf(name))
