import type { Locale, Resource } from '#kernel'
import { request } from '../api/request.ts'
import { areaOf } from '../areas.ts'
import type { Half } from './half.ts'

export type Loaded = { resource: Resource; locale: Locale; half: Half; /** Of a definition made at run time. */ revision?: string }

const bundled = async (name: string): Promise<Loaded | null> => {
  const area = areaOf(name)
  if (!area?.locale) return null
  const [exported, words, half] = await Promise.all([area.definition(), area.locale(), area.half?.()])
  const resource = Object.values(exported).find((r) => r.name === name)
  return resource ? { resource, locale: words.default, half: half?.default ?? {} } : null
}

/** Made at run time: the server holds its definition. One that is opened by name has the web half of its base. */
const stored = async (name: string): Promise<Loaded> => {
  const { data } = await request<{ definition: Resource; locale: Locale; revision?: string }>({
    url: '/admin/index/resource',
    params: { name },
    showError: false,
    cancelDuplicate: false,
  })
  const { definition: resource, locale, revision } = data
  const half = resource.base ? await areaOf(resource.base)?.half?.() : undefined
  return { resource, locale, half: half?.default ?? {}, ...(revision ? { revision } : {}) }
}

export const loadResource = async (name: string): Promise<Loaded> => (await bundled(name)) ?? stored(name)
