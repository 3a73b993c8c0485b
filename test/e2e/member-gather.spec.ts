import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import type { Answer } from '../server.ts'
import { ownServer } from './own-server.ts'
import { noSeriousFindings } from './page-kit.ts'
import { PASSWORD, seed } from './shell-kit.ts'
import { saidInBoth, seen, walkedOnce } from './walked-in.ts'

test.describe.configure({ mode: 'serial' })

const { address } = ownServer()

const post = async <T>(path: string, body: object): Promise<T> => {
  const response = await fetch(`${address()}${path}`, {
    method: 'POST',
    headers: { server: '1', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { code, msg, data } = (await response.json()) as Answer<T>
  if (code !== 1) throw new Error(msg)
  return data
}
type Signed = { userInfo: Record<string, unknown> & { token: string } }
/** Somebody of the member's department, and somebody of another. */
const subjects = async (): Promise<[string, string]> => {
  const { userInfo } = await post<Signed>('/admin/index/login', { username: 'admin', password: PASSWORD, keep: true })
  const found = async (department: string) => {
    const headers = { server: '1', batoken: userInfo.token }
    const search = JSON.stringify([{ field: 'state', operator: '=', val: 'enrolled' }])
    const response = await fetch(`${address()}/admin/study.subject/index?limit=100&search=${encodeURIComponent(search)}`, { headers })
    const { data } = (await response.json()) as Answer<{ list: { code: string; _labels: { department: string } }[] }>
    return data.list.find(({ _labels }) => _labels.department === department)?.code ?? ''
  }
  return [await found('内分泌科'), await found('心血管内科')]
}

const WORDS = {
  'zh-cn': {
    gather: '生命体征按周上传',
    ready: '等您提交',
    row: '第 2 行',
    reason: '您的科室没有这位受试者',
    save: '下载不合格的行',
    submit: '提交',
    receipt: '交付回执',
    none: '现在没有要交的数据',
    first: '要先改正',
    stops: '必须改正的 1 行',
    rule: '收缩压在 70–260（收缩压 400）',
    why: /1 行违反必须遵守的规则.*改正后重新上传/,
    marked: '下载标注的 Excel',
    back: /返回/,
  },
  en: {
    gather: 'Vital signs, weekly',
    ready: 'Waits for you to submit',
    row: 'Row 2',
    reason: 'Your departments have no such subject',
    save: 'Download the rows that do not pass',
    submit: 'Submit',
    receipt: 'Receipt',
    none: 'Nothing is asked of you now',
    first: 'To be corrected first',
    stops: '1 row that must be corrected',
    rule: 'Systolic within 70–260 (Systolic 400)',
    why: /blocking rule: 1.*upload it again/,
    marked: 'Download as a marked Excel file',
    back: /Back to/,
  },
} as const

for (const lang of walkedOnce('zh-cn')) {
  test(`a member hands a file over on a phone, sees what does not pass, submits it and has a receipt (${lang})`, async ({ browser }) => {
    const words = WORDS[lang]
    const [own, other] = await subjects()
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const { userInfo } = await post<Signed>('/api/user/checkIn', { tab: 'login', username: 'researcher', password: PASSWORD, keep: true })
    await seed(page, { userInfo, storeConfig_v2: { lang: { defaultLang: lang } } })
    await page.goto(`${address()}/user/study/gather`)
    await page.getByRole('link', { name: words.gather }).click()
    await expect(page.locator('h1')).toHaveText(words.gather)
    const rows = `subject,visit,sbp,dbp\n${own},V2,${lang === 'en' ? 131 : 130},80\n${other},V2,120,70\n`
    await page.locator('input[type=file]').setInputFiles({ name: `week-${lang}.csv`, mimeType: 'text/csv', buffer: Buffer.from(rows) })
    const line = page.getByRole('link', { name: `week-${lang}.csv` })
    await expect(line).toContainText(words.ready)
    await seen(page, WORDS)
    await line.click()
    await expect(page.getByRole('listitem').filter({ hasText: words.row })).toContainText(words.reason)
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: words.save }).click()])
    expect(await readFile(await file.path(), 'utf8')).toContain(other)
    await seen(page, WORDS)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await page.getByRole('button', { name: words.submit, exact: true }).click()
    await expect(page.getByRole('region', { name: words.receipt })).toContainText(/HTN-VS-\d[\s\S]*[0-9a-f]{64}/)
    await expect(page.getByRole('button', { name: words.submit, exact: true })).toHaveCount(0)
    await context.close()
  })

  test(`a blocking rule stops the submission on a phone, with the row in words; the corrected file is submitted (${lang})`, async ({
    browser,
  }) => {
    const words = WORDS[lang]
    const [own] = await subjects()
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const { userInfo } = await post<Signed>('/api/user/checkIn', { tab: 'login', username: 'researcher', password: PASSWORD, keep: true })
    await seed(page, { userInfo, storeConfig_v2: { lang: { defaultLang: lang } } })
    await page.goto(`${address()}/user/study/gather`)
    await page.getByRole('link', { name: words.gather }).click()
    const send = async (name: string, sbp: string, standing: string) => {
      const rows = `subject,visit,measured,sbp,dbp,weight,height\n${own},V3,2026-11-10,${sbp},80,60,165\n`
      await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(rows) })
      await expect(page.getByRole('link', { name })).toContainText(standing)
      await page.getByRole('link', { name }).click()
    }
    await send(`wrong-${lang}.csv`, '400', words.first)
    await expect(page.getByRole('list', { name: words.stops }).getByRole('listitem')).toContainText(words.rule)
    await expect(page.getByRole('alert').filter({ hasText: words.why })).toBeVisible()
    await expect(page.getByRole('button', { name: words.submit, exact: true })).toBeDisabled()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: words.marked }).click()])
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
    await noSeriousFindings(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    const folder = process.env['SHOT']
    if (folder) await page.screenshot({ path: `${folder}/stopped-${lang}.png`, fullPage: true })
    await page.getByRole('link', { name: words.back }).click()
    await send(`right-${lang}.csv`, lang === 'en' ? '141' : '140', words.ready)
    await page.getByRole('button', { name: words.submit, exact: true }).click()
    await expect(page.getByRole('region', { name: words.receipt })).toContainText(`right-${lang}.csv`)
    await context.close()
  })

  test(`whoever coordinates no department is told that nothing is asked of them (${lang})`, async ({ page }) => {
    const { userInfo } = await post<Signed>('/api/user/checkIn', { tab: 'login', username: 'student', password: PASSWORD, keep: true })
    await seed(page, { userInfo, storeConfig_v2: { lang: { defaultLang: lang } } })
    await page.goto(`${address()}/user/study/gather`)
    await expect(page.getByRole('heading', { name: WORDS[lang].none })).toBeVisible()
    await saidInBoth(page, WORDS)
  })
}
