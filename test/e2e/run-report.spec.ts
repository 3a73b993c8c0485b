import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { openArea } from './area-kit.ts'
import { signIn } from './list-kit.ts'
import { noSeriousFindings, paperOf } from './page-kit.ts'
import { saidInBoth, seen, switchTo, walkedIn, walkedOnce } from './walked-in.ts'

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
    few: /只有 1 次运行/,
    hit: '有违规',
    excel: '下载 Excel',
    missing: '生命体征：缺失的变量',
    earlier: /^#\d+ HTN-2026 · 生命体征 /,
    report: '打开报告',
    head: '质控报告HTN-2026',
    verdict: '不可放行:3个阻断项未通过',
    named: '收缩压在70–260sbpHTN.VS06',
    variable: '收缩压sbp',
    print: '打印',
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
    few: /Runs so far: 1\b/,
    hit: 'With violations',
    excel: 'Download Excel',
    missing: /: variables with missing values$/,
    earlier: /^#\d+ HTN-2026 · Vital signs /,
    report: 'Open the report',
    head: 'QualityreportHTN-2026',
    verdict: 'Notfitforrelease:3blockingchecksfailed',
    named: 'HTN.VS06',
    variable: 'Systolicsbp',
    print: 'Print',
  },
} as const

type Words = (typeof WORDS)[keyof typeof WORDS]
const TABS = { 'zh-cn': WORDS['zh-cn'].tabs, en: WORDS.en.tabs }

type Known = { id: number; state: string; form: number | null; study: number | null; asked: unknown }
/** The runs of the demo by what they are: over one form, over the whole study, and over it once more. */
const judged = async (request: APIRequestContext): Promise<{ ofForm: number; ofStudy: number; again: number }> => {
  const client = await signIn(request)
  const known = async () => {
    const { data } = await client.call<{ list: Known[] }>('/admin/qc.run/index?limit=100&order=id,asc')
    const own = data.list.filter(({ study, asked }) => study !== null && asked === null)
    return [own.find(({ form }) => form !== null), ...own.filter(({ form }) => form === null).slice(0, 2)]
  }
  await expect.poll(async () => (await known()).map((run) => run?.state)).toEqual(['done', 'done', 'done'])
  const [ofForm, ofStudy, again] = (await known()).map((run) => run?.id ?? 0)
  return { ofForm: ofForm ?? 0, ofStudy: ofStudy ?? 0, again: again ?? 0 }
}

