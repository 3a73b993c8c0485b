import type { Language } from '#kernel'
import type { Backend } from '../backend.ts'
import { systemContext } from '../model/system-context.ts'
import { labelIn } from '../settings/item.ts'
import type { Site } from '../site.ts'

export type Figure = { title: string; value: number; more: boolean }
const LIFE_MS = 60_000
const MOST = 6

type Count = { at: number; value: Promise<{ total: number; more: boolean }> }
const known = new WeakMap<Backend, Map<string, Count>>()

/** A visitor's reload must not count the database again: once a minute is enough for a figure on the wall. */
const countOf = (backend: Backend, name: string): Count['value'] => {
  const counts = known.get(backend) ?? new Map<string, Count>()
  known.set(backend, counts)
  const last = counts.get(name)
  if (last && Date.now() - last.at < LIFE_MS) return last.value
  const value = backend.engine.list(systemContext(backend), name, { limit: 1 }).then(({ total, capped }) => ({ total, more: capped }))
  value.catch(() => counts.delete(name))
  counts.set(name, { at: Date.now(), value })
  return value
}

/** How many records there are of what the settings name, and nothing of what the settings do not name. A name that is none is passed over. */
export const publicFigures = (backend: Backend, { homeFigures }: Site, language: Language): Promise<Figure[]> =>
  Promise.all(
    homeFigures
      .filter(({ value }) => backend.engine.registry.get(value))
      .slice(0, MOST)
      .map(async ({ key, value: name }) => {
        const { total, more } = await countOf(backend, name)
        return { title: labelIn(key, language) || backend.engine.registry.need(name).locale[language].title, value: total, more }
      }),
  )
