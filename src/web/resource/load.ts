import type { Locale, Resource } from '#kernel'
import { request } from '../api/request.ts'
import { areaOf } from '../areas.ts'
import type { Half } from './half.ts'

export type Loaded = { resource: Resource; locale: Locale; half: Half }

const bundled = async (name: string): Promise<Loaded | null> => {
  const area = areaOf(name)
  if (!area?.locale) return null
  const [exported, words, half] = await Promise.all([area.definition(), area.locale(), area.half?.()])
  const resource = Object.values(exported).find((r) => r.name === name)
  return resource ? { resource, locale: words.default, half: half?.default ?? {} } : null
}

/** Made by the generator at run time: the server holds its definition, and it has no web half. */
const stored = async (name: string): Promise<Loaded> => {
  const { data } = await request<{ definition: Resource; locale: Locale }>({
    url: '/admin/index/resource',
    params: { name },
    showError: false,
    cancelDuplicate: false,
  })
  return { resource: data.definition, locale: data.locale, half: {} }
}

const known = new Map<string, Promise<Loaded>>()

/** A failed load is forgotten, so that "retry" asks again. */
export const loadResource = (name: string): Promise<Loaded> => {
  let promise = known.get(name)
  if (!promise) {
    promise = bundled(name).then((found) => found ?? stored(name))
    promise.catch(() => known.delete(name))
    known.set(name, promise)
  }
  return promise
}