/** The page that is handed out: on the screen, on a phone, and on paper, where each sheet says what it is of. */
const handedOut = async (page: Page, words: Words): Promise<void> => {
  const tab = page.waitForEvent('popup')
  await page.getByRole('button', { name: words.report }).click()
  const report = await tab
  await expect(report.getByRole('button', { name: words.print })).toBeVisible()
  await noSeriousFindings(report)
  const sheets = (await paperOf(report)).map((sheet) => sheet.normalize('NFKC').replaceAll(/\s/g, ''))
  expect(sheets.length).toBeGreaterThan(2)
  for (const [at, sheet] of sheets.entries()) expect(sheet).toContain(`${words.head}${at + 1}/${sheets.length}`)
  for (const said of [words.verdict, words.named, words.variable, 'HTN.AE01']) expect(sheets.join('')).toContain(said)
  expect(sheets.join('')).not.toContain(words.print)
  await report.setViewportSize({ width: 390, height: 844 })
  await noSeriousFindings(report)
  expect(await report.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await report.close()
}

for (const lang of walkedOnce('zh-cn')) {
  const words = WORDS[lang]
  test(`a run is seen against an earlier one, under other limits, over time and by site (${lang})`, async ({ page, request }) => {
    const { ofForm, ofStudy, again } = await judged(request)
    // Against the one before it of the same scope at first, and against any other that is chosen.
    await openArea(page, `/admin/qc/run/${again}?tab=insight`, { lang })
    const against = page.locator('.run-pick').first()
    await expect(against).toContainText(`#${ofStudy} `)
    await expect(page.getByText(words.scope)).toHaveCount(0)
    await against.click()
    await page
      .locator('.ant-select-item-option')
      .filter({ hasText: `#${ofForm} ` })
      .click()
    await expect(page.getByText(words.scope)).toBeVisible()

    await openArea(page, `/admin/qc/run/${ofStudy}?tab=insight`, { lang })
    await expect(page.getByText(words.scope)).toBeVisible()
    await expect(against).toContainText(words.earlier)
    await expect(against).toContainText(`#${ofForm} `)
    await page.locator('.run-same summary').first().click()
    await expect(page.getByRole('region', { name: words.compare }).getByRole('link').first()).toHaveAttribute('href', /finding\?filter=/)
    await expect(page.getByText(words.supposed)).toBeVisible()
    await expect(page.getByText(words.few)).toBeVisible()
    // The score is drawn first; a rule is found among thousands by typing.
    const chart = page.locator('section.panel-card').filter({ has: page.getByRole('heading', { name: words.chart }) })
    await chart.locator('.run-pick').click()
    await page.keyboard.type('HTN.VS06')
    await page.keyboard.press('Enter')
    await expect(chart.locator('.run-pick')).toContainText('HTN.VS06')
    await expect(page.getByRole('columnheader', { name: words.hit })).toBeVisible()
    const lacking = page.getByRole('table', { name: words.missing }).first().getByRole('link').first()
    await expect(lacking).toHaveAttribute('href', /clinical\/data\?study=\d+&form=\d+&f\d+\.filter=v\d+:NULL:$/)
    await expect(page.locator('.run-missing canvas').first()).toBeVisible()
    await expect(page.locator('.run-bars a[href*="filter=v"]').first()).toBeAttached()
    await expect(page.locator('.run-distributions a.run-out').first()).toHaveAttribute('href', /finding\?filter=/)
    await expect(page.locator('.run-chart a[href^="/admin/qc/run/"]')).toHaveCount(2)
    await expect(page.locator('.run-chart a[href*="/admin/finding?"]').first()).toBeAttached()
    await seen(page, WORDS)
    const folder = process.env['SHOT']
    if (folder) await page.screenshot({ path: `${folder}/insight-${lang}.png`, fullPage: true })
    await page.setViewportSize({ width: 390, height: 844 })
    await noSeriousFindings(page)
    if (folder) await page.locator('.run-insight').screenshot({ path: `${folder}/insight-narrow-${lang}.png` })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    // On paper every chart is there, none wider than the sheet.
    const own = (await paperOf(page)).join('').normalize('NFKC').replaceAll(/\s/g, '')
    for (const said of [words.chart, words.funnel, words.compare, '%']) expect(own).toContain(said.replaceAll(/\s/g, ''))
    await page.setViewportSize({ width: 720, height: 1000 })
    await page.emulateMedia({ media: 'print' })
    const boxes = await page
      .locator('.run-chart, .run-bars, .run-missing canvas')
      .evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ width, height, right }) => width > 40 && height > 20 && right <= 720),
      )
    expect([boxes.length > 3, boxes.every(Boolean)]).toEqual([true, true])
    await page.emulateMedia({ media: null })
    await page.setViewportSize({ width: 1280, height: 800 })
    await openArea(page, `/admin/qc/run/${ofStudy}`, { lang })
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: words.excel }).click()
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)

    await handedOut(page, words)
    // What it says is written with it, in both languages.
    const other = lang === 'en' ? 'zh-cn' : 'en'
    await switchTo(page, other)
    await handedOut(page, WORDS[other])
  })

  test(`every tab of a run is within reach on a phone, and what only one of two runs judged is folded (${lang})`, async ({
    page,
    request,
  }) => {
    const { ofStudy } = await judged(request)
    await openArea(page, `/admin/qc/run/${ofStudy}`, { lang })
    // Every mark of the verdict is a door.
    const marks = page.locator('.run-signs li, .run-dimensions li')
    await expect(page.locator('.run-dimensions')).toHaveCount(3)
    expect(
      await marks.evaluateAll((all) => all.filter((one) => !one.querySelector('a[href*="filter="]')).map((one) => one.textContent)),
    ).toEqual([])
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      for (const name of words.tabs) {
        await page.getByRole('tab', { name, exact: true }).click()
        await expect(page.locator('.skeleton')).toHaveCount(0)
        if (width === 390) await noSeriousFindings(page)
        else await seen(page, TABS)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      }
    }
    await openArea(page, `/admin/qc/run/${ofStudy}?tab=results`, { lang })
    await expect(page.locator('[data-column="violated"] a, .dg-row a[href*="/admin/finding?filter=parameter"]').first()).toBeVisible()
    await openArea(page, `/admin/qc/run/${ofStudy}?tab=insight`, { lang })
    const compare = page.getByRole('region', { name: words.compare })
    const once = page.locator('.run-same').filter({ hasText: words.once })
    await expect(once.getByRole('link', { name: words.rule })).toBeHidden()
    await once.locator('summary').click()
    await expect(compare.getByRole('link', { name: words.rule })).toBeVisible()
    await saidInBoth(page, WORDS)
  })
}

for (const lang of walkedIn('zh-cn')) {
  const words = WORDS[lang]
  test(`a limit is supposed, and each mark of the charts leads where its row in the table does (${lang})`, async ({ page, request }) => {
    const { ofStudy } = await judged(request)
    await openArea(page, `/admin/qc/run/${ofStudy}?tab=insight`, { lang })
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
