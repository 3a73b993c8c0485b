import { expect, test, type Browser, type Page } from '@playwright/test'
import { fitsPhone, only, ownServer, shot, type Lang, type Person } from './own-server.ts'
import { fresh, noSeriousFindings } from './page-kit.ts'
import { seen, walkedOnce } from './walked-in.ts'

const { address, signIn, memberIn, windowOf, open } = ownServer()

const WORDS = {
  'zh-cn': {
    upload: '上传文件',
    platform: '测序平台',
    modality: '检查模态',
    variables: '变量说明',
    quarantined: /已隔离：文件不完整/,
    intact: '与哈希一致',
    verify: '校验哈希',
    more: /^更多/,
    columns: '第 1–60 列，共 230 列',
    next: '后面的列',
    after: '第 61–120 列，共 230 列',
    find: '查找列名',
    rows: '数据行',
    preview: (name: string) => `预览：${name}`,
    same: /内容与以下文件相同/,
    told: /第 1 版相同/,
    unchecked: '尚未校验',
    verdict: /内容与哈希一致/,
    openTask: '查看任务',
    known: '有 1 个文件已经在这里',
    choice: (name: string) => `如何处理 ${name}`,
    go: '继续',
    openFile: (name: string) => `打开 ${name}`,
    versions: '版本',
    compare: '版本比较',
    profile: '各列统计',
    profiled: '只统计了前 200 列，共 230 列',
    shown: '查看版本',
    changed: '改动行',
    overview: '概览',
    photo: '拍照',
    visit: '访视',
    files: '文件与照片',
    find2: '按编号查找受试者',
    gather: '随访表录入',
    all: '全部受试者',
    filesOf: '照片和文件',
  },
  en: {
    upload: 'Upload files',
    platform: 'Platform',
    modality: 'Modality',
    variables: 'Variables',
    quarantined: /quarantined: The file is cut off/,
    intact: 'As its hash says',
    verify: 'Check the hash',
    more: /^More/,
    columns: 'Columns 1–60 of 230',
    next: 'Columns after',
    after: 'Columns 61–120 of 230',
    find: 'Find a column',
    rows: 'Rows',
    preview: (name: string) => `Preview: ${name}`,
    same: /The same content is kept as/,
    told: /same as .* version 1/,
    unchecked: 'Not checked yet',
    verdict: /the content is what its hash says/,
    openTask: 'Open task',
    known: '1 file is here already',
    choice: (name: string) => `What to do with ${name}`,
    go: 'Continue',
    openFile: (name: string) => `Open ${name}`,
    versions: 'Versions',
    compare: 'Compare versions',
    profile: 'Profile',
    profiled: 'Figures of the first 200 of 230 columns',
    shown: 'Version shown',
    changed: 'Rows changed',
    overview: 'Overview',
    photo: 'Take a photo',
    visit: 'Visit',
    files: 'Files and photos',
    find2: 'Find a subject by code',
    gather: 'Follow-up forms',
    all: 'All subjects',
    filesOf: 'Photos and files',
  },
} as const

const called = (who: Person, name: string) => only(who.call, 'datafile', [{ field: 'name', operator: '=', val: name }])
const pageOf = async (page: Page, who: Person, name: string): Promise<void> => {
  const { id } = await called(who, name)
  await open(page, `/admin/datafile/${id}`)
}
const settled = (who: Person, name: string, number = 1) =>
  expect
    .poll(() =>
      called(who, name).then(
        (row) => row['number'] === number && row['state'],
        () => null,
      ),
    )
    .toMatch(/staged|quarantined/)
const upload = async (page: Page, who: Person, lang: Lang, name: string, buffer: Buffer) => {
  await open(page, '/admin/datafile')
  await page.getByLabel(WORDS[lang].upload).setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await settled(who, name)
}
const opened = async (browser: Browser, lang: Lang) => {
  const admin = await signIn('admin')
  const page = await windowOf(browser, admin, lang)
  await page.setViewportSize({ width: 1440, height: 900 })
  return { admin, page }
}
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

