import { expect, type Page } from '@playwright/test'
import { fitsPhone, shot, type Lang } from './own-server.ts'
import { noSeriousFindings } from './page-kit.ts'
import { PASSWORD, toast } from './shell-kit.ts'

type Open = (page: Page, path: string) => Promise<void>
type Place = { study: number; form: number; record: number }

export const WORDS = {
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
    verify: '原始资料核对整条记录',
    valid: '有效',
    verified: '各科室核查进度',
    signedBy: '签名人',
    held: /已由.+于 .+ 锁定/,
    save: '保存',
    remove: /^删除/,
    more: /^更多/,
    archive: '归档',
    archived: '已归档',
    download: '下载归档文件',
    asked: '等待另一人批准',
    approve: '批准并执行',
    print: '打印签名页',
    meaning: '确认其完整、准确、可追溯，同意锁定',
    noNew: '不能新建和导入记录',
    noTalk: '不能再评论',
    add: '新建',
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
    verify: 'Against the source: the record',
    valid: 'Valid',
    verified: 'Verification by site',
    signedBy: 'Signed by',
    held: /was locked by/,
    save: 'Save',
    remove: /^Delete/,
    more: /^More/,
    archive: 'Archive',
    archived: 'Archived',
    download: 'Download the archive',
    asked: 'a second person must approve',
    approve: 'Approve',
    print: 'Print the signature page',
    meaning: 'they may be locked',
    noNew: 'no record can be added',
    noTalk: 'nothing more can be said',
    add: 'New',
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
  await expect(nextStep(desk, words.freeze)).toBeEnabled()
  await desk.getByRole('tab', { name: words.closing }).click()
  await nextStep(desk, words.freeze).click()
  await explain(desk, words.freeze)
  await expect(name(desk)).toContainText(words.frozen)
  await desk.getByLabel(words.password).fill('not my password')
  await desk.getByRole('button', { name: words.sign, exact: true }).click()
  await expect(desk.locator('.signature-form .field-error')).toBeVisible()
  await noSeriousFindings(desk)
  await staysInside(desk)
  await shot(desk, `sign-${lang}`)
  await desk.getByLabel(words.password).fill(PASSWORD)
  await desk.getByRole('button', { name: words.sign, exact: true }).click()
  await expect(desk.getByText(words.same)).toBeVisible()
  await noSeriousFindings(desk)
  await nextStep(desk, words.lock).click()
  await explain(desk, words.lock)
  await expect(name(desk)).toContainText(words.locked)
  await shot(desk, `locked-${lang}`)
}
/** Against the source, on the page of the record; the page of the study counts it. */
export const verify = async (open: Open, desk: Page, { study, form, record }: Place, lang: Lang): Promise<void> => {
  const words = WORDS[lang]
  await open(desk, `/admin/clinical/data?study=${study}&form=${form}&record=${record}`)
  await desk.getByRole('button', { name: words.verify }).click()
  await expect(desk.locator('.clinical-rail').getByText(words.valid, { exact: true })).toBeVisible()
  await noSeriousFindings(desk)
  await shot(desk, `verify-${lang}`)
  await open(desk, `/admin/study/project/${study}?tab=marks`)
  await expect(desk.getByRole('heading', { name: words.verified })).toBeVisible()
  await expect(desk.locator('.study-table td')).toHaveText(['6', '1', '0'])
  await staysInside(desk)
  await noSeriousFindings(desk)
  await shot(desk, `verified-${lang}`)
}
/** The record says who locked it and when, and offers nothing that would be refused. */
export const showsHeld = async (open: Open, desk: Page, { study, form, record }: Place, lang: Lang): Promise<void> => {
  await open(desk, `/admin/clinical/data?study=${study}&form=${form}&record=${record}`)
  await expect(desk.locator('.clinical-held')).toContainText(WORDS[lang].held)
  const value = desk.locator('.clinical-sheet [data-field=v1]')
  await expect(value.getByRole('textbox')).toHaveValue('120')
  await expect(value.getByRole('textbox')).toBeDisabled()
  // What became of the value can still be looked at.
  await value.click()
  await expect(desk.locator('.clinical-rail')).toContainText('800')
  await expect(desk.locator('.clinical-steps').getByRole('button')).toHaveCount(0)
  await expect(desk.getByRole('button', { name: WORDS[lang].save, exact: true })).toHaveCount(0)
  await expect(desk.getByRole('button', { name: WORDS[lang].verify })).toHaveCount(0)
  await expect(desk.locator('.comment-held')).toContainText(WORDS[lang].noTalk)
  await noSeriousFindings(desk)
  await shot(desk, `held-390-${lang}`)
  await desk.setViewportSize({ width: 1280, height: 800 })
  await shot(desk, `held-${lang}`)
  await open(desk, `/admin/clinical/data?study=${study}&form=${form}`)
  await expect(desk.getByRole('row').filter({ hasText: '120' }).getByRole('button', { name: WORDS[lang].remove })).toBeDisabled()
  // Nothing new is offered where it would be refused.
  await expect(desk.locator('.clinical-list > .clinical-held')).toContainText(WORDS[lang].noNew)
  await expect(desk.getByRole('button', { name: WORDS[lang].add, exact: true })).toHaveCount(0)
  await noSeriousFindings(desk)
  await shot(desk, `held-list-${lang}`)
  await desk.setViewportSize({ width: 390, height: 844 })
  await fitsPhone(desk)
  await shot(desk, `held-list-390-${lang}`)
  await desk.setViewportSize({ width: 1280, height: 800 })
  await open(desk, `/admin/study/project/${study}?tab=locks`)
}
/** What is signed, by whom and over which content, on one sheet of paper, with nothing to press. */
export const printed = async (open: Open, desk: Page, study: number, lang: Lang): Promise<void> => {
  const words = WORDS[lang]
  await open(desk, `/admin/study/project/${study}?tab=locks`)
  await desk.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await desk.getByRole('button', { name: words.print, exact: true }).click()
  await expect(desk.locator('body[data-printed]')).toHaveCount(1)
  await desk.emulateMedia({ media: 'print' })
  const sheet = desk.locator('.signature-card').first()
  await expect(sheet).toBeVisible()
  await expect(sheet).toContainText(/[0-9a-f]{16}/)
  await expect(sheet).toContainText(words.signedBy)
  await expect(sheet).toContainText(words.same)
  await expect(sheet).toContainText(words.meaning)
  for (const gone of [desk.locator('.study-next'), sheet.getByRole('button')])
    for (const one of await gone.all()) await expect(one).toBeHidden()
  await shot(desk, `printed-${lang}`)
  await desk.emulateMedia({ media: 'screen' })
}
/** The whole study as a file, on the same page. */
export const archive = async (desk: Page, lang: Lang): Promise<void> => {
  const words = WORDS[lang]
  await nextStep(desk, words.archive).click()
  await explain(desk, words.archive)
  await expect(name(desk)).toContainText(words.archived)
  await expect(desk.getByRole('button', { name: words.download })).toBeVisible()
  await desk.locator('.archive-files summary').click()
  await expect(desk.locator('.archive-files')).toContainText('trail/entries.ndjson')
  await noSeriousFindings(desk)
  await shot(desk, `archived-${lang}`)
  await fitsPhone(desk)
  await staysInside(desk)
  await shot(desk, `archived-390-${lang}`)
  await desk.setViewportSize({ width: 1280, height: 800 })
}
/** Asked for by one, agreed to by another. */
export const stepBack = async (open: Open, desk: Page, other: Page, lang: Lang, verb: string, still: string): Promise<void> => {
  const words = WORDS[lang]
  await desk.getByRole('toolbar').first().getByRole('button', { name: words.more }).click()
  await desk.getByRole('menuitem', { name: verb }).click()
  await explain(desk, verb)
  // The dialog closes before the call has ended: whoever looks at the list earlier finds nothing.
  await expect(toast(desk, 'success').filter({ hasText: words.asked })).toBeVisible()
  await expect(name(desk)).toContainText(still)
  await open(other, '/admin/approval?filter=state:IN:requested')
  const asked = other.getByRole('grid').getByRole('button', { name: words.approve })
  await expect(asked.first()).toBeVisible()
  const waiting = await asked.count()
  await asked.first().click()
  await other.getByRole('alertdialog').getByRole('button', { name: words.approve }).click()
  // Done when it has left the list: whoever looks at the study before that sees it as it was.
  await expect(asked).toHaveCount(waiting - 1)
}
