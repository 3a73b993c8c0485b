import { expect, type Page, test } from '@playwright/test'
import { addJob, fresh, open, rowOf, signIn } from './list-kit.ts'
import { noFindings } from './page-kit.ts'

const drawer = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('.record-form') })
const errorOf = (page: Page, field: string) => page.locator(`[data-field="${field}"] .form-error`)
const save = (page: Page) => drawer(page).getByRole('button', { name: 'Save', exact: true }).click()

/** Makes fields of the test resource required, as another area may have them. */
const withRequired = (page: Page, ...names: string[]) =>
  page.route('**/admin/index/resource?**', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: { definition: { fields: Record<string, Record<string, unknown>> } } }
    for (const name of names) body.data.definition.fields[name]!['required'] = true
    await route.fulfill({ json: body })
  })

test('V-03 every message stands under its field, in words, and the first one gets the focus', async ({ page, request }) => {
  const client = await signIn(request)
  await withRequired(page, 'textarea', 'richText')
  await open(page, client, '/admin/test/everyKind')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByLabel('Field float').fill('1,5x')
  await save(page)
  await expect(errorOf(page, 'string')).toHaveText('This field is required')
  await expect(page.getByLabel('Field string')).toBeFocused()
  await expect(errorOf(page, 'float')).toHaveText('Please enter a floating point number')
  await expect(errorOf(page, 'textarea')).toHaveText('Content cannot be empty')
  await expect(errorOf(page, 'richText')).toHaveText('Please enter the editor content')
  await page.getByLabel('Field float').fill('1.5')
  await expect(errorOf(page, 'float')).toHaveCount(0)
})

test('an opened form has the cursor where the work begins, also when that widget comes late', async ({ page, request }) => {
  const client = await signIn(request)
  await page.route('**/assets/pointer*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  for (const [path, field] of [
    ['department', 'name'],
    ['user/moneyLog', 'member'],
    ['user/group', 'name'],
  ] as const) {
    await open(page, client, `/admin/${path}`)
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await expect(page.locator(`[data-field=${field}] input`)).toBeFocused()
  }
})

test('V-03 mobile and name', async ({ page, request }) => {
  const client = await signIn(request)
  await open(page, client, '/admin/auth/admin')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByLabel('Mobile').fill('12345')
  await page.getByLabel('Mobile').blur()
  await expect(errorOf(page, 'mobile')).toHaveText('Please enter the correct mobile number')
  await page.goto('/admin/department')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByLabel(/^Name/).fill('<>')
  await page.getByLabel(/^Name/).blur()
  await expect(errorOf(page, 'name')).toHaveText('Please enter the correct name')
})

test('Enter saves, a taken code is said under its field, Escape asks before changes are lost', async ({ page, request }) => {
  const client = await signIn(request)
  const name = fresh('Enter ')
  const code = fresh('E')
  await open(page, client, '/admin/job')
  const fill = async (n: string) => {
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await drawer(page).getByLabel('Name').fill(n)
    await drawer(page).getByLabel('Code').fill(code)
  }
  await fill(name)
  await page.keyboard.press('Enter')
  await expect(drawer(page)).toHaveCount(0)
  await expect(rowOf(page, name)).toBeVisible()
  await fill(fresh('Enter '))
  await page.keyboard.press('Enter')
  await expect(errorOf(page, 'code')).toHaveText('Already in use; choose another')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Leave with unsaved changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(drawer(page).getByLabel('Code')).toHaveValue(code)
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(drawer(page)).toHaveCount(0)
})

