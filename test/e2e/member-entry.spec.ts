import { type Browser, type Page, expect, test } from '@playwright/test'
import { fitsWidth, openMember } from './member-kit.ts'
import { seen, walkedOnce } from './walked-in.ts'

const WORDS = {
  'zh-cn': {
    gather: '随访表录入',
    visit: '24 周随访',
    all: '全部受试者',
    day: '测量日期（必填）',
    systolic: '收缩压 (mmHg)（必填）',
    diastolic: '舒张压 (mmHg)（必填）',
    pulse: '脉压 (mmHg)',
    stops: '收缩压在 70–260',
    missing: '请填写这一项',
    unreadable: '这里要填整数',
    filled: '舒张压已填写',
    handedIn: '已提交。',
    list: '返回列表',
    saved: '已保存。',
    offline: '没有连接',
    submit: '提交',
    submitted: '已提交',
    reason: '更正原因（必填）',
    correct: '保存更正',
  },
  en: {
    gather: 'Follow-up forms',
    visit: 'Week 24',
    all: 'All subjects',
    day: 'Measured on (required)',
    systolic: 'Systolic (mmHg) (required)',
    diastolic: 'Diastolic (mmHg) (required)',
    pulse: 'Pulse pressure (mmHg)',
    stops: 'Systolic within 70–260',
    missing: 'Please fill this in',
    unreadable: 'A whole number goes here',
    filled: 'Diastolic pressure is filled in',
    handedIn: 'Submitted.',
    list: 'Back to the list',
    saved: 'Saved.',
    offline: 'No connection',
    submit: 'Submit',
    submitted: 'Submitted',
    reason: 'Reason for the correction (required)',
    correct: 'Save the correction',
  },
} as const

const phone = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' })).newPage()

for (const lang of walkedOnce('zh-cn'))
  test(`AA-04 a member fills a form in on a phone, loses the line, submits it and corrects it with a reason (${lang})`, async ({
    browser,
  }) => {
    const words = WORDS[lang]
    const page = await phone(browser)
    const context = page.context()
    await openMember(page, '/user/study/gather', 'researcher', lang)
    await page.getByRole('link', { name: words.gather }).click()
    await page.getByRole('radio', { name: words.all }).click()
    const free = page
      .getByRole('link', { name: new RegExp(`^${words.visit}`) })
      .and(page.locator(':not([data-standing=done], [data-standing=draft])'))
    await expect(free.first()).toBeVisible()
    await seen(page, WORDS)
    await fitsWidth(page)
    await free.first().click()
    await expect(page.getByLabel(words.systolic)).toBeVisible()
    const line = page.locator('.entry-line')

    // Nothing is wrong with what nobody has come to yet.
    await expect(page.getByText(words.filled)).toHaveCount(0)
    await page.getByLabel(words.systolic).fill('一百三')
    await expect(page.getByText(words.unreadable)).toBeVisible()
    await page.getByLabel(words.systolic).fill('３００')
    await page.getByLabel(words.diastolic).fill('80')
    await page.getByLabel(words.diastolic).blur()
    await expect(page.getByLabel(words.systolic)).toHaveValue('300')
    await expect(line).toHaveText(words.saved)
    // By the field, and above the button.
    await expect(page.getByText(words.stops)).toHaveCount(2)
    await expect(page.getByLabel(words.pulse)).toHaveValue('220')
    await page.getByRole('button', { name: words.submit, exact: true }).click()
    await expect(page.getByText(words.missing)).toBeVisible()
    await expect(page.getByLabel(words.day)).toBeFocused()
    await seen(page, WORDS)
    await fitsWidth(page)

    await context.setOffline(true)
    await page.getByLabel(words.systolic).fill('130')
    await page.getByLabel(words.systolic).blur()
    await expect(line).toContainText(words.offline)
    await context.setOffline(false)
    await expect(line).toHaveText(words.saved)
    await page.getByLabel(words.day).fill('2026-11-02')
    await page.getByLabel(words.day).blur()
    await expect(page.getByText(words.missing)).toHaveCount(0)
    await expect(page.getByText(words.stops)).toHaveCount(0)
    await page.getByRole('button', { name: words.submit, exact: true }).click()
    await expect(page.locator('.member-standing')).toHaveText(words.submitted)
    await expect(page.locator('.entry-foot')).toContainText(words.handedIn)
    await page.getByRole('link', { name: words.list, exact: true }).click()
    await expect(page.getByRole('radio', { name: words.all })).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel(words.systolic)).toHaveValue('130')

    await page.reload()
    await expect(page.getByLabel(words.systolic)).toHaveValue('130')
    await page.getByLabel(words.systolic).fill('132')
    await expect(page.getByRole('button', { name: words.correct })).toBeDisabled()
    await page.getByLabel(words.reason).fill('抄写错误')
    await page.getByRole('button', { name: words.correct }).click()
    await expect(line).toHaveText(words.saved)
    await page.reload()
    await expect(page.getByLabel(words.systolic)).toHaveValue('132')
    await expect(page.getByLabel(words.pulse)).toHaveValue('52')
    await context.close()
  })

test('AA-04 what was typed without a line is there again after the page was closed, and is saved', async ({ browser }) => {
  const words = WORDS.en
  const page = await phone(browser)
  await openMember(page, '/user/study/gather', 'researcher', 'en')
  await page.getByRole('link', { name: words.gather }).click()
  await page.getByRole('radio', { name: words.all }).click()
  const free = page.getByRole('link', { name: /^Week 24/ }).and(page.locator(':not([data-standing=done], [data-standing=draft])'))
  await free.first().click()
  await expect(page.getByLabel(words.systolic)).toBeVisible()
  const address = page.url()
  await page.context().setOffline(true)
  await page.getByLabel(words.systolic).fill('141')
  await page.getByLabel(words.systolic).blur()
  await expect(page.locator('.entry-line')).toContainText(words.offline)
  await page.getByLabel(words.diastolic).fill('91')
  await page.goto('about:blank')
  await page.context().setOffline(false)
  await page.goto(address)
  await expect(page.getByLabel(words.diastolic)).toHaveValue('91')
  await expect(page.locator('.entry-line')).toHaveText(words.saved)
  await page.reload()
  await expect(page.getByLabel(words.systolic)).toHaveValue('141')
  await expect(page.getByLabel(words.diastolic)).toHaveValue('91')
  await page.context().close()
})
