import { expect, test } from '@playwright/test'
import { openArea } from './area-kit.ts'
import { signIn } from './list-kit.ts'
import { noSeriousFindings } from './page-kit.ts'
import { walkedIn } from './walked-in.ts'

test.slow()
const WORDS = {
  'zh-cn': {
    compare: '与较早的运行比较',
    scope: /表单或参数集不同/,
    supposed: /得分 59/,
    few: /只有 [23] 次运行/,
    hit: '有违规',
    excel: '下载 Excel',
    missing: '生命体征：缺失的变量',
  },
  en: {
    compare: 'Comparison with an earlier run',
    scope: /differ in forms or control set/,
    supposed: /Score 59/,
    few: /Runs so far: [23]/,
    hit: 'With violations',
    excel: 'Download Excel',
    missing: /: variables with missing values$/,
  },
} as const

for (const lang of walkedIn('zh-cn')) {
  const words = WORDS[lang]
  test(`a run is seen against an earlier one, under other limits, over time and by site (${lang})`, async ({ page, request }) => {
    const client = await signIn(request)
    const listed = async () => {
      const { data } = await client.call<{ list: { id: number; state: string }[] }>('/admin/qc.run/index?limit=100')
      return data.list.find(({ id }) => id === 2)?.state
    }
    await expect.poll(listed, { timeout: 60_000 }).toBe('done')
    await openArea(page, '/admin/qc/run/2?tab=insight', { lang })
    await expect(page.getByText(words.scope)).toBeVisible()
    await expect(page.getByRole('region', { name: words.compare }).getByRole('link').first()).toHaveAttribute('href', /finding\?filter=/)
    await expect(page.getByText(words.supposed)).toBeVisible()
    await expect(page.getByText(words.few)).toBeVisible()
    await expect(page.getByRole('columnheader', { name: words.hit })).toBeVisible()
    const lacking = page.getByRole('table', { name: words.missing }).first().getByRole('link').first()
    await expect(lacking).toHaveAttribute('href', /clinical\/data\?study=\d+&form=\d+&f\d+\.filter=v\d+:NULL:$/)
    await expect(page.locator('.run-missing canvas').first()).toBeVisible()
    await expect(page.locator('.run-bars a[href*="filter=v"]').first()).toBeAttached()
    await expect(page.locator('.run-distributions a.run-out').first()).toHaveAttribute('href', /finding\?filter=/)
    await expect(page.locator('.run-chart a[href^="/admin/qc/run/"]')).toHaveCount(2)
    await expect(page.locator('.run-chart a[href*="/admin/finding?"]').first()).toBeAttached()
    await noSeriousFindings(page)
    const folder = process.env['SHOT']
    if (folder) await page.screenshot({ path: `${folder}/insight-${lang}.png`, fullPage: true })
    await page.setViewportSize({ width: 390, height: 844 })
    await noSeriousFindings(page)
    if (folder) await page.locator('.run-insight').screenshot({ path: `${folder}/insight-narrow-${lang}.png` })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.setViewportSize({ width: 1280, height: 800 })
    await openArea(page, '/admin/qc/run/2', { lang })
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: words.excel }).click()
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
  })
}
