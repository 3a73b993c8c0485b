import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const ALIASES: Readonly<Record<string, string>> = {
  '#kernel': 'src/kernel/index.ts',
  '#server': 'src/server/kit.ts',
  '#web': 'src/web/kit.tsx',
  '#qc': 'src/qc/index.ts',
}
/** Type-only imports count: what cannot be read without the other belongs with it. */
const SPECIFIER = /^(?:import|export)\s[^'"`;]*?\sfrom '([.#][^']+)'|^import '([.#][^']+)'|[^.\w]import\(\s*'([.#][^']+)'/gm

const fileOf = (specifier: string, from: string): string =>
  ALIASES[specifier] ?? (specifier.startsWith('#') ? `src/${specifier.slice(1)}` : normalize(join(dirname(from), specifier)))
const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(SPECIFIER)].map(([, a, b, c]) => fileOf((a ?? b ?? c)!, file))

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => join('src', name))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file))
const isSource = new Set(sources)
const arrows = new Map(sources.map((file) => [file, importsOf(file).filter((target) => isSource.has(target))]))
const all = [...arrows].flatMap(([from, targets]) => targets.map((to) => ({ from, to })))

/** The rooms of a zone are its folders; a file that stands outside them is a room of its own. */
const roomIn = (zone: string, file: string): string | undefined =>
  file.startsWith(`src/${zone}/`) ? file.slice(zone.length + 5).split('/')[0] : undefined
const twoWay = (zone: string): string[] => {
  const pairs = new Set(
    all.flatMap(({ from, to }) => {
      const [a, b] = [roomIn(zone, from), roomIn(zone, to)]
      return a && b && a !== b ? [`${a} ${b}`] : []
    }),
  )
  return [...pairs].filter((pair) => pair < pair.split(' ').toReversed().join(' ') && pairs.has(pair.split(' ').toReversed().join(' ')))
}

/** Files that all reach each other. */
const knots = (): string[][] => {
  const reach = (from: string, back: ReadonlyMap<string, readonly string[]>): Set<string> => {
    const found = new Set<string>()
    const visit = (file: string) => {
      for (const next of back.get(file) ?? []) if (!found.has(next)) visit(found.add(next) && next)
    }
    visit(from)
    return found
  }
  const reversed = new Map(sources.map((file) => [file, [] as string[]]))
  for (const { from, to } of all) reversed.get(to)!.push(from)
  const done = new Set<string>()
  return sources.flatMap((file) => {
    if (done.has(file)) return []
    const forth = reach(file, arrows)
    if (!forth.has(file)) return []
    const knot = [...reach(file, reversed)].filter((other) => forth.has(other))
    for (const other of knot) done.add(other)
    return [knot]
  })
}

const names = (kit: string): string[] =>
  [...readFileSync(kit, 'utf8').matchAll(/^export (?:type )?\{([^}]*)\}|^export const (\w+)/gm)].flatMap(([, list, name]) =>
    name ? [name] : list!.split(',').map((n) => n.trim()),
  )

test.each(['server', 'web', 'study'])('no two rooms of src/%s import each other', (zone) => {
  expect(twoWay(zone)).toEqual([])
})

test('no more than three files know each other', () => {
  expect(knots().filter((knot) => knot.length > 3)).toEqual([])
})

test.each(['src/server/kit.ts', 'src/web/kit.tsx'])('%s has at most 15 words, and each is said by two areas or more', (kit) => {
  const words = names(kit)
  expect(words.length).toBeLessThanOrEqual(15)
  const said = Map.groupBy(
    sources.flatMap((file) => {
      const area = roomIn('areas', file)
      const imports = [...readFileSync(file, 'utf8').matchAll(/^import (?:type )?\{([^}]*)\} from '(#server|#web)'/gm)]
      return area ? imports.flatMap(([, list]) => list!.split(',').map((n) => ({ area, word: n.trim().replace(/^type /, '') }))) : []
    }),
    ({ word }) => word,
  )
  expect(words.filter((word) => new Set(said.get(word)?.map(({ area }) => area)).size < 2)).toEqual([])
})

test('an area imports no other area, and only the entries import areas', () => {
  const entries = new Set(['src/server/app.ts', 'src/server/start.ts', 'src/worker/main.ts', 'src/web/main.tsx'])
  const strangers = all.filter(({ from, to }) => {
    if (!to.startsWith('src/areas/') || entries.has(from) || from.startsWith('src/areas/registry')) return false
    return roomIn('areas', from) !== roomIn('areas', to)
  })
  expect(strangers).toEqual([])
})

test('the domain of studies knows the kernel and the QC engine alone', () => {
  const known = ['src/study/', 'src/kernel/', 'src/qc/']
  expect(all.filter(({ from, to }) => from.startsWith('src/study/') && !known.some((zone) => to.startsWith(zone)))).toEqual([])
})

test('server and web never meet', () => {
  const side = (file: string) => /^src\/(?:areas\/[^/]+\/)?(server|web)\//.exec(file)?.[1]
  expect(all.filter(({ from, to }) => side(from) && side(to) && side(from) !== side(to))).toEqual([])
})

test('nothing that the server imports at its start reaches DuckDB: a crash of native code ends a worker, never sign-in', () => {
  // Dynamic imports are left out here: they are how a worker's step loads the engine.
  const fixed = (file: string): string[] =>
    [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s(?!type\s)[^'"`;]*?\sfrom '([.#][^']+)'|^import '([.#][^']+)'/gm)]
      .map(([, a, b]) => fileOf((a ?? b)!, file))
      .filter((target) => isSource.has(target))
  const reached = new Set<string>()
  const visit = (file: string) => {
    for (const next of fixed(file)) if (!reached.has(next)) visit(reached.add(next) && next)
  }
  const halves = sources.filter((file) => /^src\/areas\/[^/]+\/server\/index\.ts$/.test(file))
  for (const start of ['src/server/main.ts', 'src/server/start.ts', ...halves]) visit(start)
  expect(reached.size).toBeGreaterThan(200)
  const native = [...reached].filter((file) => /^import (?!type )[^;]*? from '@duckdb\/node-api'/m.test(readFileSync(file, 'utf8')))
  expect(native).toEqual([])
  // The whole engine is for workers; the server has its language alone.
  expect(reached).not.toContain('src/qc/index.ts')
})

/** As the picture at the top names them: `src/web/   api · state · …`, on as many lines as it takes. */
const pictured = (zone: string): string[] => {
  const [, text = ''] = new RegExp(`\\nsrc/${zone}/ +((?:.+\\n)(?: +.+\\n)*)`).exec(readFileSync('ARCHITECTURE.md', 'utf8')) ?? []
  return text.split('·').map((name) => name.replace(/\(.*\)/, '').trim())
}
test.each(['server', 'web'])('ARCHITECTURE names every room of src/%s, and none that is gone', (zone) => {
  const rooms = readdirSync(`src/${zone}`, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  expect(pictured(zone).toSorted()).toEqual(rooms.toSorted())
})
