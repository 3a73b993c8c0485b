import { expect, type Page } from '@playwright/test'
import { shot, type Lang } from './own-server.ts'
import { noSeriousFindings } from './page-kit.ts'
import { PASSWORD } from './shell-kit.ts'

const WORDS = {
  'zh-cn': {
    run: '立即运行',
    closing: '锁定与签名',
    freeze: '冻结',
    frozen: '已冻结',
    password: '登录密码',
    sign: '签名',
    same: '与签名时一致',
    lock: '锁定',
    locked: '已锁定',
  },
  en: {
    run: 'Run now',
    closing: 'Locks and signatures',
    freeze: 'Freeze',
    frozen: 'Frozen',
    password: 'Your password',
    sign: 'Sign',
    same: 'The same as signed',
    lock: 'Lock',
    locked: 'Locked',
  },
} as const

export const explain = async (page: Page, verb: string) => {
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox').fill('数据核对完毕')
  await noSeriousFindings(page, '[role=alertdialog]')
  await dialog.getByRole('button', { name: verb, exact: true }).click()
  await expect(dialog).toHaveCount(0)
}
export const nextStep = (page: Page, verb: string) => page.locator('.study-next').getByRole('button', { name: verb, exact: true })
export const name = (page: Page) => page.locator('.record-name')
/** Nothing on the page is wider than its window. */
export const staysInside = async (page: Page) => {
  const { width } = page.viewportSize() ?? { width: 0 }
  const boxes = await page.locator('.study-overview > *').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
  expect(Math.max(...boxes)).toBeLessThanOrEqual(width)
}
/** From cleaning to locked on one page that is never loaded again: what it says follows what happens. */
export const closeStudy = async (desk: Page, lang: Lang): Promise<void> => {
  const words = WORDS[lang]
  // What was corrected has not been seen by a run over the whole study yet; it is begun here, and the step opens by itself.
  await expect(nextStep(desk, words.freeze)).toBeVisible()
  if (await nextStep(desk, words.run).isVisible()) await nextStep(desk, words.run).click()
  await expect(nextStep(desk, words.freeze)).toBeEnabled({ timeout: 60_000 })
  await desk.getByRole('tab', { name: words.closing }).click()
  await nextStep(desk, words.freeze).click()
  await explain(desk, words.freeze)
  await expect(name(desk)).toContainText(words.frozen)
  await desk.getByLabel(words.password).fill('not my password', { timeout: 60_000 })
  await desk.getByRole('button', { name: words.sign, exact: true }).click()
  await expect(desk.locator('.signature-form .field-error')).toBeVisible()
  await noSeriousFindings(desk)
  await staysInside(desk)
  await shot(desk, `sign-${lang}`)
  await desk.getByLabel(words.password).fill(PASSWORD)
  await desk.getByRole('button', { name: words.sign, exact: true }).click()
  await expect(desk.getByText(words.same)).toBeVisible({ timeout: 60_000 })
  await noSeriousFindings(desk)
  await nextStep(desk, words.lock).click()
  await explain(desk, words.lock)
  await expect(name(desk)).toContainText(words.locked)
  await shot(desk, `locked-${lang}`)
}
