import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { add, openArea } from './area-kit.ts'
import { fresh, signIn } from './list-kit.ts'
import type { Client } from './list-kit.ts'
import { noSeriousFindings } from './page-kit.ts'

type Row = { id: number; version: number }
const move = async (client: Client, name: string, id: number, to: string) => {
  const { data } = await client.call<{ row: Row }>(`/admin/${name}/read?id=${id}`)
  const { code, msg } = await client.call(`/admin/${name}/move`, { id, version: data.row.version, to })
  expect(code, msg).toBe(1)
}
/** A study that may collect once the draft of its dictionary is published: `begin` does, with a first subject. */
const study = async (client: Client) => {
  const { data } = await client.call<{ list: Row[] }>('/admin/department/index')
  const department = data.list[0]!.id
  const code = fresh('S')
  const row = await add(client, 'study.project', {
    code,
    title: code,
    titleEn: code,
    department,
    plannedN: 5,
    pi: client.info['id'],
    ethicsNo: 'E',
  })
  const visit = await add(client, 'study.visit', { study: row.id, code: 'V1', name: '基线', nameEn: 'Baseline', day: 0 })
  for (const to of ['submitted', 'approved']) await move(client, 'study.project', row.id, to)
  const draft = await add(client, 'study.dictionary', { study: row.id })
  const begin = async (): Promise<number> => {
    await move(client, 'study.project', row.id, 'collecting')
    return (await add(client, 'study.subject', { study: row.id, code: 'S-001', department })).id
  }
  return { id: row.id, visit: visit.id, begin, draft: draft.id }
}
const shot = async (page: Page, name: string) => {
  const folder = process.env['SHOT']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}
