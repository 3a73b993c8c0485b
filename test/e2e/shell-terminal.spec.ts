import { expect, test, type Page } from '@playwright/test'
import { noSeriousFindings } from './page-kit.ts'
import { envelope, openAdmin, stored, toast } from './shell-kit.ts'

type Task = { uuid: string; status: string; message: string[]; command: string; showMessage: boolean }
type Stored = { showDot: boolean; taskList: Task[]; automaticCleanupTask: string }

const terminal = (page: Page) => page.getByRole('dialog', { name: /^(终端|Terminal)$/ })
const task = (page: Page, command: string) => page.locator('.task').filter({ has: page.locator('code', { hasText: command }) })
/** A list that is opened for the first time appears, later it enters. */
const moving = (page: Page) =>
  page.locator(
    '.ant-drawer [class*="-motion-"], .ant-dropdown[class*="-appear"], .ant-dropdown[class*="-enter"], .ant-dropdown[class*="-leave"]',
  )
const openPanel = async (page: Page) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByRole('button', { name: /^(终端|Terminal)$/ }).click()
  await expect(terminal(page)).toBeVisible()
  // What is still sliding in is not there any more when the click arrives: that hits what is behind, and the panel closes.
  await expect(moving(page)).toHaveCount(0)
}
/** Chosen from the list of what the server can do; nothing is typed. */
const run = async (page: Page, command: string) => {
  const entry = page.getByRole('menuitem').filter({ has: page.locator('code', { hasText: new RegExp(`^${command}$`) }) })
  // The list of before may still be going away: what is pressed in it is not chosen.
  await expect(moving(page)).toHaveCount(0)
  await page.getByRole('button', { name: /^(运行命令|Run a command)/ }).click()
  await expect(entry).toBeVisible()
  // While it slides in a click hits what is behind it, which closes it.
  await expect(moving(page)).toHaveCount(0)
  await entry.click()
}
const is = (page: Page, command: string, status: string) => expect(task(page, command).first()).toHaveAttribute('data-status', status)
const runFromPalette = async (page: Page, command: string) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').last().fill(command)
  await page
    .getByRole('option')
    .filter({ hasText: /终端|Terminal/ })
    .first()
    .click()
}

test.describe.configure({ mode: 'serial' })

test('A-12 T-09 the panel runs what the server can do and shows every line as it comes', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAdmin(page, '/admin/dashboard')
  await openPanel(page)
  await expect(terminal(page)).toContainText('还没有任务')
  await run(page, 'version')
  await is(page, 'version', 'Success')
  await expect(page.locator('.xterm-rows')).toContainText('PostgreSQL')
  await expect(page.locator('.xterm-rows')).toContainText('exit code 0')
  await run(page, 'doctor')
  await is(page, 'doctor', 'Success')
  // Automatic cleanup: the success before it went when the new one came.
  await expect(task(page, 'version')).toHaveCount(0)
  expect((await stored<Stored>(page, 'storeTerminal')).taskList[0]!.message.join('\n')).toContain('ok     database: PostgreSQL')
  await noSeriousFindings(page)
})

test('A-12 a backup is made, proved and listed', async ({ page }) => {
  // It is restored aside into a database of its own.
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAdmin(page, '/admin/dashboard')
  await openPanel(page)
  await run(page, 'backup-create')
  await is(page, 'backup-create', 'Success')
  await run(page, 'backup-verify')
  await is(page, 'backup-verify', 'Success')
  await expect(page.locator('.xterm-rows')).toContainText('the backup is signed, complete and can be restored')
  await noSeriousFindings(page)
})

