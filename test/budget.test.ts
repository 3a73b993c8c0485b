import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ERRORS } from '#kernel'

type Chunk = { file: string; imports?: string[] }
const folder = 'dist/web'
const manifestFile = join(folder, '.vite/manifest.json')
const manifest = (): Record<string, Chunk> => {
  if (!existsSync(manifestFile)) throw new Error('the web app is not built; run: npx vite build')
  return JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Chunk>
}

const texts = (...names: string[]): string[] => names.map((name) => `src/web/i18n/locale/zh-cn/${name}.json`)
const login = ['index.html', ...texts('common', 'login')]
const shell = ['index.html', 'src/web/shell/admin-shell.tsx', 'src/web/shell/loading-page.tsx', ...texts('common', 'shell')]

/** Everything that loads before the page stands, as it was seen in the browser. */
const pages: [page: string, kilobytes: number, roots: string[]][] = [
  ['home', 75, ['home.html']],
  ['admin login', 125, [...login, 'src/web/shell/login/admin-login.tsx']],
  ['member login', 125, [...login, 'src/web/member/member-login.tsx']],
  [
    'first admin list',
    350,
    [...shell, 'src/web/resource/page.tsx', 'src/areas/department/index.ts', 'src/areas/department/locale.ts', ...texts('list', 'field')],
  ],
  ['dashboard', 350, [...shell, 'src/areas/dashboard/web/index.tsx']],
]

const filesOf = (chunks: Record<string, Chunk>, root: string, found = new Set<string>()): Set<string> => {
  const chunk = chunks[root]
  if (!chunk) throw new Error(`${root} is not in the build`)
  if (found.has(chunk.file)) return found
  if (chunk.file.endsWith('.js')) found.add(chunk.file)
  for (const next of chunk.imports ?? []) filesOf(chunks, next, found)
  return found
}

test.each(pages)('the initial JavaScript of the %s is at most %i KB gzip', (_page, kilobytes, roots) => {
  const chunks = manifest()
  const files = new Set(roots.flatMap((root) => [...filesOf(chunks, root)]))
  const sizes = [...files].map((file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length)
  expect(sizes.reduce((sum, size) => sum + size, 0) / 1000).toBeLessThanOrEqual(kilobytes)
})

test('the home page carries neither React nor the router', () => {
  const chunks = manifest()
  const code = [...filesOf(chunks, 'home.html')].map((file) => readFileSync(join(folder, file), 'utf8')).join('')
  expect(code).not.toMatch(/createRoot|useSyncExternalStore|patchRoutes/)
})

test('the sentences of the server stay with it: no page carries the catalogue of refusals', () => {
  const code = [...filesOf(manifest(), 'src/web/resource/page.tsx')].map((file) => readFileSync(join(folder, file), 'utf8')).join('')
  expect(code).toContain('FIND_IN_SET')
  expect(code).not.toContain(ERRORS['auth.badLogin']['zh-cn'])
})
