import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { drawer } from './area-kit.ts'
import { ownServer, type Lang } from './own-server.ts'
import { PASSWORD, seed } from './shell-kit.ts'

test.describe.configure({ mode: 'serial' })
const { address } = ownServer()

const section = /^## Ten minutes.*?\n(.*?)^## /ms.exec(readFileSync('README.md', 'utf8'))?.[1] ?? ''
const steps = section.match(/^\d\. .*$/gm) ?? []
const stepsIn: Record<Lang, string[]> = { en: steps.slice(0, steps.length / 2), 'zh-cn': steps.slice(steps.length / 2) }
/** What a step says is written on the page. */
const quoted = (step: string): string[] => [...step.matchAll(/“([^”]*)”/g)].map(([, words]) => words!)
/** What a step says to type, or to look for. */
const typed = (step: string): string[] => [...step.matchAll(/`([^`]*)`/g)].map(([, words]) => words!)

const signIn = async (page: Page, path: string, account: string): Promise<void> => {
  await seed(page, { storeConfig_v2: { lang: { defaultLang: 'zh-cn' } } })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${address()}${path}`)
  await page.getByLabel(/^账号/).fill(account)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).not.toHaveURL(/login/)
}
/** A page by its folder and its name in the menu. */
const follow = async (page: Page, folder: string, entry: string): Promise<void> => {
  const link = page.locator('.shell-aside').getByRole('link', { name: entry, exact: true })
  if (!(await link.isVisible())) await page.locator('.shell-aside').getByText(folder, { exact: true }).click()
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: entry })).toBeVisible()
}
const rowWith = (page: Page, text: string, visit = '') =>
  page.getByRole('grid').getByRole('row').filter({ hasText: text }).filter({ hasText: visit }).first()
/** A list that reads itself anew swallows a double click; a person presses again. */
const openRow = async (page: Page, text: string, visit = ''): Promise<void> => {
  const header = page.locator('.record-header:visible')
  await expect(async () => {
    if (!(await header.isVisible())) await rowWith(page, text, visit).dblclick({ timeout: 2000 })
    await expect(header).toBeVisible({ timeout: 5000 })
  }).toPass()
}

test('the steps of the README, word by word, lead to the closed query', async ({ browser }) => {
  const [first, second, third, fourth, fifth, sixth] = stepsIn['zh-cn']
  if (!first || !second || !third || !fourth || !fifth || !sixth) throw new Error('the README has other steps')
  const desk = await (await browser.newContext()).newPage()
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()

  await signIn(desk, typed(first)[0]!, typed(first)[1]!)

  const [folder, findings] = quoted(second)
  // The worker has the demo's deliveries to read first.
  await expect(async () => {
    await follow(desk, folder!, findings!)
    await desk.getByRole('search').getByRole('textbox').fill(typed(second)[0]!)
    await expect(rowWith(desk, typed(second)[0]!)).toBeVisible({ timeout: 5000 })
  }).toPass()
  await openRow(desk, typed(second)[0]!)
  // The list has a button of that name too: pressed before its page is gone, its dialog goes with it.
  const header = desk.locator('.record-header:visible')

  const [raise, confirm] = quoted(third)
  await header.getByRole('button', { name: raise!, exact: true }).click()
  const asked = drawer(desk).getByRole('region', { name: '发出后由谁答复' })
  await expect(asked).toContainText('演示研究者（记录所在科室的协调员）')
  await expect(asked).toContainText('体重为“68kg”')
  await expect(asked).toContainText('请核对原始资料')
  await drawer(desk).getByRole('button', { name: confirm!, exact: true }).click()
  await expect(drawer(desk)).toHaveCount(0)
  // The story on the page goes on without loading it again.
  await expect(desk.locator('.finding-story:visible li')).toHaveCount(2)
  // The finding has a door to its query.
  const finding = desk.url()
  const door = desk.getByRole('region', { name: '质疑' }).getByRole('link')
  await expect(door).toHaveAttribute('href', /^\/admin\/query\/\d+$/)
  await expect(desk.getByRole('region', { name: '质疑' })).toContainText('待答复')

  await signIn(phone, typed(fourth)[0]!, typed(fourth)[1]!)
  await phone.getByRole('link', { name: quoted(fourth)[0]!, exact: true }).click()
  await phone
    .getByRole('listitem')
    .filter({ hasText: typed(fourth)[2]! })
    .filter({ hasText: quoted(fourth)[1]! })
    .getByRole('link')
    .click()

  const [label, send] = quoted(fifth)
  await phone.getByLabel(new RegExp(`^${label}`)).fill(typed(fifth)[0]!)
  await phone.getByRole('button', { name: send!, exact: true }).click()
  await expect(phone.getByLabel(new RegExp(`^${label}`))).toHaveCount(0)

  const [again, queries, visit, , closed, proof] = quoted(sixth)
  await follow(desk, again!, queries!)
  const row = rowWith(desk, typed(sixth)[0]!, visit)
  // Whoever answered is named, though no account of the back office did.
  await expect(row).toContainText('演示研究者')
  // The list says it by itself, and so does the finding that was left.
  await expect(row).toContainText(closed!)
  await openRow(desk, typed(sixth)[0]!, visit)
  await expect(desk.locator('.record-name:visible')).toContainText(closed!)
  await expect(desk.locator('.query-thread:visible')).toContainText(proof!)
  await expect(phone.locator('[data-next="proved"]')).toBeVisible()
  // What is resolved says what it was and what it is.
  await desk.goto(finding)
  await expect(desk.locator('.finding-context [data-looked]')).toHaveText(/当时\s*68kg\s*→\s*现在\s*68$/)
})

test('a laptop shows results of the laboratory without scrolling to the side', async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: { width: 1366, height: 800 } })).newPage()
  await signIn(page, '/admin/login', 'datamanager')
  await page.goto(`${address()}/admin/clinical/data`)
  await page.getByRole('button', { name: /^实验室检查/ }).click()
  const column = (name: string) => page.getByRole('columnheader', { name })
  await expect(column('血钾')).toBeVisible()
  const box = async (name: string) => (await column(name).boundingBox()) ?? { x: 0, width: 0 }
  const { x, width } = await box('血钾')
  expect(x + width).toBeLessThanOrEqual((await box('操作')).x)
})

test('the README tells the same steps in both languages, in words of the pages', () => {
  expect(stepsIn.en).toHaveLength(6)
  expect(stepsIn.en.map(typed)).toEqual(stepsIn['zh-cn'].map(typed))
  expect(stepsIn.en.map((step) => quoted(step).length)).toEqual(stepsIn['zh-cn'].map((step) => quoted(step).length))
})
