import { request } from '../api/request.ts'

export type Place = { value: string; label: string }
const known = new Map<string, Promise<Place[]>>()

/** Provinces, or the cities of one, or the districts of one. Every level is fetched once per page load; a failed one again. */
export const placesBelow = (path: readonly string[]): Promise<Place[]> => {
  const [province = '', city = ''] = path
  const key = `${province}/${city}`
  let promise = known.get(key)
  if (!promise) {
    promise = request<{ value: string | number; label: string }[]>({
      url: '/admin/ajax/area',
      params: { province: province || undefined, city: city || undefined },
      cancelDuplicate: false,
      showError: false,
    }).then(({ data }) => data.map((o) => ({ value: String(o.value), label: o.label })))
    promise.catch(() => known.delete(key))
    known.set(key, promise)
  }
  return promise
}

/** The names of a stored place, level by level; a code that is not known any more stays a code. */
export const placeNames = (codes: readonly string[]): Promise<string[]> =>
  Promise.all(codes.map(async (code, depth) => (await placesBelow(codes.slice(0, depth))).find((p) => p.value === code)?.label ?? code))