test('T-10 T-11 a blocking failure stops the queue; adding behind it while the panel is closed says so', async ({ page }) => {
  await openAdmin(page, '/admin/dashboard', { lang: 'en' })
  await expect(page.getByRole('button', { name: 'Clear cache' })).toBeVisible()
  await openPanel(page)
  await run(page, 'try-fail')
  await is(page, 'try-fail', 'Failed')
  await expect(task(page, 'try-fail')).toContainText('Blocks the queue')
  await expect(page.locator('.xterm-rows')).toContainText('exit code 3')
  await run(page, 'version')
  await is(page, 'version', 'Waiting')
  await expect(toast(page, 'error')).toHaveCount(0)
  await terminal(page).getByRole('button', { name: 'Close' }).click()
  await expect(terminal(page)).toBeHidden()
  await runFromPalette(page, 'doctor')
  await expect(toast(page, 'error')).toContainText('Newly added tasks will never start because they are blocked by failed tasks')
  expect((await stored<Stored>(page, 'storeTerminal')).showDot).toBe(true)
  await openPanel(page)
  await task(page, 'try-fail').getByRole('button', { name: 'Retry' }).click()
  await expect.poll(async () => (await stored<Stored>(page, 'storeTerminal')).taskList[0]!.status).toBe('Failed')
  await is(page, 'version', 'Waiting')
  await task(page, 'try-fail').getByRole('button', { name: 'Delete task' }).click()
  await is(page, 'version', 'Success')
  await is(page, 'doctor', 'Success')
})

test('T-10 a running command can be cancelled, not deleted; a harmless failure is passed over', async ({ page }) => {
  await openAdmin(page, '/admin/dashboard', { lang: 'en' })
  await openPanel(page)
  await run(page, 'try-long')
  await is(page, 'try-long', 'Executing')
  await expect(page.locator('.xterm-rows')).toContainText('begun')
  await run(page, 'version')
  await is(page, 'version', 'Waiting')
  await expect(task(page, 'try-long').getByRole('button', { name: 'Delete task' })).toHaveCount(0)
  await expect(task(page, 'try-long').getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await task(page, 'try-long').getByRole('button', { name: 'Cancel' }).click()
  await is(page, 'try-long', 'Failed')
  await expect(task(page, 'try-long').locator('.xterm-rows')).toContainText('cancelled')
  await task(page, 'try-long').getByRole('button', { name: 'Delete task' }).click()
  await is(page, 'version', 'Success')
  // pnpm may or may not be installed here; either way the test command does not block what comes after it.
  await page.getByRole('button', { name: 'Test command' }).click()
  await run(page, 'migrate-status')
  await is(page, 'migrate-status', 'Success')
})

test('T-10 T-12 after a reload a running task is unknown and its retry finds the run; only three things are kept', async ({ page }) => {
  await openAdmin(page, '/admin/dashboard', { lang: 'en' })
  await openPanel(page)
  await run(page, 'try-long')
  await is(page, 'try-long', 'Executing')
  await page.reload()
  await openPanel(page)
  await is(page, 'try-long', 'Unknown')
  expect(Object.keys(await stored<object>(page, 'storeTerminal')).toSorted()).toEqual(['automaticCleanupTask', 'showDot', 'taskList'])
  expect((await stored<Stored>(page, 'storeTerminal')).automaticCleanupTask).toBe('1')
  await task(page, 'try-long').getByRole('button', { name: 'Retry' }).click()
  await is(page, 'try-long', 'Executing')
  await expect.poll(async () => (await stored<Stored>(page, 'storeTerminal')).taskList[0]!.message).toEqual(['> try-long', 'begun'])
  await task(page, 'try-long').getByRole('button', { name: 'Cancel' }).click()
  await is(page, 'try-long', 'Failed')
})

test('A-12 T-12 the configuration and package-manager dialogs: defaults, what is kept where, and what is refused', async ({ page }) => {
  test.slow()
  await openAdmin(page, '/admin/dashboard', { lang: 'en' })
  await openPanel(page)
  const manager = page.getByRole('dialog', { name: 'Package manager' })
  const settings = page.getByRole('dialog', { name: 'Terminal settings' })
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Package manager' }).click()
    const saved = page.waitForResponse('**/admin/ajax/changeTerminalConfig')
    await manager.getByRole('radio', { name, exact: true }).click()
    await saved
    await expect(manager.getByRole('radio', { name, exact: true })).toBeChecked()
    await manager.getByRole('button', { name: 'Close' }).click()
    await expect(manager).toBeHidden()
  }
  await page.getByRole('button', { name: 'Package manager' }).click()
  await expect(manager.getByRole('radio', { name: 'pnpm' })).toBeChecked()
  await manager.getByRole('button', { name: 'Close' }).click()
  await expect(manager).toBeHidden()
  await choose('npm')
  await page.reload()
  await openPanel(page)
  // The choice belongs to the installation, not to this browser.
  await page.getByRole('button', { name: 'Test command' }).click()
  // Whether that program is installed here is not ours to say.
  await expect(task(page, 'test.npm')).toHaveAttribute('data-status', /Success|Failed/)
  await page.getByRole('button', { name: 'Terminal settings' }).click()
  const port = settings.getByLabel('Service port')
  await expect(port).toHaveValue('8000')
  for (const wrong of ['0', '70000', 'abc']) {
    await port.fill(wrong)
    await port.press('Tab')
    await expect(port).toHaveValue('8000')
  }
  const saved = page.waitForResponse('**/admin/ajax/changeTerminalConfig')
  await port.fill('9000')
  await port.press('Tab')
  expect(await (await saved).json()).toMatchObject({ code: 1 })
  await settings.getByRole('radio', { name: 'Off' }).click()
  expect((await stored<Stored>(page, 'storeTerminal')).automaticCleanupTask).toBe('0')
  const back = page.waitForResponse('**/admin/ajax/changeTerminalConfig')
  await port.fill('8000')
  await port.press('Tab')
  await back
  await noSeriousFindings(page)
  await settings.getByRole('button', { name: 'Close' }).click()
  await expect(settings).toBeHidden()
  for (const count of [1, 2]) {
    await run(page, 'version')
    await expect(task(page, 'version')).toHaveCount(count)
    await is(page, 'version', 'Success')
  }
  await choose('pnpm')
})

