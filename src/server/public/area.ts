type Lists = { province_list: Record<string, string>; city_list: Record<string, string>; county_list: Record<string, string> }
let loaded: Promise<Lists> | undefined
const load = () => (loaded ??= import('@vant/area-data').then((m) => m.areaList))

/** Codes are six digits; the first two name the province, the first four the city. */
const within = (list: Record<string, string>, prefix: string) =>
  Object.entries(list)
    .filter(([code]) => code.startsWith(prefix))
    .map(([value, label]) => ({ value, label }))

/** Provinces; the cities of a province; the districts of a city. Unknown codes have no children. */
export const areaOptions = async (query: Record<string, unknown>): Promise<{ value: string; label: string }[]> => {
  const { province_list, city_list, county_list } = await load()
  const code = (name: string) => (typeof query[name] === 'string' ? query[name] : '')
  if (code('province') === '') return within(province_list, '')
  if (!Object.hasOwn(province_list, code('province'))) return []
  if (code('city') === '') return within(city_list, code('province').slice(0, 2))
  return Object.hasOwn(city_list, code('city')) ? within(county_list, code('city').slice(0, 4)) : []
}
