import { expect, type Page, test } from '@playwright/test'
import { drawer, field, fill } from './area-kit.ts'
import { fresh, rowOf } from './list-kit.ts'
import { newMember, openMember } from './member-kit.ts'
import { envelope, openAdmin, PASSWORD, stored } from './shell-kit.ts'

const gone = (audience: 'admin' | 'user') => envelope({ routePath: `/${audience}/login`, type: 'need login' }, 302, 'Please sign in')
const ended = (page: Page) => page.locator('.sign-in-card [role=status]')
const signInAgain = async (page: Page, as = 'admin'): Promise<void> => {
  const card = page.locator('.sign-in-card')
  await card.getByLabel('Account').fill(as)
  await card.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await card.getByRole('button', { name: 'Sign in', exact: true }).click()
}
/** Everything that lies in the browser, whoever it belongs to. */
const kept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ owner: string; values: Record<string, unknown> }[]>((resolve, reject) => {
        const asked = indexedDB.open('drafts')
        asked.onerror = () => reject(asked.error)
        asked.onsuccess = () => {
          if (!asked.result.objectStoreNames.contains('draft')) return resolve([])
          const all = asked.result.transaction('draft').objectStore('draft').getAll()
          all.onsuccess = () => resolve(all.result)
        }
      }),
  )
/** Types a new job and saves it into a session that is over. */
const typeAndLose = async (page: Page, name: string, code: string): Promise<void> => {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await fill(page, 'name', name)
  await fill(page, 'code', code)
  await page.route('**/admin/job/add', (route) => route.fulfill(gone('admin')), { times: 1 })
  await drawer(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/login/)
}

test('T-03 the session ends while somebody types: the sign-in page says why, and the form is there again with all of it', async ({
  page,
}) => {
  await openAdmin(page, '/admin/job?limit=20', { lang: 'en' })
  const keys: (string | undefined)[] = []
  page.on('request', (r) => void (r.url().endsWith('/admin/job/add') && keys.push(r.headers()['idempotency-key'])))
  const name = fresh('Typed ')
  await typeAndLose(page, name, fresh('T'))
  await expect(page).toHaveURL(`/admin/login?to=${encodeURIComponent('/admin/job?limit=20')}`)
  await expect(ended(page)).toHaveText(/Your session has ended.*What you typed has been kept/)
  await expect(page.locator('.toast')).toHaveCount(0)
  expect(await stored(page, 'adminInfo')).toMatchObject({ token: '', refreshToken: '' })
  await signInAgain(page)
  await expect(page).toHaveURL('/admin/job?limit=20')
  await expect(field(page, 'name').locator('input')).toHaveValue(name)
  await expect(drawer(page).getByText('Restored what you had typed')).toBeVisible()
  await drawer(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(rowOf(page, name)).toBeVisible()
  expect(keys[0]).toBeTruthy()
  expect(keys).toEqual([keys[0], keys[0]])
  expect(await kept(page)).toEqual([])
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await expect(field(page, 'name').locator('input')).toHaveValue('')
})

test('what somebody typed is not shown to the next person, and waits for the first', async ({ page }) => {
  await openAdmin(page, '/admin/job', { lang: 'en' })
  const name = fresh('Mine ')
  await typeAndLose(page, name, fresh('M'))
  await signInAgain(page, 'datamanager')
  await expect(page.locator('.list-page h1')).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await expect(page.locator('.record-form')).toHaveCount(0)
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/admin/login')
  expect((await kept(page)).map((d) => d.values['name'])).toEqual([name])
  await signInAgain(page)
  await expect(page.locator('.shell-main')).toBeVisible()
  await page.goto('/admin/job')
  await expect(field(page, 'name').locator('input')).toHaveValue(name)
  await drawer(page).getByRole('button', { name: 'Discard it' }).click()
  await expect(field(page, 'name').locator('input')).toHaveValue('')
  await expect.poll(() => kept(page)).toEqual([])
})

test('signing out forgets what was typed', async ({ page }) => {
  await openAdmin(page, '/admin/job', { lang: 'en' })
  await typeAndLose(page, fresh('Gone '), fresh('G'))
  await signInAgain(page)
  await expect(page.locator('.record-form')).toBeVisible()
  await expect.poll(() => kept(page)).toHaveLength(1)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/admin/dashboard')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/admin/login')
  await expect.poll(() => kept(page)).toEqual([])
})

