import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { Answer } from '../server.ts'
import { noSeriousFindings } from './page-kit.ts'
import { PASSWORD, seed } from './shell-kit.ts'

test.describe.configure({ mode: 'serial' })

let child: ChildProcess
let base: string
test.beforeAll(async () => {
  test.setTimeout(180_000)
  child = spawn(process.execPath, ['test/e2e/serve.ts'], { env: { ...process.env, E2E_PORT: '0', E2E_WORKER: '1' } })
  base = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (address: Buffer) => resolve(address.toString().trim()))
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
})
test.afterAll(async () => {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
})

const FIRST = '生命体征 第 1 周.csv'
const SECOND = '生命体征 第 2 周.csv'
const WORDS = {
  'zh-cn': {
    waits: '等待决定',
    changed: '改动 11 行',
    refused: '不合格 4 行',
    unknown: '研究中没有这位受试者',
    save: '下载不合格的行',
    accept: '入库 15 行',
    more: '更多',
    accepted: '已入库',
    rejected: '已退回',
    quarantined: '已隔离',
    again: '重新比较',
    reject: '退回',
    quarantine: '隔离',
  },
  en: {
    waits: 'waits for a decision',
    changed: 'Changed: 11',
    refused: 'Do not pass: 4',
    unknown: 'The study has no such subject',
    save: 'Download the rows that do not pass',
    accept: 'Store 15 rows',
    more: 'More',
    accepted: 'Accepted',
    rejected: 'Rejected',
    quarantined: 'Quarantined',
    again: 'Compare again',
    reject: 'Reject',
    quarantine: 'Quarantine',
  },
} as const
type Lang = keyof typeof WORDS

const signed = async (lang: Lang, page: Page): Promise<void> => {
  const response = await fetch(`${base}/admin/index/login`, {
    method: 'POST',
    headers: { server: '1', 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'datamanager', password: PASSWORD, keep: true }),
  })
  const { data } = (await response.json()) as Answer<{ userInfo: unknown }>
  await seed(page, { adminInfo: data.userInfo, storeConfig_v2: { lang: { defaultLang: lang } } })
}
const shot = async (page: Page, name: string) => {
  const folder = process.env['SHOT']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
/** By the list, as people come to it. */
const open = async (page: Page, lang: Lang, name: string): Promise<void> => {
  await signed(lang, page)
  await page.goto(`${base}/admin/gather/delivery`)
  await page.getByRole('link', { name }).first().click()
  await expect(page.locator('h1')).toContainText(name)
}

for (const lang of ['zh-cn', 'en'] as const)
  for (const width of [1440, 390]) {
    test(`AA-02 a delivery shows what was read, what would change cell by cell and what does not pass (${lang}, ${width})`, async ({
      browser,
    }) => {
      test.setTimeout(180_000)
      const words = WORDS[lang]
      const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
      const page = await context.newPage()
      await open(page, lang, SECOND)
      await expect(page.getByText(words.waits)).toBeVisible({ timeout: 60_000 })
      await expect(page.getByText('utf-8')).toBeVisible()
      await expect(page.getByText(words.changed, { exact: true })).toBeVisible()
      const cell = page.locator('.delivery-cell').filter({ hasText: '68kg' })
      await expect(cell.locator('del')).toHaveText('68kg')
      await expect(cell.locator('ins')).toHaveText('87')
      await page.getByText(words.refused, { exact: true }).click()
      await expect(page.getByText(words.unknown)).toBeVisible()
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: words.save }).click()])
      expect(await readFile(await file.path(), 'utf8')).toContain('HTN-9999')
      await noSeriousFindings(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
      await shot(page, `delivery-${lang}-${width}`)
      await context.close()
    })
  }

const decide = async (page: Page, words: (typeof WORDS)[Lang], verb: string, reason?: string): Promise<void> => {
  await page.locator('.record-header').getByRole('button', { name: words.more }).click()
  await page.getByRole('menuitem', { name: verb, exact: true }).click()
  if (reason) await page.getByRole('dialog').getByRole('textbox').fill(reason)
  await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click()
}
/** Another delivery with one row, sent as the page sends it. */
const sent = async (page: Page, name: string): Promise<void> => {
  await page.goto(`${base}/admin/gather/project`)
  await page
    .getByRole('link', { name: /生命体征按周上传|Vital signs, weekly/ })
    .first()
    .click()
  await page.getByRole('tab', { name: /交付|Deliveries/ }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from('subject,visit,sbp\nHTN-9999,V2,120\n') })
  await expect(page.getByRole('link', { name })).toBeVisible({ timeout: 60_000 })
}

for (const lang of ['zh-cn', 'en'] as const)
  test(`AA-02 a delivery is sent back with a reason, which stands in its history (${lang})`, async ({ page }) => {
    test.setTimeout(180_000)
    const words = WORDS[lang]
    const name = `try-${lang}.csv`
    await signed(lang, page)
    await sent(page, name)
    await open(page, lang, name)
    await expect(page.locator('.record-header')).toContainText(words.quarantined, { timeout: 60_000 })
    await decide(page, words, words.reject, '不属于本研究')
    await expect(page.locator('.record-header')).toContainText(words.rejected)
    await page.getByRole('tab').last().click()
    await expect(page.getByText('不属于本研究')).toBeVisible()
  })

test('AA-02 a delivery is stored with a reason, and says so', async ({ page }) => {
  test.setTimeout(180_000)
  const words = WORDS['en']
  await open(page, 'en', SECOND)
  await page.getByLabel('Reason').fill('compared with the source')
  await page.getByRole('button', { name: words.accept }).click()
  await expect(page.locator('.record-header')).toContainText(words.accepted, { timeout: 90_000 })
  await open(page, 'en', FIRST)
  await expect(page.getByText('gb18030')).toBeVisible()
})