test('Escape closes the uppermost box only: palette and question, with the form and its text below', async ({ page, request }) => {
  const client = await signIn(request)
  await open(page, client, '/admin/job')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await drawer(page).getByLabel('Name').fill('half a word')
  const palette = page.getByRole('dialog', { name: 'Search' })
  await page.keyboard.press('Control+k')
  await expect(palette).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(drawer(page).getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(drawer(page).getByLabel('Name')).toHaveValue('half a word')
})

test('the count of fields to mend follows the mending, and the language', async ({ page, request }) => {
  const client = await signIn(request)
  await open(page, client, '/admin/job')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await save(page)
  const count = drawer(page).locator('.form-trouble')
  await expect(count).toHaveText('2 fields need attention')
  await drawer(page).getByLabel('Name').fill('a name')
  await expect(count).toHaveText('1 field needs attention')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search pages, records and actions' }).fill('中文')
  await page.keyboard.press('Enter')
  await expect(count).toHaveText('有 1 处需要修改')
  await expect(page.locator('.list-title p')).toHaveText(/^人员的岗位/)
  await drawer(page).getByLabel('岗位编码').fill('X1')
  await expect(count).toHaveCount(0)
})

test('Ctrl+Enter saves from a text area', async ({ page, request }) => {
  const client = await signIn(request)
  const job = await addJob(client)
  await open(page, client, `/admin/job?q=${encodeURIComponent(job.name)}`)
  await rowOf(page, job.name).dblclick()
  await page.getByLabel('Duties').fill('one\ntwo')
  await page.keyboard.press('Control+Enter')
  await expect(drawer(page)).toHaveCount(0)
  expect((await client.call<{ row: { duties: string } }>(`/admin/job/edit?id=${job.id}`)).data.row.duties).toBe('one\ntwo')
})

test('a broken line loses nothing, and the retry carries the same idempotency key', async ({ page, request }) => {
  const client = await signIn(request)
  const name = fresh('Line ')
  await open(page, client, '/admin/job')
  const keys: (string | undefined)[] = []
  page.on('request', (r) => void (r.url().endsWith('/admin/job/add') && keys.push(r.headers()['idempotency-key'])))
  await page.route('**/admin/job/add', (route) => route.abort())
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await drawer(page).getByLabel('Name').fill(name)
  await drawer(page).getByLabel('Code').fill(fresh('L'))
  await save(page)
  await expect(drawer(page).getByRole('alert')).toContainText('Server exception!')
  await expect(drawer(page).getByLabel('Name')).toHaveValue(name)
  await page.unroute('**/admin/job/add')
  await save(page)
  await expect(rowOf(page, name)).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
})

test('while a form is sent nothing can be typed that would be lost; what is refused can go on', async ({ page, request }) => {
  const client = await signIn(request)
  await open(page, client, '/admin/job')
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/admin/job/add', async (route) => {
    await held
    await route.abort()
  })
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const name = drawer(page).getByLabel('Name')
  await drawer(page).getByLabel('Code').fill(fresh('S'))
  await name.fill('as sent')
  await page.keyboard.press('Control+Enter')
  await expect(drawer(page).locator('.record-body')).toHaveAttribute('inert')
  await page.keyboard.type(' and more')
  answer()
  await expect(drawer(page).getByRole('alert')).toBeVisible()
  await expect(name).toHaveValue('as sent')
  await expect(name).toBeFocused()
})

test('somebody else changed the record: three columns, and nobody’s change is lost', async ({ page, request }) => {
  const client = await signIn(request)
  const job = await addJob(client)
  await open(page, client, `/admin/job?q=${encodeURIComponent(job.name)}`)
  await rowOf(page, job.name).dblclick()
  await drawer(page).getByLabel('Name').fill(`${job.name} mine`)
  await client.call('/admin/job/edit', { id: job.id, headcount: 77, name: `${job.name} theirs` })
  await save(page)
  const merge = page.locator('.merge')
  await expect(merge.getByRole('columnheader')).toHaveText(['Field', 'Theirs', 'Mine', 'Before'])
  await expect(merge.getByRole('row').filter({ hasText: 'Name' })).toContainText('Both changed')
  await expect(merge.getByRole('row').filter({ hasText: 'Headcount' })).toContainText('77')
  await expect(merge).not.toContainText('#')
  await page.getByRole('button', { name: 'Merge and save' }).click()
  await expect(drawer(page)).toHaveCount(0)
  const { row } = (await client.call<{ row: { name: string; headcount: number } }>(`/admin/job/edit?id=${job.id}`)).data
  expect(row).toMatchObject({ name: `${job.name} mine`, headcount: 77 })
})

