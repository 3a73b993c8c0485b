import { expect, test } from '@playwright/test'
import type { Answer } from '../server.ts'
import { ownServer } from './own-server.ts'
import { noSeriousFindings } from './page-kit.ts'
import { PASSWORD, seed } from './shell-kit.ts'

test.describe.configure({ mode: 'serial' })

const { address } = ownServer()
const WORDS = {
  'zh-cn': {
    visit: '24 周随访',
    list: '访视时间线',
    done: '已完成',
    miss: '记为未进行',
    why: '未进行的原因',
    said: '未进行：住院',
    again: '恢复为应进行',
  },
  en: {
    visit: 'Week 24',
    list: 'Timeline of visits',
    done: 'Done',
    miss: 'Mark as missed',
    why: 'Why it did not take place',
    said: 'Did not take place: in hospital',
    again: 'Expect it again',
  },
} as const

type Listed = { list: { id: number; enrolledOn: string | null }[] }
for (const [lang, width] of [
  ['zh-cn', 1440],
  ['en', 390],
] as const)
  test(`AA-04 the timeline of a subject leads to what was entered, and a visit is marked as missed with its reason (${lang}, ${width})`, async ({
    browser,
  }) => {
    const words = WORDS[lang]
    const response = await fetch(`${address()}/admin/index/login`, {
      method: 'POST',
      headers: { server: '1', 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'datamanager', password: PASSWORD, keep: true }),
    })
    const { data } = (await response.json()) as Answer<{ userInfo: { token: string } }>
    const headers = { server: '1', batoken: data.userInfo.token }
    const search = encodeURIComponent(JSON.stringify([{ field: 'state', operator: '=', val: 'enrolled' }]))
    const found = await fetch(`${address()}/admin/study.subject/index?limit=50&order=enrolledOn,asc&search=${search}`, { headers })
    const { data: listed } = (await found.json()) as Answer<Listed>
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await seed(page, { adminInfo: data.userInfo, storeConfig_v2: { lang: { defaultLang: lang } } })
    await page.goto(`${address()}/admin/study/subject/${listed.list[0]!.id}?tab=timeline`)
    const visits = page.getByRole('list', { name: words.list })
    await expect(visits.getByText(words.done, { exact: true }).first()).toBeVisible()
    // Deliveries of the demo fill the visits before it while the page is looked at.
    const week = visits.locator('> li').filter({ hasText: words.visit })
    await expect(week).toHaveAttribute('data-standing', 'late')
    await noSeriousFindings(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    await week.getByRole('button', { name: words.miss }).click()
    await page.getByLabel(words.why).fill(lang === 'en' ? 'in hospital' : '住院')
    await week.getByRole('button', { name: words.miss }).click()
    await expect(visits.getByText(words.said)).toBeVisible()
    const folder = process.env['SHOT']
    if (folder) await page.screenshot({ path: `${folder}/timeline-${lang}.png`, fullPage: true })
    await expect(week).toHaveAttribute('data-standing', 'missed')
    await visits.getByRole('button', { name: words.again }).click()
    await expect(week).toHaveAttribute('data-standing', 'late')
    await visits.locator('[data-standing=done]').first().getByRole('link').first().click()
    await expect(page).toHaveURL(/\/admin\/clinical\/data\?.*record=\d+/)
    await context.close()
  })
