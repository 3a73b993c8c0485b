import { expect, type Page, test } from '@playwright/test'
import { fresh, open, rowOf, signIn } from './list-kit.ts'

const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`)
const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('.record-form') })
const save = (page: Page) => drawer(page).getByRole('button', { name: 'Save', exact: true }).click()
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: png })

/** antd pickers take a typed value; Enter accepts it. */
const type = async (page: Page, name: string, text: string) => {
  await field(page, name).locator('input').fill(text)
  await page.keyboard.press('Enter')
}
const choose = async (page: Page, name: string, option: string) => {
  await field(page, name).getByRole('combobox').click()
  await page.locator('.ant-select-dropdown:visible').last().getByText(option, { exact: true }).click()
}
/** Records are looked for: which of them stand in the first lines of the list depends on what other tests have added. */
const find = async (page: Page, name: string, option: string) => {
  await field(page, name).getByRole('combobox').fill(option)
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option-content').getByText(option, { exact: true }).click()
}

test('E-05 all 22 kinds, and ref, refs, json, password and code, render, take a value and save it', async ({ page, request }) => {
  test.slow()
  const client = await signIn(request)
  const name = fresh('Kinds ')
  await open(page, client, '/admin/test/everyKind')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByLabel('Field string').fill(name)
  await page.getByLabel('Field number').fill('12.5')
  await page.getByLabel('Field float').fill('-0.25')
  await page.getByLabel('Field integer').fill('1,234')
  await type(page, 'date', '2026-02-28')
  await type(page, 'time', '08:30:15')
  await type(page, 'dateTime', '2026-03-01 09:10:11')
  await type(page, 'year', '2025')
  await field(page, 'switch').getByRole('switch').click()
  await field(page, 'array').getByRole('button', { name: 'Add a row' }).click()
  await page.getByLabel('Key 1').fill('unit')
  await page.getByLabel('Value 1').fill('mmol/L')
  await field(page, 'file')
    .locator('input')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
  await field(page, 'image').locator('input').setInputFiles(picture('one.png'))
  await field(page, 'images')
    .locator('input')
    .setInputFiles([picture('two.png'), picture('three.png')])
  await choose(page, 'select', 'High')
  await find(page, 'remoteSelect', '统计师')
  await field(page, 'city').getByRole('combobox').click()
  for (const place of ['浙江省', '杭州市', '西湖区']) await page.getByRole('menuitemcheckbox', { name: place }).click()
  await field(page, 'radio').getByLabel('Yes').check()
  await field(page, 'checkbox').getByLabel('Tissue').check()
  await field(page, 'checkbox').getByLabel('Blood').check()
  await page.getByLabel('Field textarea').fill('CRP <0.5\nsecond line')
  await field(page, 'richText').getByRole('textbox').click()
  await page.keyboard.type('Rich')
  await field(page, 'icon').getByRole('button').first().click()
  await page.getByLabel('Search icons by name').fill('microscope')
  await page.getByRole('option', { name: 'microscope', exact: true }).click()
  await page.getByLabel('Field color').fill('#0b63c5')
  await find(page, 'ref', '监查员')
  await find(page, 'refs', '质量经理')
  await page.keyboard.press('Escape')
  await page.getByLabel('Field json').fill('{"a":[1,2]}')
  await page.getByLabel('Field password').fill('abc-123-xyz')
  await page.getByLabel('Field code').fill('{}')
  await expect(field(page, 'images').locator('.upload-picture')).toHaveCount(2)
  await save(page)
  await expect(drawer(page)).toHaveCount(0)

  const { data } = await client.call<{ list: Record<string, unknown>[] }>(
    `/admin/test.everyKind/index?quick_search=${encodeURIComponent(name)}`,
  )
  expect(data.list[0]).toMatchObject({
    string: name,
    number: 12.5,
    float: -0.25,
    integer: 1234,
    date: '2026-02-28',
    time: expect.stringMatching(/^08:30:15/),
    year: 2025,
    switch: false,
    array: [{ key: 'unit', value: 'mmol/L' }],
    file: expect.stringMatching(/./),
    image: expect.stringMatching(/./),
    images: [expect.stringMatching(/./), expect.stringMatching(/./)],
    select: 'high',
    remoteSelect: '统计师',
    radio: 'yes',
    checkbox: ['blood', 'tissue'],
    textarea: 'CRP <0.5\nsecond line',
    richText: '<p>Rich</p>',
    icon: 'microscope',
    color: '#0b63c5',
    json: { a: [1, 2] },
    code: '{}',
    _labels: { ref: '监查员', refs: ['质量经理'] },
  })
  expect(Date.parse(String(data.list[0]!['dateTime']))).toBe(Date.parse('2026-03-01T09:10:11+08:00'))
  expect(data.list[0]!['city']).toHaveLength(3)
  expect(data.list[0]).not.toHaveProperty('password')

  // Opened again everything stands as it was, and nothing counts as changed.
  await page.goto(`/admin/test/everyKind?q=${encodeURIComponent(name)}`)
  await rowOf(page, name).dblclick()
  await expect(page.getByLabel('Field integer')).toHaveValue('1234')
  await expect(field(page, 'date').locator('input')).toHaveValue('2026-02-28')
  await expect(field(page, 'dateTime').locator('input')).toHaveValue('2026-03-01 09:10:11')
  await expect(field(page, 'city')).toContainText('西湖区')
  await expect(field(page, 'ref')).toContainText('监查员')
  await expect(field(page, 'richText').getByRole('textbox')).toHaveText('Rich')
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toHaveCount(0)
})

test('V-04 the three upload checks speak before anything is sent', async ({ page, request }) => {
  const client = await signIn(request)
  const calls: string[] = []
  page.on('request', (r) => void (r.url().includes('/ajax/upload') && calls.push(r.url())))
  await open(page, client, '/admin/test/everyKind')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const give = (name: string, file: { name: string; mimeType: string; buffer: Buffer }) =>
    field(page, name).locator('input[type="file"]').setInputFiles(file)
  await give('file', { name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
  await expect(page.getByText('The data of the uploaded file is incomplete!')).toBeVisible()
  await give('image', { name: 'run.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('x') })
  await expect(page.getByText('The type of uploaded file is not allowed!')).toBeVisible()
  await give('file', { name: 'big.txt', mimeType: 'text/plain', buffer: Buffer.alloc(12_000_000, 'x') })
  await expect(page.getByText('The size of the uploaded file exceeds the allowed range! Up to')).toBeVisible()
  expect(calls).toEqual([])
})

test('a failed upload says why and can be tried again', async ({ page, request }) => {
  const client = await signIn(request)
  await open(page, client, '/admin/test/everyKind')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.route('**/admin/ajax/upload', (route) => route.fulfill({ json: { code: 0, msg: 'The disk is full', time: 0, data: null } }))
  await field(page, 'image').locator('input').setInputFiles(picture('a.png'))
  await expect(field(page, 'image').getByText('The disk is full')).toBeVisible()
  await page.unroute('**/admin/ajax/upload')
  await field(page, 'image').getByRole('button', { name: 'Retry' }).click()
  await expect(field(page, 'image').locator('.upload-picture')).toHaveCount(1)
})

test('M-04 without the editor the form says so and leaves the content alone', async ({ page, request }) => {
  const client = await signIn(request)
  const name = fresh('Editor ')
  await client.call('/admin/test.everyKind/add', { string: name, richText: '<p>kept</p>' })
  await page.route(/\/(assets\/editor-[^/]+\.js|field\/editor\/editor\.tsx)/, (route) => route.abort())
  await open(page, client, `/admin/test/everyKind?q=${encodeURIComponent(name)}`)
  await rowOf(page, name).dblclick()
  await expect(field(page, 'richText').getByText('Please install editor')).toBeVisible()
  await page.getByLabel('Field integer').fill('5')
  await save(page)
  await expect(drawer(page)).toHaveCount(0)
  const { data } = await client.call<{ list: Record<string, unknown>[] }>(
    `/admin/test.everyKind/index?quick_search=${encodeURIComponent(name)}`,
  )
  expect(data.list[0]).toMatchObject({ richText: '<p>kept</p>', integer: 5 })
})

test('script planted in rich text never runs, whoever wrote it past the editor', async ({ page, request }) => {
  const client = await signIn(request)
  const name = fresh('Planted ')
  const planted = [
    '<p>Seen</p><script>window.planted = 1</script>',
    '<img src="x" onerror="window.planted = 2"><svg onload="window.planted = 3"></svg>',
    '<a href="javascript:window.planted = 4">link</a><iframe srcdoc="<script>parent.planted = 5</script>"></iframe>',
    '<math><mtext></form><form><mglyph><style></math><img src onerror="window.planted = 6">',
  ].join('')
  const kept = await client.call<{ row: { id: number } }>('/admin/test.everyKind/add', { string: name, richText: planted })
  expect(kept.code, kept.msg).toBe(1)
  await open(page, client, `/admin/test/everyKind?q=${encodeURIComponent(name)}&view=${kept.data.row.id}`)
  const shown = page.getByRole('dialog').locator('.editor-content')
  await expect(shown).toContainText('Seen')
  expect(await shown.innerHTML()).not.toMatch(/script|onerror|onload|iframe|srcdoc/i)
  await shown.getByText('link').click()
  expect(await page.evaluate(() => (window as unknown as { planted?: number }).planted)).toBeUndefined()
})
