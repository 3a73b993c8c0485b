import { expect, test, type Page } from '@playwright/test'
import { envelope, openAdmin, stored, toast } from './shell-kit.ts'

type Task = { status: string; message: string[]; command: string; showMessage: boolean }
type Stored = { showDot: boolean; taskList: Task[]; automaticCleanupTask: string }

/** A server whose every command prints the given words. */
const answerWith = async (page: Page, words: string[]): Promise<void> => {
  await page.route('**/admin/index/ticket', (route) => route.fulfill(envelope({ ticket: 't_test' })))
  await page.route('**/admin/Terminal/index**', (route) => {
    const url = new URL(route.request().url())
    expect(url.searchParams.get('batoken')).toBe('t_test')
    const body = words.map((data) => `data: ${JSON.stringify({ uuid: url.searchParams.get('uuid'), data })}\n\n`).join('')
    return route.fulfill({ contentType: 'text/event-stream', body })
  })
}
const good = ['command-link-success', '> test', 'all fine', 'command-exec-success', 'command-exec-completed']
const bad = ['command-link-success', 'npm ERR!', 'command-exec-error', 'command-exec-completed']
const panel = (page: Page) => page.getByRole('dialog')
const openPanel = async (page: Page) => {
  await page.getByRole('button', { name: 'Terminal' }).click()
  await expect(panel(page)).toBeVisible()
}

test('A-12 T-09 the panel runs a command, shows its lines and its end', async ({ page }) => {
  await answerWith(page, good)
  await openAdmin(page, '/admin/dashboard', { lang: 'en' })
  await openPanel(page)
  await page.getByRole('button', { name: 'Test command' }).click()
  await expect(page.locator('.task')).toHaveAttribute('data-status', 'Success')
  await page.locator('.task').getByRole('button', { name: 'Output' }).click()
  await expect(page.locator('.xterm-rows')).toContainText('all fine')
  expect((await stored<Stored>(page, 'storeTerminal')).taskList[0]).toMatchObject({ command: 'test.pnpm', message: ['> test', 'all fine'] })
})

test('A-12 the configuration and package-manager dialogs save their choice', async ({ page }) => {
  const sent: unknown[] = []
  await page.route('**/admin/ajax/changeTerminalConfig', (route) => {
    sent.push(route.request().postDataJSON())
    return route.fulfill(envelope(null))
  })
  await openAdmin(page, '/admin/dashboard', { lang: 'en' })
  await openPanel(page)
  await page.getByRole('button', { name: 'Package manager' }).click()
  await page.getByRole('radio', { name: 'npm', exact: true }).click()
  await expect.poll(() => sent).toEqual([{ manager: 'npm' }])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Terminal settings' }).click()
  await expect(page.getByLabel('Service port')).toHaveValue('8000')
  await page.getByLabel('Service port').fill('9000')
  await page.getByLabel('Service port').press('Tab')
  await expect.poll(() => sent.at(-1)).toEqual({ port: '9000' })
  await page.getByRole('radio', { name: 'Off' }).click()
  expect((await stored<Stored>(page, 'storeTerminal')).automaticCleanupTask).toBe('0')
})

test('T-10 T-11 a blocking failure stops the queue, and adding behind it while the panel is closed says so', async ({ page }) => {
  await answerWith(page, bad)
  await openAdmin(page, '/admin/dashboard', { lang: 'en' })
  await openPanel(page)
  await page.getByRole('button', { name: 'Install dependencies' }).click()
  await expect(page.locator('.task')).toHaveAttribute('data-status', 'Failed')
  await expect(page.locator('.task')).toContainText('Blocks the queue')
  await page.getByRole('button', { name: 'Test command' }).click()
  await expect(page.locator('.task').first()).toHaveAttribute('data-status', 'Waiting')
  await expect(toast(page, 'error')).toHaveCount(0)
  await answerWith(page, good)
  await page.locator('.task').last().getByRole('button', { name: 'Retry' }).click()
  await expect(page.locator('.task').first()).toHaveAttribute('data-status', 'Success')
})

test('T-10 T-12 after a reload a running task is unknown; only three things are kept, the rest are defaults', async ({ page }) => {
  await page.route('**/admin/index/ticket', () => {})
  await openAdmin(page, '/admin/dashboard', { lang: 'en' })
  await openPanel(page)
  await page.getByRole('button', { name: 'Test command' }).click()
  await expect(page.locator('.task')).toHaveAttribute('data-status', 'Connecting')
  await expect(page.locator('.task').getByRole('button', { name: 'Delete task' })).toHaveCount(0)
  await page.reload()
  await openPanel(page)
  await expect(page.locator('.task')).toHaveAttribute('data-status', 'Unknown')
  expect(Object.keys(await stored<object>(page, 'storeTerminal')).toSorted()).toEqual(['automaticCleanupTask', 'showDot', 'taskList'])
  expect((await stored<Stored>(page, 'storeTerminal')).automaticCleanupTask).toBe('1')
})

test('A-12 the terminal is there for super administrators only', async ({ page }) => {
  await openAdmin(page, '/admin/dashboard', { as: 'datamanager', lang: 'en' })
  await expect(page.getByRole('group', { name: 'Tools' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Terminal' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Clear cache' })).toHaveCount(0)
})