test('what was typed is kept for seven days and no longer', async ({ page }) => {
  await openAdmin(page, '/admin/job', { lang: 'en' })
  const name = fresh('Week ')
  await typeAndLose(page, name, fresh('W'))
  const age = (days: number) =>
    page.evaluate(
      (by) =>
        new Promise<void>((resolve, reject) => {
          const asked = indexedDB.open('drafts')
          asked.onerror = () => reject(asked.error)
          asked.onsuccess = () => {
            const work = asked.result.transaction('draft', 'readwrite')
            const store = work.objectStore('draft')
            const all = store.getAll()
            all.onsuccess = () => all.result.forEach((draft) => store.put({ ...draft, at: Date.now() - by * 24 * 60 * 60 * 1000 }))
            work.oncomplete = () => {
              asked.result.close()
              resolve()
            }
          }
        }),
      days,
    )
  await age(6.9)
  await signInAgain(page)
  await expect(field(page, 'name').locator('input')).toHaveValue(name)
  await age(7.1)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/admin/job')
  await expect(page.locator('.dg-row').first()).toBeVisible()
  await expect(page.locator('.record-form')).toHaveCount(0)
  await expect.poll(() => kept(page)).toEqual([])
})

test('a password and what others see masked are never kept', async ({ page }) => {
  await openAdmin(page, '/admin/auth/admin?q=auditor', { lang: 'en' })
  await page.getByRole('button', { name: /^Edit/ }).first().click()
  const motto = fresh('m')
  await fill(page, 'motto', motto)
  await field(page, 'password').locator('input').fill('another-secret-1')
  await fill(page, 'mobile', '13900001111')
  await page.route('**/admin/auth.admin/edit', (route) => route.fulfill(gone('admin')), { times: 1 })
  await drawer(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/login/)
  expect((await kept(page)).map((d) => d.values)).toEqual([{ motto }])
})

test('T-02 a list whose session has run out says why and comes back', async ({ page }) => {
  await openAdmin(page, '/admin/job?q=a', { lang: 'en' })
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.route('**/api/common/refreshToken', (route) => route.fulfill(envelope(null, 0, 'gone')))
  await page.route('**/admin/job/index?**', (route) => route.fulfill(envelope(null, 409, 'expired')), { times: 1 })
  await page.getByRole('button', { name: 'Refresh' }).first().click()
  await expect(page).toHaveURL(`/admin/login?to=${encodeURIComponent('/admin/job?q=a')}`)
  await expect(ended(page)).toHaveText('Your session has ended. Sign in again to return to where you were.')
  await signInAgain(page)
  await expect(page).toHaveURL('/admin/job?q=a')
  await expect(page.locator('.list-page h1')).toBeVisible()
})

test('a page that is opened with a dead session comes back to itself', async ({ page }) => {
  await openAdmin(page, '/admin/job', { lang: 'en' })
  await page.route('**/admin/index/index', (route) => route.fulfill(gone('admin')), { times: 1 })
  await page.goto('/admin/department?q=b')
  await expect(page).toHaveURL(`/admin/login?to=${encodeURIComponent('/admin/department?q=b')}`)
  await expect(ended(page)).toBeVisible()
})

test('T-03 a member’s profile is kept the same way', async ({ page, request }) => {
  const { username } = await newMember(request)
  await openMember(page, '/user/account/profile', username, 'en')
  const motto = fresh('motto ')
  await page.getByLabel('Motto').fill(motto)
  await page.route('**/api/account/profile', (route) => route.fulfill(gone('user')), { times: 1 })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(`/user/login?to=${encodeURIComponent('/user/account/profile')}`)
  await expect(ended(page)).toContainText('What you typed has been kept')
  await signInAgain(page, username)
  await expect(page.getByLabel('Motto')).toHaveValue(motto)
  await expect(page.getByRole('status').filter({ hasText: 'Restored what you had typed' })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => kept(page)).toEqual([])
})

test('T-03 the table that is being designed is there again, for the same person', async ({ page }) => {
  await openAdmin(page, '/admin/crud/table', { lang: 'en' })
  await page.getByRole('button', { name: 'Design a table' }).click()
  const designer = page.getByRole('dialog', { name: 'Design a table' })
  await designer.getByLabel('English title').fill('Cryotubes')
  await designer.getByLabel('Chinese title').fill('冻存管')
  await designer.getByLabel('Resource name').fill('lab.kept')
  for (const kind of ['Text', 'Date']) await designer.getByRole('button', { name: kind, exact: true }).click()
  await page.route('**/admin/crud.table/preview', (route) => route.fulfill(gone('admin')), { times: 1 })
  await designer.getByRole('button', { name: 'Preview SQL' }).click()
  await expect(page).toHaveURL(/\/admin\/login/)
  await expect(ended(page)).toContainText('What you typed has been kept')
  await signInAgain(page)
  await expect(designer.getByLabel('English title')).toHaveValue('Cryotubes')
  await expect(designer.getByLabel('Resource name')).toHaveValue('lab.kept')
  await expect(designer.locator('.designer-card')).toHaveCount(2)
  // Thrown away, it is gone for good.
  await designer.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Design a table' })).toBeVisible()
  await expect(designer).toHaveCount(0)
})
