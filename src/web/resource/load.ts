import { folderOf, type Locale, type Resource } from '#kernel'
import { definitions, halves, locales } from '../../areas/registry.web.ts'
import { request } from '../api/request.ts'
import type { Half } from './half.ts'

export type Loaded = { resource: Resource; locale: Locale; half: Half }

const bundled = async (name: string): Promise<Loaded | null> => {
  const folder = `./${folderOf(name)}`
  const definition = definitions[`${folder}/index.ts`]
  const locale = locales[`${folder}/locale.ts`]
  if (!definition || !locale) return null
  const [exported, words, half] = await Promise.all([definition(), locale(), halves[`${folder}/web/index.tsx`]?.()])
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
