import { LANGUAGES, folderOf } from '#kernel'
import type { Field, Locale, Resource } from '#kernel'

const key = (name: string) => (/^[a-zA-Z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))
const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`

/** A value as TypeScript source in the style of this project. */
const print = (value: unknown): string => {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(print).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, v]) => v !== undefined)
  return entries.length ? `{ ${entries.map(([k, v]) => `${key(k)}: ${print(v)}`).join(', ')} }` : '{}'
}

const printField = ({ kind, ...rest }: Field): string => {
  const { to, ...options } = rest as { to?: string }
  const shown = Object.keys(options).length ? print(options) : ''
  return to === undefined ? `f.${kind}(${shown})` : `f.${kind}(${quoted(to)}, ${shown || '{}'})`
}

const symbolOf = (name: string) => name.replace(/\.(\w)/g, (_, c: string) => c.toUpperCase())

/** The folder of an area made with the mouse, ready for git: it compiles in `src/areas`. */
export const printArea = (r: Resource, locale: Locale): { folder: string; files: Record<string, string> } => {
  const symbol = symbolOf(r.name)
  const { name: _, fields, actions: __, traits, ...rest } = r
  const line = (k: string, v: unknown) => (v === undefined ? '' : `  ${k}: ${print(v)},\n`)
  const definition = [
    `import { defineResource, f } from '#kernel'\n\nexport const ${symbol} = defineResource(${quoted(r.name)}, {\n`,
    line('menu', rest.menu),
    line('label', rest.label),
    `  fields: {\n${Object.entries(fields)
      .map(([n, field]) => `    ${key(n)}: ${printField(field)},\n`)
      .join('')}  },\n`,
    line('traits', traits),
    line('moves', rest.moves),
    line('reason', rest.reason),
    line('second', rest.second),
    line('scopedBy', rest.scopedBy),
    line('indexes', rest.indexes),
    line('list', rest.list),
    line('form', rest.form),
    '})\n',
  ].join('')
  const words = LANGUAGES.map((l) => {
    const { title, remark, fields: names, help, options } = locale[l]
    const own = Object.fromEntries(Object.keys(fields).map((n) => [n, names[n] ?? n]))
    const chosen = Object.fromEntries(
      Object.entries(fields).flatMap(([n, field]) =>
        'options' in field ? [[n, Object.fromEntries(field.options.map((o) => [o, options?.[n]?.[o] ?? o]))]] : [],
      ),
    )
    const text = { title, remark, fields: own, ...(help ? { help } : {}), ...(Object.keys(chosen).length ? { options: chosen } : {}) }
    return `  ${key(l)}: ${print(text)},\n`
  }).join('')
  const locales = `import { defineLocale } from '#kernel'\nimport { ${symbol} } from './index.ts'\n\nexport default defineLocale(${symbol}, {\n${words}})\n`
  return { folder: folderOf(r.name), files: { 'index.ts': definition, 'locale.ts': locales } }
}
