import { expect, test, type Locator, type Page } from '@playwright/test'
import { add, collecting, form, move, post, publish, variable, type Call } from '../study-kit.ts'
import { drawer } from './area-kit.ts'
import { only, ownServer, shot, type Person } from './own-server.ts'
import { noSeriousFindings } from './page-kit.ts'
import { walkedIn } from './walked-in.ts'

const server = ownServer()
test.slow()

const WORDS = {
  'zh-cn': {
    edit: '编辑',
    sbp: '收缩压',
    type: '整数',
    asTyped: '按所写使用“sbq”',
    unknown: '没有变量“sbq”',
    former: '“pressure”已改名为“sbp”',
    reuse: '已有启用的参数用同一种检查判断同样的内容',
    run: '试运行',
    above: '收缩压 (sbp) = 300，高于上限 260',
    fine: /^收缩压 \(sbp\) = 120：符合“数值范围”（.*260.*）$/,
    difference: '与前一版比较',
  },
  en: {
    edit: 'Edit',
    sbp: 'Systolic pressure',
    type: 'Integer',
    asTyped: 'Use “sbq” as typed',
    unknown: 'There is no variable “sbq” here',
    former: '“pressure” is now called “sbp”',
    reuse: 'A rule in force judges the same by the same check',
    run: 'Try it',
    above: 'Systolic pressure (sbp) = 300, above the upper limit 260',
    fine: /^Systolic pressure \(sbp\) = 120: meets “Range” \(.*260.*\)$/,
    difference: 'Compare with the previous version',
  },
} as const

/** A study whose vital signs were renamed once, with a range in force for the systolic pressure and three records. */
const prepare = async (call: Call, second: Person, code: string, department: number, pi: number) => {
  const { study, visit } = await collecting(call, code, department, pi)
  const own = (name: string, more: object = {}) =>
    variable('vitals', name, { type: 'integer', label: '收缩压', labelEn: 'Systolic pressure', ...more })
  const dbp = variable('vitals', 'dbp', { type: 'integer', label: '舒张压', labelEn: 'Diastolic pressure' })
  await publish(call, study, () => ({
    forms: [form('vitals', { name: '生命体征', nameEn: 'Vital signs' })],
    codelists: [],
    variables: [own('pressure'), dbp],
  }))
  const { forms } = await publish(call, study, (before) => ({
    ...before,
    variables: before.variables.map((one) => (one['code'] === 'pressure' ? { ...one, code: 'sbp' } : one)),
  }))
  for (const [at, v1] of ['300', '120', '110'].entries()) {
    const subject = await add(call, 'study.subject', { study, code: `${code}-${at + 1}`, department })
    await add(call, `clinical.data.f${forms[0]!.id}`, { subject: subject.id, visit, v1, v2: '80' })
  }
  const body = { table: 'vitals', columns: ['sbp'], params: { min: 60, max: 260 } }
  const rule = await add(call, 'control.parameter', {
    code: `${code}.range`,
    name: '收缩压范围',
    nameEn: 'Systolic range',
    study,
    check: 'C02',
    body,
  })
  const version = await only(call, 'control.version', [{ field: 'parameter', operator: '=', val: String(rule.id) }])
  const over = { study, form: null, datafile: null, delivery: null }
  expect(await call('/admin/control.parameter/trial', { body: { check: 'C02', body, ...over } })).toMatchObject({ code: 1 })
  expect(await move(call, 'control.version', version.id, 'tested')).toMatchObject({ code: 1 })
  expect(await move(call, 'control.version', version.id, 'approved', '已核对')).toMatchObject({ code: 1 })
  await agree(second.call)
  expect(await move(call, 'control.version', version.id, 'active')).toMatchObject({ code: 1 })
  return { study, rule }
}
/** What was asked for last, agreed to by somebody else. */
const agree = async (second: Call) => {
  const asked = await only(second, 'approval', [{ field: 'state', operator: '=', val: 'requested' }])
  expect(await post(second, 'approval/approve', { ids: [asked.id] })).toMatchObject({ code: 1 })
}

const options = (page: Page): Locator => page.locator('.ant-select-dropdown:visible .ant-select-item-option')
const setting = (page: Page, path: string): Locator => page.locator(`form [data-field="${path}"]`).last()