/** As a sheet gives a block of cells to whoever pastes it. */
const pasteInto = (page: Page, label: string, text: string) =>
  page.getByLabel(label, { exact: true }).evaluate((cell, block) => {
    const data = new DataTransfer()
    data.setData('text/plain', block)
    cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)

test('AA-04 a dictionary is pasted from a sheet, mended where it is wrong, published, and its form is filled in', async ({
  page,
  request,
}) => {
  const client = await signIn(request)
  const { id, draft, begin, visit } = await study(client)
  await openArea(page, `/admin/study/dictionary/${draft}`, { lang: 'zh-cn' })
  await expect(page.getByText('还没有表单')).toBeVisible()
  await page.getByRole('button', { name: '新建表单' }).last().click()
  await page.getByLabel('名称', { exact: true }).fill('生命体征')
  await page.getByRole('button', { name: '新建变量' }).click()
  await pasteInto(
    page,
    '… 变量名',
    'sbp\t收缩压\tSBP\t整数\tmmHg\t\t50\t260\t1\ndbp\t舒张压\tDBP\t整数\tmmHg\npulse\t脉压\tPulse pressure\t整数\tmmHg\t\t\t\t\t\tsbp - dbpp',
  )
  const problems = page.locator('.dictionary-problems')
  await expect(problems).toContainText('dbpp')
  await shot(page, 'editor-zh')
  await problems.getByRole('button', { name: /pulse/ }).click()
  const formula = page.getByLabel('pulse 公式', { exact: true })
  await expect(formula).toBeFocused()
  await formula.fill('sbp - dbp')
  await expect(page.getByText('没有发现问题')).toBeVisible()
  // The row goes up with its cell.
  await formula.press('Alt+ArrowUp')
  await expect(page.locator('tr[data-row="1"]').getByLabel('pulse 变量名')).toBeVisible()
  // What is typed while the server answers stays, and is not stored yet.
  const answered = Promise.withResolvers<void>()
  await page.route('**/study.dictionary/save', async (route) => {
    await answered.promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/study.dictionary/save')
  await formula.press('Control+s')
  await asked
  const normal = page.getByLabel('sbp 正常范围', { exact: true })
  await normal.fill('90~140')
  const stored = page.waitForResponse('**/study.dictionary/save')
  answered.resolve()
  await stored
  await expect(page.getByRole('button', { name: '保存草稿' })).toBeEnabled()
  await expect(normal).toHaveValue('90~140')
  const place = (row: number) => page.locator(`tr[data-row="${row}"]`)
  await place(0).locator('.dictionary-grip').dragTo(place(2).locator('.dictionary-grip'))
  await expect(place(2).getByLabel('sbp 变量名')).toBeVisible()
  // What goes by one click comes back by another.
  await place(2).getByRole('button', { name: '移除 sbp' }).click()
  await expect(place(2)).toHaveCount(0)
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(place(2).getByLabel('sbp 变量名')).toBeVisible()
  await expect(page.getByText('没有发现问题')).toBeVisible()
  // Half under the column that stays, a box looks too small to be hit.
  await page.locator('.dictionary-grid').evaluate((grid) => grid.scrollTo(0, 0))
  await noSeriousFindings(page)
  await page.getByRole('button', { name: '发布' }).last().click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('新增 表单“form1”')
  await expect(dialog).toContainText('新增 form1 · sbp')
  await dialog.getByRole('textbox').fill('首次发布')
  await dialog.getByRole('button', { name: '发布' }).click()
  await expect(page.getByText('这个版本已发布')).toBeVisible()
  const subject = await begin()
  await page.getByRole('tab', { name: '版本比较' }).click()
  await expect(page.locator('.dictionary-compare li')).toHaveCount(4)
  await noSeriousFindings(page)
  await shot(page, 'compare-zh')

  await openArea(page, `/admin/clinical/data?study=${id}`, { lang: 'zh-cn' })
  await expect(page.getByRole('navigation', { name: '表单' }).getByRole('button')).toHaveText('生命体征0')
  const { data } = await client.call<{ forms: { id: number }[] }>(`/admin/clinical.data/forms?study=${id}`)
  const form = data.forms[0]!.id
  await add(client, `clinical.data.f${form}`, { subject, visit, v1: '<50', v3: '80' })
  await page.reload()
  await expect(page.getByText('<50')).toBeVisible()
  await noSeriousFindings(page)
  await shot(page, 'list-zh')
  await page.getByRole('link', { name: 'S-001' }).click()
  const sbp = page.getByRole('textbox', { name: '收缩压' })
  await expect(sbp).toHaveValue('<50')
  await expect(page.getByText('不能按变量类型读取')).toBeVisible()
  await sbp.fill('145')
  await expect(page.getByText('“收缩压”不在正常范围 90~140')).toBeVisible()
  await sbp.fill('120')
  await expect(page.getByText('脉压 = 40')).toBeVisible()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('button', { name: '提交' })).toBeEnabled()
  await sbp.focus()
  const story = page.getByRole('region', { name: '“收缩压”的来历' })
  await expect(story.getByRole('listitem')).toHaveCount(2)
  await expect(story.locator('ins').first()).toHaveText('120')
  await noSeriousFindings(page)
  await shot(page, 'record-zh')
  await page.getByRole('button', { name: '提交' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '提交' }).click()
  await expect(page.locator('.clinical-record header')).toContainText('已提交')

  // A question about the value, and a look at it, by the keyboard alone. Where somebody types, the letter itself is theirs.
  await sbp.focus()
  await page.keyboard.press('Alt+q')
  const asking = page.getByRole('dialog', { name: '提质疑' })
  const text = asking.getByRole('textbox', { name: '质疑内容' })
  await expect(asking).toContainText('就“收缩压”提质疑')
  await expect(text).toBeFocused()
  await page.keyboard.type('Q/V：与原始病历一致吗')
  await page.keyboard.press('Alt+v')
  await page.keyboard.press('Escape')
  const leaving = page.getByRole('alertdialog')
  await noSeriousFindings(page, '[role=alertdialog]')
  await shot(page, 'ask-leave-zh')
  await page.keyboard.press('Escape')
  await expect(leaving).toHaveCount(0)
  await expect(text).toHaveValue('Q/V：与原始病历一致吗')
  await expect(text).toBeFocused()
  await noSeriousFindings(page, '.ant-drawer-open')
  await shot(page, 'ask-zh')
  await page.keyboard.press('Control+Enter')
  await expect(asking).toHaveCount(0)
  await expect(page.getByRole('region', { name: '这条记录的质疑' })).toContainText('Q/V：与原始病历一致吗')
  // The cursor is back in the value, and no letter did anything behind the dialog.
  await expect(sbp).toBeFocused()
  const marks = page.getByRole('region', { name: '核查标记' })
  await expect(marks).toHaveCount(0)
  const source = page.getByRole('button', { name: '原始资料核对此值' })
  await source.focus()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: '快捷键' })
  await expect(keys).toContainText('Q / Alt Q')
  await expect(keys).toContainText('V / Alt V')
  await page.keyboard.press('Escape')
  await sbp.focus()
  await page.keyboard.press('Alt+v')
  await expect(marks.getByRole('listitem')).toHaveText([/有效.*原始资料核对.*此值/])
  // What is marked is not offered again.
  await expect(source).toHaveCount(0)
  await page.getByRole('button', { name: '审核此值' }).focus()
  await page.keyboard.press('q')
  await expect(asking).toContainText('就“收缩压”提质疑')
  await page.keyboard.press('Escape')
  await expect(asking).toHaveCount(0)
})

