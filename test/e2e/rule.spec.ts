import { readFile } from 'node:fs/promises'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { add, collecting, form, move, post, publish, variable, type Call } from '../study-kit.ts'
import { choose, drawer, field, fill, press } from './area-kit.ts'
import { fitsPhone, only, ownServer, shot, type Person } from './own-server.ts'
import { noSeriousFindings } from './page-kit.ts'
import { seen, walkedOnce } from './walked-in.ts'

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
    take: '导入参数文件',
    give: '导出参数文件',
    choose: '选择文件',
    unread: /第 1 个参数没有写检查类型/,
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
    take: 'Import parameter file',
    give: 'Export parameter file',
    choose: 'Choose a file',
    unread: /Parameter 1 has no check type/,
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
  const { forms } = await publish(
    call,
    study,
    (before) => ({
      ...before,
      variables: before.variables.map((one) => (one['code'] === 'pressure' ? { ...one, code: 'sbp' } : one)),
    }),
    second.call,
  )
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
  await putInForce(call, second, rule.id, { study, form: null, datafile: null, delivery: null })
  return { study, rule }
}
const putInForce = async (call: Call, second: Person, rule: number, over: object) => {
  const version = await only(call, 'control.version', [{ field: 'parameter', operator: '=', val: String(rule) }])
  const { check, body } = version
  expect(await call('/admin/control.parameter/trial', { body: { check, body, ...over } })).toMatchObject({ code: 1 })
  expect(await move(call, 'control.version', version.id, 'tested')).toMatchObject({ code: 1 })
  expect(await move(call, 'control.version', version.id, 'approved', '已核对')).toMatchObject({ code: 1 })
  await agree(second.call)
  expect(await move(call, 'control.version', version.id, 'active')).toMatchObject({ code: 1 })
}
/** What was asked for last, agreed to by somebody else. */
const agree = async (second: Call) => {
  const asked = await only(second, 'approval', [{ field: 'state', operator: '=', val: 'requested' }])
  expect(await post(second, 'approval/approve', { ids: [asked.id] })).toMatchObject({ code: 1 })
}

const options = (page: Page): Locator => page.locator('.ant-select-dropdown:visible .ant-select-item-option')
const setting = (page: Page, path: string): Locator => page.locator(`form [data-field="${path}"]`).last()