test('AA-05 a long file is scrolled through, and gone to a row of; a stretch of millions begins where it is asked for', async ({
  browser,
}) => {
  const { admin, page } = await opened(browser, 'zh-cn')
  const name = `${fresh('long')}.csv`
  const lines = Array.from({ length: 3000 }, (_, i) => `r${i + 1},${name}`)
  await upload(page, admin, 'zh-cn', name, Buffer.from(`code,file\n${lines.join('\n')}\n`))
  await pageOf(page, admin, name)
  const grid = page.getByRole('region', { name: WORDS['zh-cn'].rows }).getByRole('grid')
  await expect(grid.getByText('r1', { exact: true })).toBeVisible()
  const row = page.getByLabel('到第几行')
  await row.fill('2500')
  await row.press('Enter')
  await expect(grid.getByText('r2500', { exact: true })).toBeVisible()
  // A worker that is busy sends away, and is asked again.
  const more = '/admin/datafile/rows'
  let refused = 0
  await page.route(`**${more}`, async (route) =>
    refused++ < 2 ? route.fulfill({ status: 429, json: { code: 429, msg: 'busy', data: null } }) : route.continue(),
  )
  await grid.evaluate((element) => element.scrollTo({ top: 1500 * 30 }))
  await expect(grid.getByText('r1501', { exact: true })).toBeVisible()
  expect(refused).toBeGreaterThan(2)
  await page.unroute(`**${more}`)
  await noSeriousFindings(page, '.record-card')

  await page.route('**/admin/datafile/preview', async (route) => {
    const answer = await route.fetch()
    const body: { data: object } = await answer.json()
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, rows: 2_000_000 } } })
  })
  await page.route(`**${more}`, async (route) => {
    const { from, count }: { from: number; count: number } = route.request().postDataJSON()
    const rows = Array.from({ length: count }, (_, i) => [`r${from + i + 1}`, name])
    await route.fulfill({ json: { code: 1, msg: '', time: 0, data: { columns: ['code', 'file'], rows, column: 0, isFound: true } } })
  })
  await page.reload()
  await row.fill('1999990')
  await row.press('Enter')
  await expect(grid.getByText('r1999990', { exact: true })).toBeVisible()
  await expect(grid.getByText('r2000000', { exact: true })).toBeVisible()
  await row.fill('700001')
  await row.press('Enter')
  await expect(grid.getByText('r700001', { exact: true })).toBeVisible()
})