const CELLS = {
  slot: null,
  section: '',
  unit: '',
  codelist: '',
  min: '',
  max: '',
  required: false,
  branching: '',
  formula: '',
  missingCodes: [],
}
const CONTENT = {
  forms: [{ code: 'vitals', name: '生命体征', nameEn: 'Vital signs', repeats: false, doubleEntry: false }],
  codelists: [],
  variables: [
    { ...CELLS, form: 'vitals', code: 'sbp', label: '收缩压', labelEn: 'Systolic', type: 'integer', sensitivity: 0, critical: true },
  ],
}

test('AA-04 form, list and dictionary speak English and fit a phone', async ({ page, request }) => {
  const client = await signIn(request)
  const { id, draft, begin, visit } = await study(client)
  const saved = await client.call('/admin/study.dictionary/save', { ids: [draft], version: 1, content: CONTENT })
  expect(saved.code, saved.msg).toBe(1)
  const { data } = await client.call<{ row: Row }>(`/admin/study.dictionary/read?id=${draft}`)
  const headers = { server: '1', batoken: client.token, 'x-reason': 'first' }
  await request.post('/admin/study.dictionary/move', { headers, data: { id: draft, version: data.row.version, to: 'published' } })
  const subject = await begin()
  const { forms } = (await client.call<{ forms: { id: number }[] }>(`/admin/clinical.data/forms?study=${id}`)).data
  const form = forms[0]!.id
  const row = await add(client, `clinical.data.f${form}`, { subject, visit, v1: '120' })
  await page.setViewportSize({ width: 390, height: 844 })
  await openArea(page, `/admin/clinical/data?study=${id}&form=${form}&record=${row.id}`, { lang: 'en' })
  await expect(page.getByRole('textbox', { name: 'Systolic' })).toHaveValue('120')
  await noSeriousFindings(page)
  await shot(page, 'record-en-390')
  await page.goto(`/admin/clinical/data?study=${id}`)
  await expect(page.getByText('S-001')).toBeVisible()
  await shot(page, 'list-en-390')
  await page.goto(`/admin/study/dictionary/${draft}`)
  await expect(page.getByText('This version is published')).toBeVisible()
  await noSeriousFindings(page)
  await shot(page, 'editor-en-390')

  const next = await add(client, 'study.dictionary', { study: id })
  await page.goto(`/admin/study/dictionary/${next.id}`)
  await page.getByRole('button', { name: 'Take from the library' }).click()
  const library = page.getByRole('dialog', { name: 'Take forms' })
  await library.getByRole('checkbox', { name: /Vital signs/ }).check()
  await noSeriousFindings(page)
  await shot(page, 'library-en-390')
  await library.getByRole('button', { name: 'Take 1 form' }).click()
  // A form of that name is there: the one that comes is another.
  await expect(page.getByLabel('Form code')).toHaveValue('vitals_2')
  await expect(page.getByLabel('temperature Normal range')).toHaveValue('36~37.3')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('button', { name: 'Save draft' })).toBeDisabled()
})

