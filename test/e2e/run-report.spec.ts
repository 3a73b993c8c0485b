import { type APIRequestContext, expect, test } from '@playwright/test'
import { openArea } from './area-kit.ts'
import { signIn } from './list-kit.ts'
import { noSeriousFindings } from './page-kit.ts'
import { walkedIn } from './walked-in.ts'

test.slow()
const WORDS = {
  'zh-cn': {
    tabs: ['结论', '比较与趋势', '检查结果', '问题变动'],
    fail: '违规比例超过多少 % 时未通过',
    lenient: /未通过 0，/,
    once: /条规则只有一次运行判断过/,
    rule: 'HTN.AE01 事件名称已填写',
    chart: '控制图',
    funnel: '科室比较',
    compare: '与较早的运行比较',
    scope: /表单或参数集不同/,
    supposed: /得分 59/,
    few: /只有 [23] 次运行/,
    hit: '有违规',
    excel: '下载 Excel',
    missing: '生命体征：缺失的变量',
  },
  en: {
    tabs: ['Verdict', 'Comparison and trend', 'Results', 'Changed findings'],
    fail: 'Fail above this % of violations',
    lenient: /failed 0,/,
    once: /judged by one of the two runs alone/,
    rule: 'HTN.AE01 The event is named',
    chart: 'Control chart',
    funnel: 'Sites',
    compare: 'Comparison with an earlier run',
    scope: /differ in forms or control set/,
    supposed: /Score 59/,
    few: /Runs so far: [23]/,
    hit: 'With violations',
    excel: 'Download Excel',
    missing: /: variables with missing values$/,
  },
} as const

const judged = async (request: APIRequestContext): Promise<void> => {
  const client = await signIn(request)
  const state = async () => {
    const { data } = await client.call<{ list: { id: number; state: string }[] }>('/admin/qc.run/index?limit=100')
    return data.list.find(({ id }) => id === 2)?.state
  }
  await expect.poll(state, { timeout: 60_000 }).toBe('done')
}

for (const lang of walkedIn('zh-cn')) {
  const words = WORDS[lang]
  test(`a run is seen against an earlier one, under other limits, over time and by site (${lang})`, async ({ page, request }) => {
    await judged(request)
    await openArea(page, '/admin/qc/run/2?tab=insight', { lang })
    await expect(page.getByText(words.scope)).toBeVisible()
    await page.locator('.run-same summary').first().click()
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

  test(`every tab of a run is within reach on a phone, and what only one of two runs judged is folded (${lang})`, async ({
    page,
    request,
  }) => {
    await judged(request)
    await openArea(page, '/admin/qc/run/2', { lang })
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      for (const name of words.tabs) {
        await page.getByRole('tab', { name, exact: true }).click()
        await expect(page.locator('.skeleton')).toHaveCount(0)
        await noSeriousFindings(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      }
    }
    await openArea(page, '/admin/qc/run/2?tab=insight', { lang })
    const compare = page.getByRole('region', { name: words.compare })
    const once = page.locator('.run-same').filter({ hasText: words.once })
    await expect(once.getByRole('link', { name: words.rule })).toBeHidden()
    await once.locator('summary').click()
    await expect(compare.getByRole('link', { name: words.rule })).toBeVisible()
  })

  test(`a limit is supposed, and each mark of the charts leads where its row in the table does (${lang})`, async ({ page, request }) => {
    await judged(request)
    await openArea(page, '/admin/qc/run/2?tab=insight', { lang })
    const fail = page.getByRole('spinbutton', { name: words.fail })
    await fail.fill('100')
    await fail.press('Enter')
    await expect(page.getByText(words.lenient)).toBeVisible()
    await expect(page.locator('.run-flips li').first().getByRole('link')).toHaveAttribute('href', /finding\?filter=.*parameter:IN:\d+/)
    for (const title of [words.chart, words.funnel]) {
      const card = page.locator('section.panel-card').filter({ has: page.getByRole('heading', { name: title }) })
      const hrefs = (of: string) =>
        card
          .locator(of)
          .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
          .then((all) => all.toSorted((a, b) => a.localeCompare(b)))
      await expect(card.locator('.run-chart a').first()).toBeAttached()
      expect(await hrefs('.run-chart a')).toEqual(await hrefs('.run-figures tbody a'))
    }
    // A mark of the matrix is a door to the records without the value.
    const canvas = page.locator('.run-missing canvas').first()
    await canvas.scrollIntoViewIfNeeded()
    const { width, height } = (await canvas.boundingBox())!
    await canvas.hover({ position: { x: width - 2, y: height / 2 } })
    await expect(page.locator('.run-missing figcaption').first()).toContainText('%')
    await canvas.click({ position: { x: width - 2, y: height / 2 } })
    await expect(page).toHaveURL(/clinical\/data\?study=\d+&form=\d+&f\d+\.filter=v\d+/)
  })
}
