import { expect, type Locator, type Page } from '@playwright/test'
import type { Client } from './list-kit.ts'
import { noSeriousFindings } from './page-kit.ts'
import { openAdmin, type Options } from './shell-kit.ts'

/** The page of an area, calm and loaded. */
export const openArea = async (page: Page, path: string, options?: Options): Promise<void> => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAdmin(page, path, options)
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
}
export const drawer = (page: Page): Locator => page.locator('.ant-drawer-open').last()
export const field = (page: Page, name: string): Locator => page.locator(`[data-field=${name}]`).last()
export const fill = (page: Page, name: string, text: string): Promise<void> =>
  field(page, name).locator('input, textarea').first().fill(text)
/** An option of a picker, found by typing where it can be searched. */
export const choose = async (page: Page, name: string, option: string): Promise<void> => {
  const box = field(page, name).getByRole('combobox')
  await box.click()
  if (await box.isEditable()) await box.fill(option)
  // The answer to what was typed replaces the options of before: one of those, clicked, is gone in the same moment.
  await expect(field(page, name).locator('[data-busy]')).toHaveCount(0)
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: option }).first().click()
}
export const press = (page: Page, name: string): Promise<void> => drawer(page).getByRole('button', { name, exact: true }).click()
export const rowMenu = async (page: Page, record: string, verb: string, more = '更多'): Promise<void> => {
  await page.getByRole('button', { name: `${more} ${record}` }).click()
  await page.getByRole('menuitem', { name: verb }).click()
}

/** The area once in English, on a phone without a serious finding: `axe.spec` looks at it wide. */
export const inEnglish = async (page: Page, path: string, title: string): Promise<void> => {
  await openArea(page, path, { lang: 'en' })
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await noSeriousFindings(page)
}

type Row = Record<string, unknown> & { id: number }
export const add = async (client: Client, resource: string, draft: object): Promise<Row> => {
  const { code, msg, data } = await client.call<{ row: Row }>(`/admin/${resource}/add`, draft)
  expect(code, msg).toBe(1)
  return data.row
}
export const remove = async (client: Client, resource: string, ids: number[]): Promise<void> => {
  const { code, msg } = await client.call(`/admin/${resource}/del?ids=${ids.join(',')}`, undefined, 'DELETE')
  expect(code, msg).toBe(1)
}
export const find = async (client: Client, resource: string, quick: string): Promise<Row> => {
  const { data } = await client.call<{ list: Row[] }>(`/admin/${resource}/index?limit=100&quick_search=${encodeURIComponent(quick)}`)
  return data.list[0]!
}