test('T-07 C-11 the overlay lies over the page while the terminal’s settings are saved, until the last call has ended', async ({
  page,
}) => {
  await openAdmin(page, '/admin/dashboard', { lang: 'en' })
  await openPanel(page)
  const held: (() => void)[] = []
  await page.route('**/admin/ajax/changeTerminalConfig', async (route) => {
    await new Promise<void>((release) => held.push(release))
    await route.fulfill(envelope(null))
  })
  const overlay = page.locator('.overlay')
  await page.getByRole('button', { name: 'Terminal settings' }).click()
  const port = page.getByRole('dialog', { name: 'Terminal settings' }).getByLabel('Service port')
  for (const value of ['9001', '9002']) {
    await port.fill(value)
    await port.blur()
  }
  await expect.poll(() => held.length).toBe(2)
  await expect(overlay).toHaveAttribute('data-count', '2')
  await expect(overlay).toHaveText('Loading…')
  const view = page.viewportSize()
  expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, width: view?.width, height: view?.height })
  // Nothing beneath it can be pressed.
  expect(await overlay.evaluate((box) => box.contains(document.elementFromPoint(innerWidth / 2, innerHeight / 2)))).toBe(true)
  held[0]?.()
  await expect(overlay).toHaveAttribute('data-count', '1')
  held[1]?.()
  await expect(overlay).toHaveCount(0)
})

test('A-12 the terminal is there for super administrators only', async ({ page }) => {
  await openAdmin(page, '/admin/dashboard', { as: 'datamanager', lang: 'en' })
  await expect(page.getByRole('group', { name: 'Tools' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Terminal' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Clear cache' })).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').last().fill('dashboard')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.getByRole('combobox').last().fill('doctor')
  await expect(page.getByRole('option')).toHaveCount(0)
})
