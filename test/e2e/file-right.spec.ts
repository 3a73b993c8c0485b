import { expect, type Locator, type Page, test } from '@playwright/test'
import { deflateSync, crc32 } from 'node:zlib'
import { fresh, open, rowOf, signIn as client } from './list-kit.ts'
import { fixture, framed, openPreview, stored } from './preview-kit.ts'
import { PASSWORD, seed, signIn } from './shell-kit.ts'

/** A picture that no other test has. */
const picture = (): Buffer => {
  const colour = [...Buffer.from(fresh('p')).subarray(-3)]
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(48, 0)
  head.writeUInt32BE(48, 4)
  head.set([8, 2], 8)
  const rows = Array.from({ length: 48 }, (_, y) => [
    0,
    ...Array.from({ length: 48 }, (__, x) => ((x + y) % 16 < 8 ? colour : [230, 240, 250])).flat(),
  ])
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const file = (name: string) => ({ name, mimeType: 'image/png', buffer: picture() })
const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`)
const isSeen = (image: Locator) => expect.poll(() => image.evaluate((i: HTMLImageElement) => i.naturalWidth)).toBe(48)

test('a stranger is told to sign in, and comes back to the document', async ({ page }) => {
  const url = await stored(page.request, 'report.docx', fixture('report.docx'))
  expect((await page.request.get(url!)).status()).toBe(404)
  await openPreview(page, url!, 'report.docx')
  await expect(page.getByRole('heading', { name: '需要登录' })).toBeVisible()
  await page.getByRole('link', { name: '后台登录' }).click()
  await expect(page).toHaveURL(/\/admin\/login\?to=/)
  await page.getByLabel('账号').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录' }).click()
  await expect(framed(page).getByText('第三次监查访视报告')).toBeVisible()
})

for (const [name, lang, sentence] of [
  ['scan.png', 'zh-cn', '文件只对有权限的人开放'],
  ['notes.txt', 'en', 'Files are open to those who have the right to them'],
  ['safety.pdf', 'en', 'Files are open to those who have the right to them'],
] as const)
  test(`${name} is not shown to a stranger`, async ({ page }) => {
    const content = name === 'scan.png' ? picture() : name === 'safety.pdf' ? fixture(name) : Buffer.from(fresh('notes'))
    const url = await stored(page.request, name, content)
    await seed(page, { storeConfig_v2: { layout: {}, lang: { defaultLang: lang } } })
    await openPreview(page, url!, name)
    await expect(page.getByText(sentence)).toBeVisible()
    await page.screenshot({ path: `test-results/stranger-${name}.png` })
  })

test('an open document can be saved, by an address made at that moment', async ({ page }) => {
  const url = await stored(page.request, 'notes.txt', Buffer.from(fresh('saved ')))
  await signIn(page, { lang: 'en' })
  await openPreview(page, url!, 'notes.txt')
  await expect(page.locator('.preview-text')).toContainText('saved')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download file' }).click()])
  expect(download.url()).toContain('&sign=')
  expect(await download.failure()).toBeNull()
})

test('pictures of a record are seen in its form and in the list, and stored by their plain address', async ({ page, request }) => {
  const admin = await client(request)
  const name = fresh('Files ')
  await open(page, admin, '/admin/test/everyKind')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByLabel('Field string').fill(name)
  await field(page, 'image').locator('input').setInputFiles(file('one.png'))
  await isSeen(field(page, 'image').locator('.upload-picture img'))
  await field(page, 'richText').locator('input[type=file]').setInputFiles(file('inside.png'))
  await isSeen(field(page, 'richText').locator('.editor-content img'))
  await page.screenshot({ path: 'test-results/file-form.png' })
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(rowOf(page, name)).toBeVisible()
  const { data } = await admin.call<{ list: { id: number; image: string; richText: string }[] }>(
    `/admin/test.everyKind/index?quick_search=${encodeURIComponent(name)}`,
  )
  const { image, richText } = data.list[0]!
  expect(image).toMatch(/^\/storage\/[^?]+$/)
  expect(richText).toMatch(/<img[^>]+src="\/storage\/[^"?]+"/)
  const inside = /src="([^"]+)"/.exec(richText)![1]!
  expect([(await request.get(image)).status(), (await request.get(inside)).status()]).toEqual([404, 200])
  await openPreview(page, image)
  await expect(page.getByText('48 × 48')).toBeVisible()
})

test('a member sees the face that was chosen before it is saved', async ({ page }) => {
  const answer = await page.request.post('/api/user/checkIn', {
    headers: { server: '1' },
    data: { tab: 'login', username: 'member', password: PASSWORD, keep: true },
  })
  const { data } = (await answer.json()) as { data: { userInfo: unknown } }
  await seed(page, { userInfo: data.userInfo })
  await page.goto('/user/account/profile')
  await page.locator('.profile-avatar input[type=file]').setInputFiles(file('me.png'))
  await isSeen(page.locator('.profile-avatar img'))
  await page.screenshot({ path: 'test-results/file-member.png' })
})

test('who may see a picture is set in the list of attachments', async ({ page, request }) => {
  const admin = await client(request)
  const name = `${fresh('open')}.png`
  const url = await stored(request, name, picture())
  await open(page, admin, '/admin/routine/attachment')
  const row = rowOf(page, name)
  await isSeen(row.locator('.attachment-preview img'))
  await page.screenshot({ path: 'test-results/file-list.png' })
  expect((await request.get(url!)).status()).toBe(404)
  const { data } = await admin.call<{ list: { id: number }[] }>(`/admin/routine.attachment/index?quick_search=${name}`)
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Who may see it' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Who may see it' })
  await dialog.getByRole('combobox').click()
  await page.locator('.ant-select-dropdown:visible').getByText('Everybody, without signing in').click()
  await page.screenshot({ path: 'test-results/file-publish.png' })
  await dialog.getByRole('button', { name: 'Who may see it' }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(async () => (await request.get(url!)).status()).toBe(200)
  expect(data.list).toHaveLength(1)
})