for (const lang of walkedIn('zh-cn')) {
  const words = WORDS[lang]
  test(`AA-07 the form and the variables of a rule are picked from the dictionary, and what it does not know is a fault (${lang})`, async ({
    browser,
  }) => {
    const [manager, second] = [await server.signIn('datamanager'), await server.signIn('admin')]
    const department = (await only(manager.call, 'department', [{ field: 'code', operator: '=', val: 'IM-CV' }])).id
    const code = `RULE-${lang}`
    const { study, rule } = await prepare(manager.call, second, code, department, manager.info.id)
    const draft = await add(manager.call, 'control.parameter', {
      code: `${code}.draft`,
      name: '草稿',
      nameEn: 'Draft',
      study,
      check: 'C02',
      body: { table: 'vitals', columns: ['pressure', 'sbq'], params: { max: 260 } },
    })
    const version = await only(manager.call, 'control.version', [{ field: 'parameter', operator: '=', val: String(draft.id) }])
    const page = await server.windowOf(browser, manager, lang)
    await server.open(page, `/admin/control/version/${version.id}`)
    await page.getByRole('button', { name: words.edit }).first().click()
    // Imported once: one name was changed since, the other never was.
    const columns = setting(page, 'columns')
    await expect(columns).toContainText(words.unknown)
    await expect(columns).toContainText(words.former)
    await expect(columns.getByRole('combobox')).toHaveAttribute('aria-invalid', 'true')
    await noSeriousFindings(page)
    await shot(page, `rule-unknown-${lang}`)
    // By keyboard alone: both go, the right one is found by what it is called.
    await columns.getByRole('combobox').focus()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('sbq')
    await expect(options(page).filter({ hasText: words.asTyped })).toBeVisible()
    for (const _ of 'sbq') await page.keyboard.press('Backspace')
    await page.keyboard.type(words.sbp)
    await expect(options(page).first()).toContainText('sbp')
    await expect(options(page).first()).toContainText(words.type)
    await shot(page, `rule-pick-${lang}`)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(columns.locator('.name-odd')).toHaveCount(0)
    await expect(columns.locator('.name-chosen')).toContainText(['sbp'])
    // Another rule in force says so already.
    const reuse = page.locator('form').getByRole('status').filter({ hasText: words.reuse })
    await expect(reuse.getByRole('link')).toHaveAttribute('href', `/admin/control/parameter/${rule.id}`)

    const sheet = page.locator('form')
    await sheet.getByRole('button', { name: words.run }).click()
    const row = (name: string) => sheet.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(name) }) })
    await expect(row(`${code}-1`).locator('.trial-why')).toHaveText(words.above)
    await expect(row(`${code}-2`).locator('.trial-why')).toHaveText(words.fine)
    await expect(row(`${code}-1`).locator('td[data-looked]')).toHaveText('300')
    await noSeriousFindings(page)
    await shot(page, `rule-reason-${lang}`)
  })

  test(`AA-07 two versions are compared, and a rule says where it is used (${lang})`, async ({ browser }) => {
    const [manager, second] = [await server.signIn('datamanager'), await server.signIn('admin')]
    const { call } = manager
    const department = (await only(call, 'department', [{ field: 'code', operator: '=', val: 'IM-CV' }])).id
    const code = `FILE-${lang}`
    const { study, rule } = await prepare(call, second, code, department, manager.info.id)
    const { data } = await post<{ id: number }>(call, 'control.parameter/revise', { ids: [rule.id] })
    const saved = await call(`/admin/control.version/edit`, {
      body: { id: data.id, version: 1, body: { table: 'vitals', columns: ['sbp'], params: { min: 60, max: 250 } } },
    })
    expect(saved).toMatchObject({ code: 1 })
    const page = await server.windowOf(browser, manager, lang)
    await server.open(page, `/admin/control/version/${data.id}`)
    await page.getByRole('button', { name: words.difference }).first().click()
    const table = page.locator('.body-difference')
    if (!(await table.isVisible())) await drawer(page).getByRole('button', { name: words.difference }).click()
    await expect(table.locator('del')).toHaveText(['260'])
    await expect(table.locator('ins')).toHaveText(['250'])
    await noSeriousFindings(page)
    await shot(page, `rule-difference-${lang}`)

    await server.open(page, `/admin/control/parameter/${rule.id}?tab=use`)
    await expect(page.getByRole('main').getByRole('status').last()).toBeVisible()
    await add(call, 'control.set', { code, name: code, nameEn: code, study, parameters: [rule.id] })
    await server.open(page, `/admin/control/parameter/${rule.id}?tab=use`)
    await expect(page.getByRole('grid').first().getByText(code, { exact: true }).first()).toBeVisible()
    await noSeriousFindings(page)
    await shot(page, `rule-use-${lang}`)
  })
}
