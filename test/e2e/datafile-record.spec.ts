import { expect, test, type Browser, type Page } from '@playwright/test'
import { fitsPhone, only, ownServer, shot, type Lang, type Person } from './own-server.ts'
import { fresh, noSeriousFindings } from './page-kit.ts'
import { walkedIn } from './walked-in.ts'

const { address, signIn, memberIn, windowOf, open } = ownServer()
const PATIENT = { timeout: 60_000 }

const WORDS = {
  'zh-cn': {
    upload: '上传文件',
    version: '上传新版本',
    platform: '测序平台',
    modality: '检查模态',
    variables: '变量说明',
    quarantined: /已隔离：文件不完整/,
    intact: '与哈希一致',
    verify: '校验哈希',
    more: /^更多/,
    columns: '第 1–60 列，共 150 列',
    next: '后面的列',
    after: '第 61–120 列，共 150 列',
    find: '查找列名',
    rows: '数据行',
    preview: (name: string) => `预览：${name}`,
    same: /内容与以下文件相同/,
    told: /第 1 版相同/,
    compare: '版本比较',
    changed: '改动行',
    overview: '概览',
    photo: '拍照',
    visit: '访视',
    files: '文件与照片',
    find2: '按编号查找受试者',
  },
  en: {
    upload: 'Upload files',
    version: 'Upload a new version',
    platform: 'Platform',
    modality: 'Modality',
    variables: 'Variables',
    quarantined: /quarantined: The file is cut off/,
    intact: 'As its hash says',
    verify: 'Check the hash',
    more: /^More/,
    columns: 'Columns 1–60 of 150',
    next: 'Columns after',
    after: 'Columns 61–120 of 150',
    find: 'Find a column',
    rows: 'Rows',
    preview: (name: string) => `Preview: ${name}`,
    same: /The same content is kept as/,
    told: /same as .* version 1/,
    compare: 'Compare versions',
    changed: 'Rows changed',
    overview: 'Overview',
    photo: 'Take a photo',
    visit: 'Visit',
    files: 'Files and photos',
    find2: 'Find a subject by code',
  },
} as const

