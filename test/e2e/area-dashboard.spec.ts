import { expect, test } from '@playwright/test'
import { fresh, noSeriousFindings } from './page-kit.ts'
import { addJob, signIn as client } from './list-kit.ts'
import { openAdmin } from './shell-kit.ts'
import { seen, walkedOnce } from './walked-in.ts'

test('AA-23 the dashboard counts what is there, draws it and leads to it', async ({ page, request }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const me = await client(request)
  const { data } = await me.call<{ total: number }>('/admin/auth.admin/index?limit=10')
  await openAdmin(page, '/admin/dashboard')
  const tile = (title: string) => page.locator('.stat').filter({ hasText: title })
  await expect(tile('管理员').locator('strong')).toHaveText(String(data.total))
  await expect(tile('今日变更').locator('small')).toContainText('昨日')
  // Eight changes are shown, and other tests make theirs at the same time.
  await expect(async () => {
    const name = fresh('看板岗位')
    await addJob(me, name)
    await page.reload()
    await expect(page.locator('[data-widget=latest] li').filter({ hasText: name })).toContainText('新建了', { timeout: 5000 })
  }).toPass()
  for (const chart of ['signIns', 'changes']) await expect(page.locator(`[data-widget=${chart}] svg path`).first()).toBeAttached()
  await expect(page.getByText('您今天已工作')).toBeVisible()
  await noSeriousFindings(page)
  await tile('科室').click()
  await expect(page).toHaveURL(/\/admin\/department$/)
})

test('AA-23 in English, narrowed to what a person may see', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAdmin(page, '/admin/dashboard', { as: 'cardiology', lang: 'en' })
  await expect(page.locator('.stat').filter({ hasText: 'Departments' })).toBeVisible()
  await expect(page.getByText('Failed sign-ins today')).toHaveCount(0)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide).toBeLessThanOrEqual(0)
  await noSeriousFindings(page)
})

test('AA-23 what runs is on the dashboard for as long as it runs', async ({ page }) => {
  let runs = true
  await page.route('**/admin/dashboard/index?*', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: { widgets: object[] } }
    const at = new Date().toISOString()
    const entries = [{ at, by: '数据管理员甲', action: 'exporting', where: '', what: '岗位' }]
    if (runs) body.data.widgets.push({ key: 'running', title: '正在执行的任务', icon: 'activity', kind: 'feed', entries })
    await route.fulfill({ response, json: body })
  })
  await openAdmin(page, '/admin/dashboard')
  await expect(page.locator('[data-widget=running] li')).toHaveText(/数据管理员甲 正在导出\s*岗位/)
  runs = false
  // Nobody reloads: the board asks again by itself, sooner while something runs.
  await expect(page.locator('[data-widget=running]')).toHaveCount(0)
})

const WORKS = {
  'zh-cn': { waits: '等我处理', runs: '正在运行', worse: '最近一天变差', serious: '未处理的严重问题', fresh: '新出现的严重问题' },
  en: {
    waits: 'Waiting for me',
    runs: 'Running now',
    worse: 'Worse since yesterday',
    serious: 'Serious findings not dealt with',
    fresh: 'New serious findings',
  },
} as const
for (const lang of walkedOnce('zh-cn')) {
  const words = WORKS[lang]
  test(`AA-23 what waits, what runs and what got worse stand in three columns, each line a door to as many rows (${lang})`, async ({
    page,
  }) => {
    await openAdmin(page, '/admin/dashboard', { lang })
    const column = (name: 'waits' | 'runs' | 'worse') => page.getByRole('region', { name: words[name] })
    for (const name of ['waits', 'runs', 'worse'] as const)
      await expect(column(name).locator('li button, .panel-empty').first()).toBeVisible()
    await expect(column('worse').getByRole('button', { name: words.fresh })).toBeVisible()
    await seen(page, WORKS)
    const line = column('waits').getByRole('button', { name: words.serious })
    // Other tests decide about findings: number and list are read again until nothing came between them.
    await expect(async () => {
      if (!page.url().endsWith('/admin/dashboard')) await page.goto('/admin/dashboard')
      const count = Number((await line.locator('strong').textContent())?.replaceAll(/\D/g, ''))
      await line.click()
      await expect(page).toHaveURL(/\/admin\/finding\?filter=state.*severity/)
      const foot = page.locator('.pager, .list-foot').first()
      await expect(foot).toContainText(/\d/)
      expect(await foot.textContent()).toContain(new Intl.NumberFormat(lang === 'en' ? 'en-GB' : lang).format(count))
    }).toPass()
  })
}
