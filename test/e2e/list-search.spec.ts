import { expect, test, type CDPSession } from '@playwright/test'
import { addJob, fresh, open, rowOf, signIn } from './list-kit.ts'

const NONE = 'zzzz-nothing-is-called-so'

// The window is used again: every test after this one would run on a processor of a third, and heat the other two thirds.
let slow: CDPSession | undefined
test.afterEach(async () => {
  await slow?.detach()
  slow = undefined
})

test('what is typed into the search stays as it is typed, and the list is what the box says', async ({ page, request }) => {
  const client = await signIn(request)
  await open(page, client, '/admin/job')
  const box = page.getByRole('search').getByRole('textbox')
  slow = await page.context().newCDPSession(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 3 })
  await box.evaluate((input: HTMLInputElement) => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const look = () => {
      if (seen.at(-1) !== input.value) seen.push(input.value)
      requestAnimationFrame(look)
    }
    look()
  })
  await box.fill(NONE)
  await expect(page).toHaveURL(/q=zzzz/)
  await expect(page.getByText('No records match')).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual(['', NONE])
  // Cleared in the moment in which the search begins.
  await box.fill('')
  await expect(page).not.toHaveURL(/q=/)
  const begins = page.waitForRequest((r) => r.url().includes('job/index') && r.url().includes('yyyy'))
  await box.fill('yyyy')
  await begins
  await box.fill('')
  await expect(page).not.toHaveURL(/q=/)
  await expect(box).toHaveValue('')
  await expect(page.locator('.list-page').getByRole('row').nth(1)).toBeVisible()
})

test('going to another tab right after typing does not lose the search', async ({ page, request }) => {
  const client = await signIn(request)
  const { name } = await addJob(client, fresh('Search '))
  await open(page, client, '/admin/job')
  await page
    .getByRole('menuitem', { name: 'Departments' })
    .or(page.getByRole('link', { name: 'Departments' }))
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Departments' })).toBeVisible()
  await page.locator('.tab[data-path="/admin/job"]').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
  const box = page.getByRole('search').getByRole('textbox')
  await box.fill(name)
  await page.locator('.tab[data-path="/admin/department"]').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Departments' })).toBeVisible()
  await page.locator('.tab[data-path="/admin/job"]').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
  await expect(box).toHaveValue(name)
  await expect(rowOf(page, name)).toBeVisible()
  await expect(page.locator('.list-page').getByRole('row')).toHaveCount(2)
})

test('a search and another change in one moment are both kept', async ({ page, request }) => {
  const client = await signIn(request)
  const { name } = await addJob(client, fresh('Search '))
  await open(page, client, '/admin/job')
  await page.getByRole('search').getByRole('textbox').fill(name)
  await page.getByRole('columnheader', { name: 'Headcount' }).click()
  await expect(page).toHaveURL(/q=Search/)
  await expect(page).toHaveURL(/order=headcount/)
  await expect(page.locator('.list-page').getByRole('row')).toHaveCount(2)
})
