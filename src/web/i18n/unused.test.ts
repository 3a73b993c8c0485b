import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const base = 'src/web/i18n/locale/zh-cn'
type Tree = { [key: string]: string | Tree }
const keysOf = (tree: Tree, prefix = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) => (typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`)))

const under = (folder: string, fits: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((f) => fits.test(f) && !/\.test\.tsx?$/.test(f))
    .map((f) => `${folder}/${f}`)
const code = (files: readonly string[]): string => files.map((f) => readFileSync(f, 'utf8')).join('\n')

const web = code([
  ...under('src/web', /\.tsx?$/),
  ...under('src/areas', /^[^/]+\/web.*\.tsx?$|\/web\/.*\.tsx?$/),
  ...under('src/kernel', /\.ts$/),
])
const literals = new Set([...web.matchAll(/'((?:[^'\n\\]|\\.)*)'|"((?:[^"\n\\]|\\.)*)"/g)].map((m) => m[1] ?? m[2] ?? ''))
/** `a.${b}.c` says every key that begins and ends like it. One that says almost nothing says nothing here. */
const patterns = [...new Set([...web.matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)].map((m) => m[1] ?? ''))]
  .map((text) => text.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/))
  .filter((parts) => parts.join('').replace(/[^a-z]/gi, '').length >= 2 && parts.every((part) => /^[\w.:-]*$/.test(part)))
  .map((parts) => new RegExp(`^${parts.map((part) => part.replace(/[.:-]/g, '\\$&')).join('.+')}$`))

/** Data speaks these: names of fields, verbs, operators, states come from definitions and from the server. */
const fromData: Record<string, RegExp> = {
  common: /^http\.\d+$/,
  dashboard: /^action\./,
  field: /^(column|action)\./,
  list: /^(op|time)\./,
  keys: /^(shell|tabs|grid|form|record)\./,
  home: /./,
  greeting: /./,
}
const isUsed = (ns: string, key: string): boolean => {
  if (fromData[ns]?.test(key)) return true
  const bare = key.replace(/_(one|other)$/, '')
  return [bare, `${ns}:${bare}`].some((name) => literals.has(name) || patterns.some((p) => p.test(name)))
}

test.each(readdirSync(base).filter((f) => f !== 'language.json'))('A-13 every text of %s is used', (file) => {
  const ns = file.replace('.json', '')
  const keys = keysOf(JSON.parse(readFileSync(`${base}/${file}`, 'utf8')) as Tree)
  expect(keys.filter((key) => !isUsed(ns, key))).toEqual([])
})

test('A-13 every text of the home page stands in it', () => {
  const home = code(under('src/web/home', /\.tsx?$/))
  const named = (key: string): boolean => home.includes(`'${key}'`) || home.includes(`"${key}"`)
  const keys = keysOf(JSON.parse(readFileSync(`${base}/home.json`, 'utf8')) as Tree)
  expect(keys.filter((key) => !named(key) && !named(key.replace(/(Text|v)$/, '')))).toEqual([])
})

const serverCode = code(under('src/server', /\.ts$/))
test.each(readdirSync('src/areas', { withFileTypes: true }).flatMap((d) => (d.isDirectory() ? [d.name] : [])))(
  'A-13 %s refuses in words that it has, and has no words for refusals that it does not make',
  async (area) => {
    const files = under(`src/areas/${area}`, /\.tsx?$/)
    const locale = files.find((f) => f.endsWith('/locale.ts'))
    if (!locale) return
    const found = Object.values(
      (await import(/* @vite-ignore */ `${process.cwd()}/${locale}`)) as Record<
        string,
        Record<string, { errors?: object; sections?: object }>
      >,
    )
    const own = code(files.filter((f) => f !== locale))
    // The generator names what is wrong with a plan; the area says it.
    const everywhere = own + serverCode
    for (const words of found.map((l) => l['zh-cn']).filter((l) => typeof l === 'object')) {
      for (const key of [...Object.keys(words.errors ?? {}), ...Object.keys(words.sections ?? {})])
        expect(new RegExp(`['"\`]?\\b${key}\\b`).test(everywhere), `${area}: ${key}`).toBe(true)
    }
    const said = new Set(found.flatMap((l) => Object.keys(l['zh-cn']?.errors ?? {})))
    for (const [, key = ''] of own.matchAll(/\brefuse\(\w+, '(\w+)'/g)) expect(said.has(key), `${area}: ${key}`).toBe(true)
  },
)
