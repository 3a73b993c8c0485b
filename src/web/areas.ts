type Load<M> = () => Promise<M>
type Registry = { definitions: Record<string, unknown>; halves: Record<string, Load<{ default: unknown }>> }

let load: Load<Registry> = () => Promise.resolve({ definitions: {}, halves: {} })
const folders = new Set<string>()
const halves = new Map<string, Load<{ default: unknown }>>()

/** Only the entry may name the registry; it hands it over here. */
export const setAreas = (registry: Load<Registry>): void => {
  load = registry
}

const folderIn = (file: string): string => file.split('/')[1] ?? ''

/** Before the first route is made: which areas this build holds. */
export const loadAreas = async (): Promise<void> => {
  const registry = await load()
  for (const file of Object.keys(registry.definitions)) folders.add(folderIn(file))
  for (const [file, half] of Object.entries(registry.halves)) halves.set(folderIn(file), half)
}

/** `auth.adminLog` and `auth/adminLog` both live in the folder `auth-admin-log`. */
export const folderOf = (name: string): string => name.replaceAll(/[./]/g, '-').replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)

export const isArea = (name: string): boolean => folders.has(folderOf(name))

export const halfOf = (name: string): Load<{ default: unknown }> | undefined => halves.get(folderOf(name))