test('AA-04 a long form is scrolled through from the first record to the last, kept as a view, and gives back from its bin', async ({
  page,
  request,
}) => {
  const client = await signIn(request)
  const { id, draft, begin, visit } = await study(client)
  const content = {
    ...CONTENT,
    forms: [{ ...CONTENT.forms[0], repeats: true }],
    variables: CONTENT.variables.map((one) => ({ ...one, min: '50' })),
  }
  expect((await client.call('/admin/study.dictionary/save', { ids: [draft], version: 1, content })).code).toBe(1)
  const { data } = await client.call<{ row: Row }>(`/admin/study.dictionary/read?id=${draft}`)
  const headers = { server: '1', batoken: client.token, 'x-reason': 'first' }
  await request.post('/admin/study.dictionary/move', { headers, data: { id: draft, version: data.row.version, to: 'published' } })
  const subject = await begin()
  const { forms } = (await client.call<{ forms: { id: number }[] }>(`/admin/clinical.data/forms?study=${id}`)).data
  const form = forms[0]!.id
  for (let from = 1; from <= 260; from += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        add(client, `clinical.data.f${form}`, { subject, visit, instance: from + i, v1: String(from + i) }),
      ),
    )
  await openArea(page, `/admin/clinical/data?study=${id}&f${form}.order=instance%2Cdesc`, { lang: 'zh-cn' })
  await expect(page.locator('.pager-total')).toHaveText('共 260 条')
  const grid = page.getByRole('grid')
  await expect(grid).toHaveAttribute('aria-rowcount', '261')
  const cell = (row: number) => grid.locator(`[aria-rowindex="${row + 1}"] [role=gridcell]`).nth(3)
  await expect(cell(1)).toHaveText('260')
  // All that the filter finds, also what has not come yet, is changed as a task.
  const bar = page.getByRole('toolbar', { name: '批量操作' })
  await cell(1).focus()
  await page.keyboard.press('Control+a')
  await expect(bar).toContainText('已选 200 条')
  await bar.getByRole('button', { name: '改为选择全部 260 条' }).click()
  await expect(bar).toContainText('全部 260 条符合条件的记录')
  await noSeriousFindings(page)
  await bar.getByRole('button', { name: '提交' }).click()
  await page.getByRole('alertdialog').getByRole('textbox').fill('补录完毕')
  await page.getByRole('alertdialog').getByRole('button', { name: '提交' }).click()
  await expect(page.getByText('已提交为后台任务')).toBeVisible()
  await expect(bar).toHaveCount(0)
  // A chunk that was not there yet comes when the keyboard reaches it, and the focus with it.
  const held = Promise.withResolvers<void>()
  await page.route(/page=2/, async (route) => {
    await held.promise
    await route.continue()
  })
  await cell(1).focus()
  await page.keyboard.press('Control+End')
  await expect(grid.locator('[aria-rowindex="261"]')).toHaveAttribute('aria-busy', 'true')
  held.resolve()
  await expect(cell(260)).toHaveText('1')
  await expect(grid.locator('[aria-rowindex="261"] :focus')).toBeVisible()
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+Home')
  await expect(cell(1)).toHaveText('260')
  await expect(bar).toContainText('已选 1 条')
  await bar.getByRole('button', { name: '删除' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await expect(page.locator('.pager-total')).toHaveText('共 259 条')
  await page.getByRole('button', { name: '回收站' }).click()
  await expect(page.getByRole('heading', { name: '生命体征 · 回收站' })).toBeVisible()
  // Until the bin has come, the rows of before stand there.
  await expect(page.locator('.pager-total')).toHaveText('共 1 条')
  await cell(1).focus()
  await page.keyboard.press('Space')
  await bar.getByRole('button', { name: '恢复' }).click()
  await expect(page.getByText('回收站是空的')).toBeVisible()
  await page.getByRole('button', { name: '返回列表' }).click()
  await expect(page.locator('.pager-total')).toHaveText('共 260 条')

  // From mark to mark over rows of another chunk; E, Q and V are about the cell that has the focus, G leads to another page.
  const search = encodeURIComponent(JSON.stringify([{ field: 'instance', operator: '=', val: '49' }]))
  const { list } = (await client.call<{ list: Row[] }>(`/admin/clinical.data.f${form}/index?search=${search}`)).data
  const low = list[0]!.id
  await move(client, `clinical.data.f${form}`, low, 'submitted')
  const focused = grid.locator('[role=gridcell]:focus')
  await openArea(page, `/admin/clinical/data?study=${id}&f${form}.order=instance%2Cdesc`, { lang: 'zh-cn' })
  await expect(cell(1)).toHaveText('260')
  await cell(1).focus()
  await page.keyboard.press('j')
  await expect(focused).toContainText('49')
  await page.keyboard.press('j')
  await expect(focused).toContainText('48')
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  await expect(page.getByText('这个方向上没有带标记的单元格了')).toBeVisible()
  await expect(focused).toContainText('49')
  await page.keyboard.press('e')
  await expect(page.getByRole('dialog').getByLabel('收缩压')).toHaveValue('49')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(focused).toContainText('49')
  await page.keyboard.press('q')
  const asking = page.getByRole('dialog', { name: '提质疑' })
  await expect(asking).toContainText('就“收缩压”提质疑')
  await page.keyboard.press('Escape')
  await expect(asking).toHaveCount(0)
  await expect(focused).toContainText('49')
  await page.keyboard.press('v')
  const about = encodeURIComponent(JSON.stringify([{ field: 'record', operator: '=', val: String(low) }]))
  const marks = async () => (await client.call<{ list: object[] }>(`/admin/study.mark/index?search=${about}`)).data.list
  await expect.poll(marks).toMatchObject([{ form, record: low, field: 'v1', kind: 'source' }])
  await page.keyboard.press('?')
  const own = page.getByRole('dialog', { name: '快捷键' })
  for (const text of ['到下一个带标记的单元格', '就这个值提出质疑', '把这个值标为已核对']) await expect(own).toContainText(text)
  await page.keyboard.press('Escape')
  await expect(own).toHaveCount(0)
  await expect(focused).toContainText('49')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(page).toHaveURL(/\/admin\/task$/)

  // In English: what is kept as a view, and letters switched off.
  await openArea(page, `/admin/clinical/data?study=${id}&f${form}.filter=v1%3A%3C%3A31`, { lang: 'en', layout: { letters: false } })
  await page.evaluate(() =>
    localStorage.setItem('storeConfig_v2', JSON.stringify({ layout: { letters: false }, lang: { defaultLang: 'en' } })),
  )
  await page.reload()
  await expect(page.locator('.pager-total')).toHaveText('30 records')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('textbox', { name: 'Save this view as…' }).fill('Low')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'View: Low' })).toBeVisible()
  await cell(1).focus()
  await page.keyboard.press('j')
  await expect(grid.locator('[aria-rowindex="2"] :focus')).toBeVisible()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await expect(keys).toContainText('switched off')
  await expect(keys.getByText('Go to the search')).toHaveCount(0)
})
