export type Bundle = { readonly [key: string]: string | Bundle }
export type Values = Record<string, unknown>

const lookUp = (bundle: Bundle | undefined, key: string): string | undefined => {
  let at: string | Bundle | undefined = bundle
  for (const part of key.split('.')) {
    if (typeof at !== 'object' || !Object.hasOwn(at, part)) return undefined
    at = at[part]
  }
  return typeof at === 'string' ? at : undefined
}

const pluralRules = new Map<string, Intl.PluralRules>()
const pluralOf = (lang: string, count: number): string => {
  let rules = pluralRules.get(lang)
  if (!rules) pluralRules.set(lang, (rules = new Intl.PluralRules(lang)))
  return rules.select(count)
}

const fill = (text: string, values: Values): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (hole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : hole))

/** `row_one` and `row_other` beside each other make a plural; a text without them serves every count. Chinese has no plural, but may say “this one”. */
export const translate = (lang: string, bundles: readonly (Bundle | undefined)[], key: string, values: Values): string | undefined => {
  const count = values['count']
  const keys = typeof count === 'number' ? [`${key}_${pluralOf(lang, count)}`, ...(count === 1 ? [`${key}_one`] : []), key] : [key]
  for (const bundle of bundles) {
    for (const k of keys) {
      const text = lookUp(bundle, k)
      if (text !== undefined) return fill(text, values)
    }
  }
  return undefined
}