for (const lang of walkedOnce('zh-cn')) {
  const words = WORDS[lang]

  test(`AA-05 the page of a file says what the file says of itself, and why it was put aside (${lang})`, async ({ browser }) => {
    const { admin, page } = await opened(browser, lang)
    await pageOf(page, admin, 'S0012_R1.fastq')
    const facts = page.locator('.detail')
    await expect(facts.filter({ hasText: words.platform })).toContainText('Illumina')
    await seen(page, WORDS)
    await pageOf(page, admin, 'S0012_T1_slice01.dcm')
    const tag = page.getByRole('row').filter({ hasText: words.modality })
    await expect(tag).toContainText('(0008,0060)')
    await expect(tag).toContainText('MR')
    await seen(page, WORDS)
    await fitsPhone(page)
    await shot(page, `datafile-dicom-${lang}-390`)
    await page.setViewportSize({ width: 1440, height: 900 })
    await pageOf(page, admin, 'dm.xpt')
    await expect(page.getByRole('region', { name: words.variables })).toContainText('USUBJID')
    await seen(page, WORDS)
    await pageOf(page, admin, 'S0013_R1.fastq.gz')
    await expect(page.getByText(words.quarantined)).toBeVisible()
    await seen(page, WORDS)
    await pageOf(page, admin, '监查报告 03.pdf')
    const hash = page.getByRole('status').filter({ hasText: 'SHA-256' })
    await expect(hash).toContainText(words.unchecked)
    await page.locator('.record-header').getByRole('button', { name: words.more }).click()
    await page.getByRole('menuitem', { name: words.verify }).click()
    // The verdict comes to the page, and is said to whoever asked.
    const told = page.locator('.toast').filter({ hasText: words.verdict })
    await expect(told.getByRole('button', { name: words.openTask })).toBeVisible()
    await expect(hash).toContainText(words.intact)
    await page.getByRole('tab', { name: words.versions }).click()
    await expect(page.getByRole('link', { name: words.openFile('监查报告 03.pdf') })).toBeVisible()
    await shot(page, `datafile-versions-${lang}`)
  })

  test(`AA-05 pictures, documents, texts and wide tables are looked at on the page (${lang})`, async ({ browser }) => {
    const { admin, page } = await opened(browser, lang)
    await pageOf(page, admin, '监查报告 03.pdf')
    const pdf = page.frameLocator(`iframe[title="${words.preview('监查报告 03.pdf')}"]`)
    await expect(pdf.locator('canvas').first()).toBeVisible()
    await noSeriousFindings(page, '.record-card')

    const [picture, note, wide] = [`${fresh('scan')}.png`, `${fresh('note')}.md`, `${fresh('wide')}.csv`]
    await upload(page, admin, lang, picture, Buffer.concat([PNG, Buffer.from(fresh('x'))]))
    await pageOf(page, admin, picture)
    await expect(page.getByRole('img', { name: picture })).toHaveJSProperty('naturalWidth', 1)
    await upload(page, admin, lang, note, Buffer.from(`# ${note}\n\nVisit 3 went as planned.\n`))
    await pageOf(page, admin, note)
    const text = page.frameLocator(`iframe[title="${words.preview(note)}"]`)
    await expect(text.frameLocator('iframe').getByText('Visit 3 went as planned.')).toBeVisible()

    const names = Array.from({ length: 230 }, (_, i) => `GENE${i + 1}`)
    await upload(page, admin, lang, wide, Buffer.from(`${names.join()}\n${names.map((_, i) => `${wide}-${i + 1}`).join()}\n`))
    await pageOf(page, admin, wide)
    await expect(page.getByText(words.columns)).toBeVisible()
    await page.getByRole('button', { name: words.next }).click()
    await expect(page.getByText(words.after)).toBeVisible()
    await expect(page.getByRole('region', { name: words.rows })).toContainText(`${wide}-61`)
    await page.getByRole('searchbox', { name: words.find }).fill('gene99')
    await page.getByRole('searchbox', { name: words.find }).press('Enter')
    await expect(page.getByRole('columnheader', { name: 'GENE99', exact: true })).toBeVisible()
    await seen(page, WORDS)
    await shot(page, `datafile-wide-${lang}`)
    await page.getByRole('tab', { name: words.profile }).click()
    await expect(page.getByText(words.profiled)).toBeVisible()
    await seen(page, WORDS)
    await page.goBack()
    await fitsPhone(page)
    await shot(page, `datafile-wide-${lang}-390`)
  })

  test(`AA-05 the same content is told with a door, and two versions are compared (${lang})`, async ({ browser }) => {
    const { admin, page } = await opened(browser, lang)
    const [first, second] = [`${fresh('one')}.csv`, `${fresh('two')}.csv`]
    const rows = Buffer.from(`id,${fresh('v')}\nS1,1\nS2,2\n`)
    await upload(page, admin, lang, first, rows)
    await open(page, '/admin/datafile')
    await page.getByLabel(words.upload).setInputFiles({ name: second, mimeType: 'text/csv', buffer: rows })
    const question = page.getByRole('dialog', { name: words.known })
    await expect(question).toContainText(first)
    await expect(question.getByLabel(words.choice(second))).toHaveValue('discard')
    await noSeriousFindings(page, '.datafile-known')
    await shot(page, `datafile-known-${lang}`)
    await question.getByLabel(words.choice(second)).selectOption('both')
    await question.getByRole('button', { name: words.go }).click()
    await settled(admin, second)
    const line = page.getByRole('region').getByRole('listitem').filter({ hasText: second })
    await expect(line).toContainText(words.told)
    await expect(line.getByRole('link')).toHaveAttribute('href', new RegExp(`/admin/datafile/${(await called(admin, first)).id}$`))
    await pageOf(page, admin, second)
    await expect(page.getByRole('note').filter({ hasText: words.same })).toContainText(first)
    await open(page, '/admin/datafile')
    const changed = Buffer.from(rows.toString().replace('S2,2', 'S2,9'))
    await page.getByLabel(words.upload).setInputFiles({ name: second, mimeType: 'text/csv', buffer: changed })
    await expect(question.getByLabel(words.choice(second))).toHaveValue('version')
    await question.getByRole('button', { name: words.go }).click()
    await settled(admin, second, 2)
    await pageOf(page, admin, second)
    await page.getByRole('tab', { name: words.compare }).click()
    await expect(page.locator('.detail').filter({ hasText: words.changed })).toBeVisible()
    await seen(page, WORDS)
    // An earlier version is looked at as itself.
    await page.goBack()
    const nine = page.getByRole('region', { name: words.rows }).getByRole('gridcell', { name: '9', exact: true })
    await expect(nine).toBeVisible()
    await page.getByLabel(words.shown).selectOption('1')
    await expect(nine).toHaveCount(0)
  })

  test(`AA-05 a member sends a photo of a subject on a phone, and one from within a form (${lang})`, async ({ browser }) => {
    const member = await memberIn('researcher')
    const page = await windowOf(browser, member, lang)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${address()}/user/study/file`)
    await expect(page.locator('h1')).toHaveText(words.files)
    await expect(page.getByLabel(words.find2)).toBeVisible()
    await seen(page, WORDS)
    await shot(page, `member-file-${lang}-390`)
    await page.locator('.member-gathers a').first().click()
    await page.getByLabel(words.visit).selectOption({ index: 1 })
    const camera = page.getByLabel(words.photo)
    await expect(camera).toHaveAttribute('capture', 'environment')
    await expect(camera).toHaveAttribute('accept', 'image/*')
    const name = `${fresh('wound')}.png`
    await camera.setInputFiles({ name, mimeType: 'image/png', buffer: Buffer.concat([PNG, Buffer.from(name)]) })
    const sent = page.getByRole('listitem').filter({ has: page.locator('time'), hasText: name })
    await expect(sent).toBeVisible()
    const [tab] = await Promise.all([page.waitForEvent('popup'), sent.getByRole('link').click()])
    await expect(tab.locator('img[src*="sign="]')).toBeVisible()
    await tab.close()
    await noSeriousFindings(page)
    await shot(page, `member-file-subject-${lang}-390`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    const admin = await signIn('admin')
    const kept = await called(admin, name)
    expect(kept['subject']).not.toBeNull()
    expect(kept['visit']).not.toBeNull()

    await page.goto(`${address()}/user/study/gather`)
    await page.getByRole('link', { name: words.gather }).click()
    await page.getByRole('radio', { name: words.all }).click()
    await page.locator('.entry-subjects a').first().click()
    await expect(camera).toHaveAttribute('capture', 'environment')
    const inForm = `${fresh('form')}.png`
    await camera.setInputFiles({ name: inForm, mimeType: 'image/png', buffer: Buffer.concat([PNG, Buffer.from(inForm)]) })
    const section = page.getByRole('region', { name: words.filesOf })
    await expect(section.getByRole('listitem').filter({ hasText: inForm })).toBeVisible()
    await section.scrollIntoViewIfNeeded()
    await noSeriousFindings(page)
    await shot(page, `member-entry-photo-${lang}-390`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    expect(await called(admin, inForm)).toMatchObject({ form: expect.anything(), instance: 1 })
  })
}

test('AA-15 an attachment above 5 MB goes the way that can be resumed, and is in the list when it has been taken in', async ({
  browser,
}) => {
  const { page } = await opened(browser, 'zh-cn')
  const doors: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && /upload/.test(pathname)) doors.push(pathname)
  })
  const [small, large] = [`${fresh('小')}.csv`, `${fresh('大')}.csv`]
  await open(page, '/admin/routine/attachment')
  await page.locator('input[type=file]').setInputFiles([
    { name: small, mimeType: 'text/csv', buffer: Buffer.from(`id\n${small}\n`) },
    { name: large, mimeType: 'text/csv', buffer: Buffer.from(`id\n${`${large}\n`.repeat(400_000)}`) },
  ])
  await expect(page.getByRole('row').filter({ hasText: small })).toBeVisible()
  await expect.poll(() => doors.toSorted()).toEqual(['/admin/ajax/upload', '/admin/upload'])
  await expect(page.getByRole('region', { name: '上传' })).toContainText('已送达')
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('row').filter({ hasText: large })).toBeVisible({ timeout: 5000 })
  }).toPass()
})