for (const lang of walkedOnce('zh-cn')) {
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
    await seen(page, WORDS)
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
    await seen(page, WORDS)
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

for (const lang of walkedOnce('zh-cn')) {
  const words = WORDS[lang]
  test(`AA-07 the file of the command comes in and goes out (${lang})`, async ({ browser }) => {
    const manager = await server.signIn('datamanager')
    const code = `TAKE-${lang}`
    const page = await server.windowOf(browser, manager, lang)
    await server.open(page, '/admin/control/parameter')
    await page.getByRole('button', { name: words.take }).click()
    const bring = async (file: object) => {
      const chosen = page.waitForEvent('filechooser')
      await drawer(page).getByRole('button', { name: words.choose }).click()
      await (await chosen).setFiles({ name: 'parameters.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(file)) })
      await expect(field(page, 'file').locator('textarea')).toHaveValue(JSON.stringify(file))
      await press(page, words.take)
    }
    const { check, ...unnamed } = {
      id: `${code}.own`,
      check: 'range',
      columns: ['sbp'],
      params: { max: 260 },
      severity: 'minor',
      name: { zh: '收缩压', en: 'Systolic' },
      keyFields: ['id'],
    }
    await bring({ parameters: [unnamed] })
    await expect(page.getByText(words.unread).first()).toBeVisible()
    await bring({ parameters: [{ ...unnamed, check }] })
    await expect(drawer(page)).toContainText('新增 1 条，0 条成为新的草稿，0 条没有变化')
    await page.keyboard.press('Escape')
    await expect(page.locator('.ant-drawer-open')).toHaveCount(0)
    const row = page.locator('.dg-body [role=row]').filter({ hasText: `${code}.own` })
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: words.give }).click()
    const download = page.waitForEvent('download')
    await drawer(page).getByRole('button', { name: 'parameters.json' }).click()
    const given = JSON.parse(await readFile(await (await download).path(), 'utf8')) as { parameters: object[] }
    expect(given.parameters).toEqual([expect.objectContaining({ ...unnamed, check: 'C02' })])
    await shot(page, `rule-file-${lang}`)
  })
}

const ROWS = 50_100
/** A file as a sender brings it, once it has been read, and two rules that are wrong about all of it: one for each language. */
const layMasses = async ({ call, info }: Person, second: Person): Promise<Map<string, number>> => {
  const name = 'mass.csv'
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const data = Buffer.from(`id,sbp\n${Array.from({ length: ROWS }, (_, n) => `S${n},300\n`).join('')}`)
  const headers = { server: '1', batoken: String(info['token']), 'tus-resumable': '1.0.0' }
  const made = await fetch(`${server.address()}/admin/upload`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(data.length),
      'upload-metadata': `filename ${base64(name)},target ${base64('datafile')}`,
    },
  })
  await fetch(`${server.address()}${made.headers.get('location') ?? ''}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: new Uint8Array(data),
  })
  const file = () => only(call, 'datafile', [{ field: 'name', operator: '=', val: name }])
  await expect
    .poll(() =>
      file().then(
        ({ state }) => state,
        () => null,
      ),
    )
    .toBe('staged')
  const datafile = (await file()).id
  const rules = walkedOnce('zh-cn').map((lang) => ({
    id: `mass.${lang}`,
    name: { zh: '收缩压范围', en: 'Range of sbp' },
    check: 'range',
    columns: ['sbp'],
    params: { max: lang === 'en' ? 250 : 260 },
    keyFields: ['id'],
  }))
  expect(await post(call, 'control.parameter/take', { file: JSON.stringify({ parameters: rules }) })).toMatchObject({ code: 1 })
  const parameters: number[] = []
  for (const { id } of rules) {
    const rule = await only(call, 'control.parameter', [{ field: 'code', operator: '=', val: id }])
    await putInForce(call, second, rule.id, { study: null, form: null, datafile, delivery: null })
    parameters.push(rule.id)
  }
  const set = await add(call, 'control.set', { code: 'mass', name: '全部', nameEn: 'All', parameters })
  expect(await post(call, 'qc.run/start', { datafile, set: set.id })).toMatchObject({ code: 1 })
  const found = (parameter: number) => only(call, 'finding', [{ field: 'parameter', operator: '=', val: String(parameter) }])
  await expect
    .poll(() =>
      Promise.all(parameters.map(found)).then(
        ({ length }) => length,
        () => 0,
      ),
    )
    .toBe(rules.length)
  return new Map(await Promise.all(walkedOnce('zh-cn').map(async (lang, at) => [lang, (await found(parameters[at] ?? 0)).id] as const)))
}
let masses: Promise<Map<string, number>> | undefined
const MASS = {
  'zh-cn': {
    tab: '违规清单',
    next: '下一页',
    all: /共 50,100 处，占这条规则检查的 50,100 处的 100.0%/,
    last: '第 2 页',
  },
  en: {
    tab: 'Violations',
    next: 'Next page',
    all: /50,100 in all, 100.0% of the 50,100/,
    last: 'Page 2 of',
  },
} as const

for (const lang of walkedOnce('zh-cn')) {
  const words = MASS[lang]
  test(`AA-07 what one finding stands for is read page by page (${lang})`, async ({ browser }) => {
    const [manager, second] = [await server.signIn('datamanager'), await server.signIn('admin')]
    masses ??= layMasses(manager, second)
    const id = (await masses).get(lang) ?? 0
    const page = await server.windowOf(browser, manager, lang)
    await server.open(page, `/admin/finding/${id}`)
    await expect(page.getByText(/S0, S1, S2, S3, S4/).first()).toBeVisible()
    await page.getByRole('tab', { name: words.tab }).click()
    await expect(page.getByText(words.all)).toBeVisible()
    await expect(page.getByRole('rowheader', { name: 'S0', exact: true })).toBeVisible()
    await shot(page, `mass-${lang}`)
    await page.getByRole('button', { name: words.next }).click()
    await expect(page.getByText(words.last)).toBeVisible()
    await expect(page.getByRole('rowheader', { name: 'S100', exact: true })).toBeVisible()
    await noSeriousFindings(page)
    await fitsPhone(page)
    await shot(page, `mass-phone-${lang}`)
  })
}

const OVERRIDE = {
  'zh-cn': {
    add: '新建',
    save: '保存',
    off: '停用这条规则',
    asked: '待第二人同意',
    approve: '批准并执行',
    active: '生效中',
    end: '结束',
    ended: '已结束',
    more: /^更多/,
  },
  en: {
    add: 'New',
    save: 'Save',
    off: 'Rule switched off',
    asked: 'Waits for a second person',
    approve: 'Approve',
    active: 'In force',
    end: 'End',
    ended: 'Ended',
    more: /^More/,
  },
} as const

for (const lang of walkedOnce('zh-cn')) {
  const words = OVERRIDE[lang]
  test(`AA-07 a rule differs at a site: asked for by one, agreed to by another, ended with a reason (${lang})`, async ({ browser }) => {
    const [manager, second] = [await server.signIn('datamanager'), await server.signIn('admin')]
    const site = await only(manager.call, 'department', [{ field: 'code', operator: '=', val: 'IM-CV' }])
    const { rule } = await prepare(manager.call, second, `OV-${lang}`, site.id, manager.info.id)
    const of = { field: 'parameter', operator: '=', val: String(rule.id) }
    const [desk, other] = [await server.windowOf(browser, manager, lang), await server.windowOf(browser, second, lang)]
    await server.open(desk, `/admin/control/parameter/${rule.id}?tab=overrides`)
    // Begun from its rule it knows the study.
    await desk.getByRole('button', { name: words.add, exact: true }).click()
    await choose(desk, 'department', String(site['name']))
    await choose(desk, 'mode', words.off)
    await fill(desk, 'reason', '设备校准期间')
    await field(desk, 'until').getByRole('textbox').fill('2099-12-31')
    await field(desk, 'until').getByRole('textbox').press('Enter')
    await noSeriousFindings(desk)
    await press(desk, words.save)
    const grid = desk.getByRole('grid').last()
    await expect(grid).toContainText(words.asked)

    await server.open(other, '/admin/approval?filter=state:IN:requested')
    await other.getByRole('grid').getByRole('button', { name: words.approve }).first().click()
    await other.getByRole('alertdialog').getByRole('button', { name: words.approve }).click()
    await expect(other.getByRole('alertdialog')).toHaveCount(0)
    await expect.poll(async () => (await only(manager.call, 'control.override', [of]))['state']).toBe('active')
    await desk.reload()
    await expect(grid).toContainText(words.active)
    await seen(desk, OVERRIDE)

    await grid.getByRole('button', { name: words.more }).first().click()
    await desk.getByRole('menuitem', { name: words.end, exact: true }).click()
    const dialog = desk.getByRole('alertdialog')
    await dialog.getByRole('textbox').fill('校准完毕')
    await dialog.getByRole('button', { name: words.end, exact: true }).click()
    await expect(grid).toContainText(words.ended)
    await fitsPhone(desk)
  })
}