const called = (who: Person, name: string) => only(who.call, 'datafile', [{ field: 'name', operator: '=', val: name }])
const pageOf = async (page: Page, who: Person, name: string): Promise<void> => {
  const { id } = await called(who, name)
  await open(page, `/admin/datafile/${id}`)
}
const settled = (who: Person, name: string, number = 1) =>
  expect
    .poll(
      () =>
        called(who, name).then(
          (row) => row['number'] === number && row['state'],
          () => null,
        ),
      PATIENT,
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

for (const lang of walkedIn('zh-cn')) {
  const words = WORDS[lang]

  test(`AA-05 the page of a file says what the file says of itself, and why it was put aside (${lang})`, async ({ browser }) => {
    test.setTimeout(240_000)
    const { admin, page } = await opened(browser, lang)
    await pageOf(page, admin, 'S0012_R1.fastq')
    const facts = page.locator('.detail')
    await expect(facts.filter({ hasText: words.platform })).toContainText('Illumina')
    await noSeriousFindings(page)
    await pageOf(page, admin, 'S0012_T1_slice01.dcm')
    const tag = page.getByRole('row').filter({ hasText: words.modality })
    await expect(tag).toContainText('(0008,0060)')
    await expect(tag).toContainText('MR')
    await noSeriousFindings(page)
    await fitsPhone(page)
    await shot(page, `datafile-dicom-${lang}-390`)
    await page.setViewportSize({ width: 1440, height: 900 })
    await pageOf(page, admin, 'dm.xpt')
    await expect(page.getByRole('region', { name: words.variables })).toContainText('USUBJID')
    await noSeriousFindings(page)
    await pageOf(page, admin, 'S0013_R1.fastq.gz')
    await expect(page.getByText(words.quarantined)).toBeVisible()
    await noSeriousFindings(page)
    await pageOf(page, admin, '监查报告 03.pdf')
    await page.locator('.record-header').getByRole('button', { name: words.more }).click()
    await page.getByRole('menuitem', { name: words.verify }).click()
    await expect.poll(async () => (await called(admin, '监查报告 03.pdf'))['check'], PATIENT).toBe('intact')
    await page.getByRole('tab', { name: words.overview }).click()
    await expect(page.locator('.detail').filter({ hasText: words.intact }).first()).toBeVisible()
  })

  test(`AA-05 pictures, documents, texts and wide tables are looked at on the page (${lang})`, async ({ browser }) => {
    test.setTimeout(240_000)
    const { admin, page } = await opened(browser, lang)
    await pageOf(page, admin, '监查报告 03.pdf')
    const pdf = page.frameLocator(`iframe[title="${words.preview('监查报告 03.pdf')}"]`)
    await expect(pdf.locator('canvas').first()).toBeVisible(PATIENT)
    await noSeriousFindings(page, '.record-card')

    const [picture, note, wide] = [`${fresh('scan')}.png`, `${fresh('note')}.md`, `${fresh('wide')}.csv`]
    await upload(page, admin, lang, picture, Buffer.concat([PNG, Buffer.from(fresh('x'))]))
    await pageOf(page, admin, picture)
    await expect(page.getByRole('img', { name: picture })).toHaveJSProperty('naturalWidth', 1)
    await upload(page, admin, lang, note, Buffer.from(`# ${note}\n\nVisit 3 went as planned.\n`))
    await pageOf(page, admin, note)
    const text = page.frameLocator(`iframe[title="${words.preview(note)}"]`)
    await expect(text.frameLocator('iframe').getByText('Visit 3 went as planned.')).toBeVisible(PATIENT)

    const names = Array.from({ length: 150 }, (_, i) => `GENE${i + 1}`)
    await upload(page, admin, lang, wide, Buffer.from(`${names.join()}\n${names.map((_, i) => `${wide}-${i + 1}`).join()}\n`))
    await pageOf(page, admin, wide)
    await expect(page.getByText(words.columns)).toBeVisible()
    await page.getByRole('button', { name: words.next }).click()
    await expect(page.getByText(words.after)).toBeVisible()
    await expect(page.getByRole('region', { name: words.rows })).toContainText(`${wide}-61`)
    await page.getByRole('searchbox', { name: words.find }).fill('gene99')
    await page.getByRole('searchbox', { name: words.find }).press('Enter')
    await expect(page.getByRole('columnheader', { name: 'GENE99', exact: true })).toBeVisible()
    await noSeriousFindings(page)
    await shot(page, `datafile-wide-${lang}`)
    await fitsPhone(page)
    await shot(page, `datafile-wide-${lang}-390`)
  })

  test(`AA-05 the same content is told with a door, and two versions are compared (${lang})`, async ({ browser }) => {
    test.setTimeout(240_000)
    const { admin, page } = await opened(browser, lang)
    const [first, second] = [`${fresh('one')}.csv`, `${fresh('two')}.csv`]
    const rows = Buffer.from(`id,${fresh('v')}\nS1,1\nS2,2\n`)
    await upload(page, admin, lang, first, rows)
    await upload(page, admin, lang, second, rows)
    const line = page.getByRole('region').getByRole('listitem').filter({ hasText: second })
    await expect(line).toContainText(words.told, PATIENT)
    await expect(line.getByRole('link')).toHaveAttribute('href', new RegExp(`/admin/datafile/${(await called(admin, first)).id}$`))
    await pageOf(page, admin, second)
    await expect(page.getByRole('note').filter({ hasText: words.same })).toContainText(first)
    await page.getByLabel(words.version).setInputFiles({
      name: second,
      mimeType: 'text/csv',
      buffer: Buffer.from(rows.toString().replace('S2,2', 'S2,9')),
    })
    await settled(admin, second, 2)
    await pageOf(page, admin, second)
    await page.getByRole('tab', { name: words.compare }).click()
    await expect(page.locator('.detail').filter({ hasText: words.changed })).toBeVisible(PATIENT)
    await noSeriousFindings(page)
  })

  test(`AA-05 a member sends a photo of a subject on a phone (${lang})`, async ({ browser }) => {
    test.setTimeout(180_000)
    const member = await memberIn('researcher')
    const page = await windowOf(browser, member, lang)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${address()}/user/study/file`)
    await expect(page.locator('h1')).toHaveText(words.files)
    await expect(page.getByLabel(words.find2)).toBeVisible()
    await noSeriousFindings(page)
    await shot(page, `member-file-${lang}-390`)
    await page.locator('.member-gathers a').first().click()
    await page.getByLabel(words.visit).selectOption({ index: 1 })
    const camera = page.getByLabel(words.photo)
    await expect(camera).toHaveAttribute('capture', 'environment')
    await expect(camera).toHaveAttribute('accept', 'image/*')
    const name = `${fresh('wound')}.png`
    await camera.setInputFiles({ name, mimeType: 'image/png', buffer: Buffer.concat([PNG, Buffer.from(name)]) })
    await expect(page.getByRole('listitem').filter({ has: page.locator('time'), hasText: name })).toBeVisible(PATIENT)
    await noSeriousFindings(page)
    await shot(page, `member-file-subject-${lang}-390`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    const admin = await signIn('admin')
    const kept = await called(admin, name)
    expect(kept['subject']).not.toBeNull()
    expect(kept['visit']).not.toBeNull()
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
  await expect(page.getByRole('row').filter({ hasText: small })).toBeVisible(PATIENT)
  await expect.poll(() => doors.toSorted()).toEqual(['/admin/ajax/upload', '/admin/upload'])
  await expect(page.getByRole('region', { name: '上传' })).toContainText('已送达', PATIENT)
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('row').filter({ hasText: large })).toBeVisible({ timeout: 5000 })
  }).toPass(PATIENT)
})
