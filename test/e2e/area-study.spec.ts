import { expect, test } from '@playwright/test'
import { add, drawer, fill, openArea, press } from './area-kit.ts'
import { fresh, signIn } from './list-kit.ts'
import { noSeriousFindings } from './page-kit.ts'

const DEMO = '/admin/study/project/1'

test('AA-01 the page of a study says how far it is; its figures lead to their rows', async ({ page }) => {
  await openArea(page, DEMO)
  await expect(page.locator('.study-steps [aria-current=step]')).toHaveText(/采集/)
  await expect(page.getByRole('button', { name: '转入清理' })).toBeEnabled()
  await noSeriousFindings(page)
  await page.getByRole('link', { name: '呼吸与危重症医学科', exact: true }).click()
  await expect(page).toHaveURL(/tab=subjects.*department/)
  await expect(page.getByRole('tab', { name: /受试者/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator('.chip, .filter-chip').filter({ hasText: '呼吸与危重症医学科' }).first()).toBeVisible()
})

test('AA-01 in English and on a phone nothing of it is out of reach', async ({ page }) => {
  await openArea(page, DEMO, { lang: 'en' })
  await expect(page.getByRole('heading', { name: 'Recruitment against plan' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await noSeriousFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.goto(`${DEMO}?tab=visits`)
  await expect(page.locator('.study-timeline li')).toHaveCount(5)
  await noSeriousFindings(page)
})

test('the queries of a study are counted by age and site; a bar leads to its queries', async ({ page }) => {
  await openArea(page, `${DEMO}?tab=queries`)
  await expect(page.locator('.query-ages li')).toHaveCount(5)
  // By site; by rule as well, once a rule has asked.
  await expect(page.locator('.study-table').first().locator('thead th')).toHaveCount(9)
  await noSeriousFindings(page)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1280, height: 800 })
  const bar = page.locator('.query-ages a').filter({ hasNotText: /^0$/ }).first()
  const count = Number(await bar.textContent())
  expect(count).toBeGreaterThan(0)
  await bar.click()
  await expect(page).toHaveURL(/\/admin\/query\?.*createdAt/)
  await expect(page.locator('.dg-row')).toHaveCount(count)
})

test('AA-01 a new study has a checklist whose lines lead on, and cannot go on before they are settled', async ({ page, request }) => {
  const client = await signIn(request)
  const department = (await client.call<{ list: { id: number }[] }>('/admin/department/index')).data.list[0]!.id
  const study = await add(client, 'study.project', { code: fresh('S'), title: fresh('研究'), titleEn: 'New study', department })
  await openArea(page, `/admin/study/project/${study.id}`)
  await expect(page.getByText('进入“已提交”还差 3 项：')).toBeVisible()
  await expect(page.getByRole('button', { name: '提交', exact: true })).toBeDisabled()
  await page.getByRole('link', { name: '设定访视和时间窗' }).click()
  await expect(page).toHaveURL(/tab=visits/)
})

test('AA-01 who a subject is is asked with a reason and shown once', async ({ page, request }) => {
  const client = await signIn(request)
  const subject = (await client.call<{ list: { id: number }[] }>('/admin/study.subject/index')).data.list[0]!.id
  await client.call('/admin/study.subject/seal', { ids: [subject], name: '王小明', phone: '13900002222' })
  await openArea(page, `/admin/study/subject/${subject}`)
  await page.getByRole('button', { name: '查看身份' }).click()
  await fill(page, 'reason', '电话随访')
  await press(page, '查看身份')
  await expect(drawer(page)).toContainText('王小明')
  await press(page, '完成')
  await expect(page.getByText('王小明')).toHaveCount(0)
})

test('the tab of the arms says whether they are hidden, who may unblind, and has the action', async ({ page }) => {
  await openArea(page, `${DEMO}?tab=arms`)
  const blinding = page.getByRole('region', { name: '盲法' })
  await expect(blinding).toContainText('不设盲')
  await expect(blinding.getByRole('button', { name: '揭盲' })).toHaveCount(0)
  await page.route(/study\.project\/read/, async (route) => {
    const answer = await route.fetch()
    const body: { data: { row: object } } = await answer.json()
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, row: { ...body.data.row, blinded: true } } } })
  })
  await page.reload()
  await expect(blinding).toContainText('加密保存')
  await expect(blinding).toContainText('数据管理员甲')
  await expect(blinding.getByRole('button', { name: '揭盲' })).toBeVisible()
  await noSeriousFindings(page)
})
