import type { Language } from '#kernel'
import type { House } from '../http/house.ts'
import { systemContext } from '../http/visit.ts'
import { labelIn } from '../settings/item.ts'
import type { Site } from '../site.ts'

export type Figure = { title: string; value: number; more: boolean }
const LIFE_MS = 60_000
const MOST = 6

type Count = { at: number; value: Promise<{ total: number; more: boolean }> }
const known = new WeakMap<House, Map<string, Count>>()

/** A visitor's reload must not count the database again: once a minute is enough for a figure on the wall. */
const countOf = (house: House, name: string): Count['value'] => {
  const counts = known.get(house) ?? new Map<string, Count>()
  known.set(house, counts)
  const last = counts.get(name)
  if (last && Date.now() - last.at < LIFE_MS) return last.value
  const value = house.engine.list(systemContext(house), name, { limit: 1 }).then(({ total, capped }) => ({ total, more: capped }))
  value.catch(() => counts.delete(name))
  counts.set(name, { at: Date.now(), value })
  return value
}

/** How many records there are of what the settings name, and nothing of what the settings do not name. A name that is none is passed over. */
export const publicFigures = (house: House, { homeFigures }: Site, language: Language): Promise<Figure[]> =>
  Promise.all(
    homeFigures
      .filter(({ value }) => house.engine.registry.get(value))
      .slice(0, MOST)
      .map(async ({ key, value: name }) => {
        const { total, more } = await countOf(house, name)
        return { title: labelIn(key, language) || house.engine.registry.need(name).locale[language].title, value: total, more }
      }),
  )