test('a reference shows its name in the merge, and no number while that is on its way', async ({ page, request }) => {
  const client = await signIn(request)
  const job = await addJob(client)
  const { data } = await client.call<{ list: { id: number; name: string }[] }>('/admin/department/index')
  const [theirs] = data.list
  await open(page, client, `/admin/job?q=${encodeURIComponent(job.name)}`)
  await rowOf(page, job.name).dblclick()
  await drawer(page).getByLabel('Name').fill(`${job.name} mine`)
  await client.call('/admin/job/edit', { id: job.id, department: theirs!.id })
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/admin/department/index?**initValue**', async (route) => {
    await held
    await route.continue()
  })
  await save(page)
  const line = page.locator('.merge').getByRole('row').filter({ hasText: 'Department' })
  await expect(line).toContainText('…')
  await expect(line).not.toContainText('#')
  answer()
  await expect(line).toContainText(theirs!.name)
})

test('a reference asks when it is opened, and searches on the server, in a tree as well', async ({ page, request }) => {
  const client = await signIn(request)
  const { data } = await client.call<{ list: { id: number; name: string; parentId: number | null }[] }>('/admin/department/index')
  const child = data.list.find((d) => d.parentId !== null && data.list.filter((o) => o.name.includes(d.name)).length === 1)!
  const above = data.list.find((d) => d.id === child.parentId)!
  const job = await addJob(client)
  await client.call('/admin/job/edit', { id: job.id, department: child.id })
  await open(page, client, `/admin/job?q=${encodeURIComponent(job.name)}`)
  const asked: URLSearchParams[] = []
  page.on('request', (r) => {
    const url = new URL(r.url())
    if (url.pathname === '/admin/department/index') asked.push(url.searchParams)
  })
  await rowOf(page, job.name).dblclick()
  const box = page.locator('[data-field=department]')
  await expect(box).toContainText(child.name)
  expect(asked).toHaveLength(0)
  await box.getByRole('combobox').click()
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
  await expect(options.first()).toBeVisible()
  expect(asked).toHaveLength(1)
  await box.getByRole('combobox').fill(child.name)
  await expect(options).toHaveCount(1)
  await expect(options).toContainText(above.name)
  expect(asked.at(-1)?.get('quick_search')).toBe(child.name)
})

test('a tree of several is asked for once, and a search in it once for a word, on the server', async ({ page, request }) => {
  const client = await signIn(request)
  await open(page, client, '/admin/auth/group')
  const asked: (string | null)[] = []
  page.on('request', (r) => {
    const url = new URL(r.url())
    if (url.pathname === '/admin/auth.rule/index') asked.push(url.searchParams.get('quick_search'))
  })
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const tree = drawer(page).locator('.tree-input')
  await expect(tree.getByLabel('Organisation', { exact: true })).toBeVisible()
  expect(asked).toHaveLength(1)
  // By what the server knows of it and the tree does not show.
  await tree.getByLabel('Search in the tree').pressSequentially('job/exportExcel')
  await expect(tree.getByRole('checkbox')).toHaveCount(3)
  await expect(tree.getByLabel('Export', { exact: true })).toBeEnabled()
  await expect(tree.getByLabel('Jobs', { exact: true })).toBeDisabled()
  expect(asked.slice(1)).toEqual(['job/exportExcel'])
  await tree.getByLabel('Search in the tree').fill('')
  await expect(tree.getByLabel('Members', { exact: true })).toBeVisible()
  expect(asked).toHaveLength(2)
})

