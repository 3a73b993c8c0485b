import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { Answer } from '../server.ts'
import { ownServer } from './own-server.ts'
import { PASSWORD, seed } from './shell-kit.ts'
import { seen, walkedOnce } from './walked-in.ts'

test.describe.configure({ mode: 'serial' })

const { address } = ownServer()

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
    accepted: '已入库',
    lacks: '这次没有出现 1 条',
    policy: '入库后这些记录保留，并在临床数据中标记',
  },
  en: {
    waits: 'waits for a decision',
    changed: 'Changed: 11',
    refused: 'Do not pass: 4',
    unknown: 'The study has no such subject',
    save: 'Download the rows that do not pass',
    accept: 'Store 15 rows',
    accepted: 'Accepted',
    lacks: 'Not in this delivery: 1',
    policy: 'they are marked in the clinical data once the delivery is stored',
  },
} as const
type Lang = keyof typeof WORDS

const signed = async (lang: Lang, page: Page, username = 'datamanager'): Promise<string> => {
  const response = await fetch(`${address()}/admin/index/login`, {
    method: 'POST',
    headers: { server: '1', 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD, keep: true }),
  })
  const { data } = (await response.json()) as Answer<{ userInfo: { token: string } }>
  await seed(page, { adminInfo: data.userInfo, storeConfig_v2: { lang: { defaultLang: lang } } })
  return data.userInfo.token
}
const shot = async (page: Page, name: string) => {
  const folder = process.env['SHOT']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
/** By the list, as people come to it; a narrow window shows cards instead of links, so there by its address. */
const open = async (page: Page, lang: Lang, name: string, width: number, by?: string): Promise<void> => {
  const token = await signed(lang, page, by)
  const answer = await fetch(`${address()}/admin/gather.delivery/index?limit=50`, { headers: { server: '1', batoken: token } })
  const { data } = (await answer.json()) as Answer<{ list: { id: number; name: string }[] }>
  const id = data.list.find((row) => row.name === name)?.id ?? 0
  await page.goto(`${address()}/admin/gather/delivery${width > 1000 ? '' : `/${id}`}`)
  if (width > 1000) await page.getByRole('link', { name }).first().click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

for (const width of [1440, 390])
  for (const lang of walkedOnce(width === 390 ? 'en' : 'zh-cn')) {
    test(`AA-02 a delivery shows what was read, what would change cell by cell and what does not pass (${lang}, ${width})`, async ({
      browser,
    }) => {
      const words = WORDS[lang]
      const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
      const page = await context.newPage()
      await open(page, lang, SECOND, width)
      await expect(page.getByText(words.waits)).toBeVisible()
      await expect(page.getByText('utf-8')).toBeVisible()
      await expect(page.getByText(words.changed, { exact: true })).toBeVisible()
      const cell = page.locator('.delivery-cell').filter({ hasText: '68kg' })
      await expect(cell.locator('del')).toHaveText('68kg')
      await expect(cell.locator('ins')).toHaveText('87')
      await page.getByText(words.refused, { exact: true }).click()
      await expect(page.getByText(words.unknown)).toBeVisible()
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: words.save }).click()])
      expect(await readFile(await file.path(), 'utf8')).toContain('HTN-9999')
      await page.getByText(words.lacks, { exact: true }).click()
      await expect(page.getByText(words.policy)).toBeVisible()
      await seen(page, WORDS)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
      await shot(page, `delivery-${lang}-${width}`)
      await context.close()
    })
  }

test('AA-02 who answers for one site reads who decides about a file of several', async ({ page }) => {
  await open(page, 'en', SECOND, 1440, 'cardiology')
  await expect(page.getByText('whoever answers for all of them sees what was compared and decides')).toBeVisible()
})

test('AA-02 a delivery is stored with a reason, and says so', async ({ page }) => {
  const words = WORDS['en']
  await open(page, 'en', SECOND, 1440)
  await page.getByLabel('Reason').fill('compared with the source')
  await page.getByRole('button', { name: words.accept }).click()
  await expect(page.locator('.record-header').filter({ hasText: SECOND })).toContainText(words.accepted)
  await page.getByText(words.lacks, { exact: true }).click()
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: /^HTN-/ }) })
    .getByRole('link', { name: /^#\d+$/ })
    .click()
  await expect(page).toHaveURL(/record=\d+/)
  await open(page, 'en', FIRST, 1440)
  await expect(page.getByText('gb18030')).toBeVisible()
})
