// The pictures of README and guide, taken from the product itself with its demo study: npm run -s pictures
// Run it when pages have changed their looks; each picture is made in both languages.
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type Page } from '@playwright/test'
import { findBrowser } from './run/browser.mjs'

const PASSWORD = 'picture-2026'
const LANGUAGES = ['zh-cn', 'en'] as const
type Lang = (typeof LANGUAGES)[number]
const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 780 }
const PATIENCE_MS = 180_000

const folderOf = (lang: Lang) => join(import.meta.dirname, '..', 'docs', 'picture', lang)
const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const place = probe.address()
      probe.close(() => resolve(typeof place === 'object' && place ? place.port : 0))
    })
  })

type Row = Record<string, unknown> & { id: number }
type Answer = { code: number; msg: string; data: { list?: Row[]; userInfo?: { token: string } } }
const started = async (dataDir: string) => {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, ADMIN_PASSWORD: PASSWORD, LOGIN_CAPTCHA: 'never' }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run.mjs'), 'start'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const base = `http://127.0.0.1:${port}`
  const isUp = () =>
    fetch(`${base}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const began = Date.now(); !(await isUp()); await sleep(500))
    if (Date.now() - began > PATIENCE_MS || child.exitCode !== null) throw new Error('the server did not start')
  const stop = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.kill('SIGTERM')
    })
  return { base, stop }
}

const caller = async (base: string) => {
  const headers = { server: '1', 'content-type': 'application/json' }
  const body = JSON.stringify({ username: 'datamanager', password: PASSWORD, keep: true })
  const signed = (await (await fetch(`${base}/admin/index/login`, { method: 'POST', headers, body })).json()) as Answer
  const batoken = signed.data.userInfo?.token ?? ''
  const list = async (resource: string, search: object[] = []): Promise<Row[]> => {
    const query = new URLSearchParams({ limit: '100', search: JSON.stringify(search) })
    const answer = (await (await fetch(`${base}/admin/${resource}/index?${query}`, { headers: { server: '1', batoken } })).json()) as Answer
    return answer.data.list ?? []
  }
  return list
}
type List = Awaited<ReturnType<typeof caller>>
/** The first that is as wanted; what workers still have to do is waited for. */
const first = async (list: List, resource: string, search: object[] = [], isWanted: (row: Row) => boolean = () => true): Promise<Row> => {
  for (const began = Date.now(); Date.now() - began < PATIENCE_MS; await sleep(500)) {
    const row = (await list(resource, search)).find(isWanted)
    if (row) return row
  }
  throw new Error(`the demo has no such ${resource}`)
}
const is = (field: string, val: string) => ({ field, operator: '=', val })

const signIn = async (browser: Browser, base: string, lang: Lang, account: string, path: string, viewport = DESK): Promise<Page> => {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', timezoneId: 'Asia/Shanghai' })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  await page.addInitScript((chosen) => {
    if (!localStorage.getItem('storeConfig_v2')) localStorage.setItem('storeConfig_v2', JSON.stringify({ lang: { defaultLang: chosen } }))
  }, lang)
  const login = path.startsWith('/user') ? '/user/login' : '/admin/login'
  await page.goto(`${base}${login}?to=${encodeURIComponent(path)}`)
  await page.locator('input[name=username]').fill(account)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
  return page
}
const take = async (page: Page, lang: Lang, name: string): Promise<void> => {
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  await page.locator('.toast').first().waitFor({ state: 'detached' })
  const cdp = await page.context().newCDPSession(page)
  const { data } = await cdp.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
  const file = join(folderOf(lang), `${name}.webp`)
  await writeFile(file, Buffer.from(data, 'base64'))
  console.log(`${lang}/${name}.webp: ${Math.round((await stat(file)).size / 1024)} KB`)
}
const shown = async (page: Page, base: string, path: string, element: string): Promise<void> => {
  await page.goto(`${base}${path}`)
  await page.locator(element).first().waitFor()
}

/** What each chapter of the guide shows. */
const guide = async (browser: Browser, base: string, list: List, lang: Lang): Promise<void> => {
  const study = await first(list, 'study.project', [is('code', 'HTN-2026')])
  const run = await first(list, 'qc.run', [is('state', 'done')])
  const analysis = await first(list, 'analysis.project', [is('code', 'HTN-A2')])
  const desk = await signIn(browser, base, lang, 'datamanager', '/admin/finding')
  await desk.getByRole('grid').getByRole('row').nth(3).waitFor()
  // Until its form has come a variable is called by its code.
  await desk.locator('.cell-text span[title]').first().waitFor()
  await take(desk, lang, 'findings')
  await shown(desk, base, `/admin/qc/run/${run.id}`, '.run-score')
  await take(desk, lang, 'run')
  await shown(desk, base, `/admin/study/project/${study.id}?tab=marks`, '.study-table')
  await take(desk, lang, 'verification')
  await shown(desk, base, `/admin/analysis/project/${analysis.id}?tab=plan`, '.analysis')
  await take(desk, lang, 'analysis')
  const admin = await signIn(browser, base, lang, 'admin', '/admin/auth/log')
  await admin.getByRole('grid').getByRole('row').nth(3).waitFor()
  await take(admin, lang, 'log')
  await desk.context().close()
  await admin.context().close()
}

/** The chain that the README walks, with a finding of its own for each language. */
const CHAIN = {
  'zh-cn': { found: '68kg', value: '68', raise: '提质疑', corrected: /^更正后的值/, send: '提交答复' },
  en: { found: '72公斤', value: '72', raise: 'Raise a query', corrected: /^Corrected value/, send: 'Send the answer' },
} as const
const chain = async (browser: Browser, base: string, list: List, lang: Lang): Promise<void> => {
  const words = CHAIN[lang]
  const finding = await first(list, 'finding', [{ field: 'value', operator: 'LIKE', val: words.found }])
  const desk = await signIn(browser, base, lang, 'datamanager', `/admin/finding/${finding.id}`)
  await desk.locator('.finding-story li').first().waitFor()
  await take(desk, lang, 'finding')
  await desk.getByRole('button', { name: words.raise, exact: true }).first().click()
  await desk.locator('.ant-drawer-open').getByRole('button', { name: words.raise, exact: true }).click()
  const { query } = await first(list, 'finding', [is('id', String(finding.id))], (row) => typeof row['query'] === 'number')
  const phone = await signIn(browser, base, lang, 'researcher', `/user/study/query?id=${String(query)}`, PHONE)
  await phone.getByLabel(words.corrected).fill(words.value)
  await take(phone, lang, 'answer')
  await phone.getByRole('button', { name: words.send, exact: true }).click()
  await first(list, 'query', [is('id', String(query)), is('state', 'closed')])
  await shown(desk, base, `/admin/query/${String(query)}`, '.query-thread')
  await take(desk, lang, 'closed')
  await desk.context().close()
  await phone.context().close()
}

const dataDir = await mkdtemp(join(tmpdir(), 'picture-'))
const server = await started(dataDir)
const executablePath = findBrowser()
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] })
try {
  const list = await caller(server.base)
  for (const lang of LANGUAGES) await mkdir(folderOf(lang), { recursive: true })
  // What the demo has asked of its workers is answered before anything is shown.
  await first(list, 'analysis.project', [is('state', 'released')])
  for (const lang of LANGUAGES) await guide(browser, server.base, list, lang)
  for (const lang of LANGUAGES) await chain(browser, server.base, list, lang)
} finally {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