test('the first Ctrl+K takes the keys that follow it, and none of them reaches the record', async ({ page, request }) => {
  const client = await signIn(request)
  await page.route('**/assets/palette*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await open(page, client, '/admin/job')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const name = drawer(page).getByLabel('Name')
  await name.fill('Coordinator')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('dep')
  await expect(page.getByRole('combobox', { name: 'Search pages, records and actions' })).toHaveValue('dep')
  await page.keyboard.press('Escape')
  await expect(name).toHaveValue('Coordinator')
})

test('several records are edited one after the other', async ({ page, request }) => {
  const client = await signIn(request)
  const tag = fresh('Many ')
  const jobs = [await addJob(client, `${tag} a`), await addJob(client, `${tag} b`)]
  await open(page, client, `/admin/job?q=${encodeURIComponent(tag)}`)
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('toolbar', { name: 'Actions on selected rows' }).getByRole('button', { name: 'Edit' }).click()
  await expect(drawer(page).getByText('1 of 2')).toBeVisible()
  await drawer(page).getByLabel('Headcount').fill('11')
  await drawer(page).getByRole('button', { name: 'Save and edit next' }).click()
  await expect(drawer(page).getByText('2 of 2')).toBeVisible()
  await drawer(page).getByLabel('Headcount').fill('12')
  await save(page)
  await expect(drawer(page)).toHaveCount(0)
  const counts = await Promise.all(
    jobs.map(async (j) => (await client.call<{ row: { headcount: number } }>(`/admin/job/edit?id=${j.id}`)).data.row.headcount),
  )
  expect(counts.toSorted((a, b) => a - b)).toEqual([11, 12])
})

test('a blank password is kept, a fixed field cannot be changed', async ({ page, request }) => {
  const client = await signIn(request)
  await open(page, client, '/admin/auth/admin?q=auditor')
  await rowOf(page, 'auditor').getByRole('button', { name: /^Edit/ }).click()
  await expect(drawer(page).getByLabel('Account')).toBeDisabled()
  await drawer(page).getByLabel('Motto').fill(fresh('m'))
  const sent = page.waitForRequest((r) => r.url().endsWith('/admin/auth.admin/edit') && r.method() === 'POST')
  await save(page)
  const body = (await sent).postDataJSON() as Record<string, unknown>
  expect(Object.keys(body).toSorted()).toEqual(['id', 'motto', 'version'])
  await expect(drawer(page)).toHaveCount(0)
})

test('rules of a group are a tree with half-checked branches that come back as they were', async ({ page, request }) => {
  const client = await signIn(request)
  const name = fresh('Group ')
  await open(page, client, '/admin/auth/group')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await drawer(page).getByLabel('Name').fill(name)
  const tree = drawer(page).locator('.tree-input')
  await tree.getByLabel('Search in the tree').fill('Departments')
  await expect(tree.getByLabel('Organisation', { exact: true })).toBeVisible()
  await expect(tree.getByLabel('Members', { exact: true })).toHaveCount(0)
  await tree.getByRole('button', { name: 'Select all' }).click()
  await expect(tree.getByLabel('Departments', { exact: true }).first()).toBeChecked()
  await tree.getByLabel('Search in the tree').fill('')
  await expect(tree.getByLabel('Organisation', { exact: true })).toBeChecked({ indeterminate: true })
  await save(page)
  await expect(drawer(page)).toHaveCount(0)
  await rowOf(page, name).dblclick()
  await expect(tree.getByLabel('Organisation', { exact: true })).toBeChecked({ indeterminate: true })
  await tree.getByLabel('Search in the tree').fill('Departments')
  await expect(tree.getByLabel('Departments', { exact: true }).first()).toBeChecked()
})

test('axe finds nothing in the form and in the details', async ({ page, request }) => {
  const client = await signIn(request)
  await open(page, client, '/admin/auth/admin?q=auditor', 'zh-cn')
  await rowOf(page, 'auditor').getByRole('button', { name: /^编辑/ }).click()
  await expect(page.getByLabel('签名')).toBeVisible()
  await noFindings(page, '.ant-drawer')
  await page.keyboard.press('Escape')
  await page.goto('/admin/auth/admin?view=1')
  await expect(page.getByText('修改记录')).toBeVisible()
  await noFindings(page, '.ant-drawer')
})
