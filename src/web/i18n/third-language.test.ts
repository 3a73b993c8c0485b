import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type * as send from '../api/send.ts'
import type * as format from '../ui/format.ts'
import type * as home from '../home/words.ts'
import type * as i18n from './index.ts'
import type * as languages from '../languages.ts'

type All = { i18n: typeof i18n; languages: typeof languages; format: typeof format; home: typeof home; send: typeof send }

const ENTRY = `export * as i18n from './src/web/i18n/index.ts'
export * as languages from './src/web/languages.ts'
export * as format from './src/web/ui/format.ts'
export * as home from './src/web/home/words.ts'
export * as send from './src/web/api/send.ts'
`
let folder: string
let vite: ViteDevServer
let app: All

/** The product's own source beside one more folder; nothing else differs. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'language-'))
  for (const part of ['src/web', 'src/kernel', 'package.json']) await cp(part, join(folder, part), { recursive: true })
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  const french = join(folder, 'src/web/i18n/locale/fr')
  await mkdir(french)
  const files = {
    language: { name: 'Français', short: 'FR', behind: 'en' },
    common: { save: 'Enregistrer', listSeparator: ' ; ' },
    member: { signOut: 'Se déconnecter' },
    home: { title: 'Gestion et contrôle qualité des données' },
  }
  for (const [name, words] of Object.entries(files)) await writeFile(join(french, `${name}.json`), JSON.stringify(words))
  await writeFile(join(folder, 'entry.ts'), ENTRY)
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => void kept.set(k, v) })
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  vi.stubGlobal('window', { addEventListener: () => {}, location: { pathname: '/user', hash: '' } })
  vite = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false },
  })
  app = (await vite.ssrLoadModule('/entry.ts')) as All
})
afterAll(async () => {
  await vite.close()
  await rm(folder, { recursive: true, force: true })
})

test('A-13 of two changes of language the last one counts, however long the files of the first take', async () => {
  const { i18n } = app
  await i18n.initI18n()
  const first = i18n.setLanguage('en')
  const last = i18n.setLanguage('zh-cn')
  await Promise.all([first, last])
  expect(i18n.currentLanguage()).toBe('zh-cn')
  expect(document.documentElement.lang).toBe('zh-CN')
})

test('A-13 a third language needs only a folder: it is offered, spoken, and kept', async () => {
  const { i18n, languages } = app
  expect(languages.languages.map((l) => l.lang)).toEqual(['zh-cn', 'en', 'fr'])
  await i18n.initI18n()
  await i18n.ensureText('member')
  expect(i18n.t('save')).toBe('保存')
  await i18n.setLanguage('fr')
  expect(i18n.t('save')).toBe('Enregistrer')
  expect(i18n.t('member:signOut')).toBe('Se déconnecter')
  expect(document.documentElement.lang).toBe('fr')
  expect(JSON.parse(localStorage.getItem('storeConfig_v2') ?? '{}')).toMatchObject({
    lang: { defaultLang: 'fr', langArray: [{ name: 'zh-cn' }, { name: 'en' }, { name: 'fr', value: 'Français' }] },
  })
})

test('A-13 what the folder does not say comes from the language behind it, also whole files and the server’s sentences', async () => {
  const { i18n, send } = app
  await i18n.ensureText('list')
  expect(i18n.t('cancel')).toBe('Cancel')
  expect(i18n.t('list:pager.total', { count: 2, amount: '2' })).toBe('2 records')
  expect(send.sessionHeaders(true)['think-lang']).toBe('en')
  expect(await app.home.loadWords('fr')).toMatchObject({ title: 'Gestion et contrôle qualité des données', staff: 'Staff sign-in' })
})

test('A-13 dates, numbers and relative times follow the language', async () => {
  const { format, i18n } = app
  await i18n.ensureText('field')
  const now = Date.parse('2026-11-16T12:00:00Z')
  const ago = (lang: string) => format.relativeTime(new Date(now - 3 * 3600_000), lang, now)
  expect([format.formatNumber(1234.5, 'zh-cn'), format.formatNumber(1234.5, 'en')]).toEqual(['1,234.5', '1,234.5'])
  expect(format.formatNumber(1234.5, 'fr').replace(/\s/g, ' ')).toBe('1 234,5')
  expect([ago('zh-cn'), ago('en'), ago('fr')]).toEqual(['3小时前', '3 hours ago', 'il y a 3 heures'])
  expect(format.joinNames(['a', 'b'])).toBe('a ; b')
})
