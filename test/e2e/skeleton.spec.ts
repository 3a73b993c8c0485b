import { expect, type Locator, type Page, test } from '@playwright/test'
import { add, field, remove } from './area-kit.ts'
import { fresh, signIn } from './list-kit.ts'
import { openAdmin } from './shell-kit.ts'

type Box = { y: number; height: number }
const boxOf = async (place: Locator): Promise<Box> => {
  const box = await place.first().boundingBox()
  return { y: Math.round(box?.y ?? -1), height: Math.round(box?.height ?? -1) }
}
/** Answers to these calls wait until they are let go. */
const held = async (page: Page, url: RegExp): Promise<() => void> => {
  let letGo = () => {}
  const gate = new Promise<void>((open) => (letGo = open))
  await page.route(url, async (route) => {
    await gate
    await route.continue()
  })
  return letGo
}

for (const [path, row] of [
  ['/admin/job', 36],
  ['/admin/auth/log', 30],
] as const)
  test(`the rows of ${path} come where grey ones stood: title, tools, head, rows and pager stay where they are`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const letGo = await held(page, /\/admin\/(job|auth\.log)\/index\?/)
    await openAdmin(page, path)
    const grey = page.locator('.list-panel .skeleton i')
    await expect(grey.first()).toBeVisible()
    const places = ['.list-header h1', '.list-bar', '.dg-head-row', '.dg-head-row .dg-cell'].map((css) => page.locator(css))
    const before = await Promise.all(places.map(boxOf))
    const first = await boxOf(grey)
    expect(first.height).toBe(row)
    letGo()
    await expect(page.locator('.dg-row').first()).toBeVisible()
    await expect(page.locator('.skeleton')).toHaveCount(0)
    expect(await Promise.all(places.map(boxOf))).toEqual(before)
    expect(await boxOf(page.locator('.dg-row'))).toEqual(first)
  })

test('a page whose definition is on its way has the places of its title, tools and rows', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAdmin(page, '/admin/department')
  await expect(page.locator('.dg-row').first()).toBeVisible()
  const letGo = await held(page, /\/assets\/job-/)
  await page.locator('.shell-menu, nav').getByRole('link', { name: '岗位', exact: true }).first().click()
  const grey = page.locator('.list-panel .skeleton i:visible').first()
  await expect(grey).toBeVisible()
  const places = ['.list-header:visible', '.list-bar:visible'].map((css) => page.locator(css))
  const before = await Promise.all(places.map(boxOf))
  const first = await boxOf(grey)
  // On a phone rows are cards, before they are there too.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.locator('.skeleton[data-shape=cards]:visible')).toHaveCount(1)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(grey).toBeVisible()
  letGo()
  await expect(page.getByRole('heading', { level: 1, name: '岗位' })).toBeVisible()
  await expect(page.locator('.dg-row:visible').first()).toBeVisible()
  expect(await Promise.all(places.map(boxOf))).toEqual(before)
  expect(await boxOf(page.locator('.dg-row:visible'))).toEqual(first)
})

test('the fields of a record come where grey ones stood, and nobody can type into those', async ({ page, request }) => {
  const client = await signIn(request)
  const job = await add(client, 'job', { name: fresh('Grey '), code: fresh('G'), headcount: 2 })
  await openAdmin(page, `/admin/job?q=${encodeURIComponent(String(job['name']))}`, { lang: 'en' })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(page.locator('.dg-row').first()).toBeVisible()
  // The widgets are there before, as on every visit but the first.
  await page.locator('.dg-row').first().getByRole('button', { name: /^Edit/ }).click()
  await expect(page.locator('.record-form:not(.form-coming) [data-field=category] .ant-select')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.locator('.record-form')).toHaveCount(0)
  const letGo = await held(page, /\/admin\/job\/(edit|read)\?/)
  await page.locator('.dg-row').first().getByRole('button', { name: /^Edit/ }).click()
  const coming = page.locator('.form-coming')
  await expect(coming).toBeVisible()
  await expect(coming.locator('.form-label').first()).toHaveText(/Name/)
  await expect(coming.locator('input').first()).toBeDisabled()
  const names = ['name', 'code', 'category', 'department', 'headcount', 'status', 'duties']
  const places = [...names.map((name) => page.locator(`.record-form [data-field=${name}]`)), page.locator('.record-footer')]
  await expect(coming.locator('.ant-select').first()).toBeVisible()
  const before = await Promise.all(places.map(boxOf))
  letGo()
  await expect(coming).toHaveCount(0)
  await expect(page.locator('.record-form [data-field=name] input')).toHaveValue(String(job['name']))
  expect(await Promise.all(places.map(boxOf))).toEqual(before)
  await remove(client, 'job', [job.id])
})

test('the title, the tabs and the part of a record come where grey ones stood', async ({ page, request }) => {
  const client = await signIn(request)
  const job = await add(client, 'job', { name: fresh('Coming '), code: fresh('G'), headcount: 2 })
  await page.setViewportSize({ width: 1440, height: 900 })
  await openAdmin(page, '/admin/department')
  const letGo = await held(page, /\/admin\/job\/read\?/)
  await page.goto(`/admin/job/${job.id}`)
  const grey = page.locator('.record-panel .skeleton i')
  await expect(grey.first()).toBeVisible()
  const places = ['.record-header', '.record-tabs', '.record-panel'].map((css) => page.locator(css))
  const before = await Promise.all(places.map(boxOf))
  letGo()
  await expect(page.getByRole('heading', { level: 1, name: String(job['name']) })).toBeVisible()
  expect(await Promise.all(places.map(boxOf))).toEqual(before)
  await remove(client, 'job', [job.id])
})

test('a tab of a record whose code is on its way is not an empty page', async ({ page }) => {
  await openAdmin(page, '/admin/department')
  const letGo = await held(page, /\/assets\/overview-/)
  await page.goto('/admin/study/project/1')
  await expect(page.locator('.record-tabs [role=tab]').first()).toBeVisible()
  expect((await boxOf(page.locator('.record-panel > .part-waiting'))).height).toBeGreaterThan(200)
  letGo()
  await expect(page.locator('.part-waiting')).toHaveCount(0)
})

test('a picker says that the answer to what was typed is on its way', async ({ page }) => {
  await openAdmin(page, '/admin/job', { lang: 'en' })
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const box = field(page, 'department').getByRole('combobox')
  await box.click()
  const busy = field(page, 'department').locator('[data-busy]')
  await expect(busy).toHaveCount(0)
  const letGo = await held(page, /\/admin\/department\/index\?.*quick/)
  await box.fill('心血管')
  await expect(busy).toHaveCount(1)
  letGo()
  await expect(busy).toHaveCount(0)
})
