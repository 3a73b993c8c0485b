import { spawn, type ChildProcess } from 'node:child_process'
import { expect, test, type Page } from '@playwright/test'
import type { Answer, Call as Options } from '../server.ts'
import { add, collecting, form, move, post, publish, read, variable, type Call, type Row } from '../study-kit.ts'
import { drawer, field, press } from './area-kit.ts'
import { noSeriousFindings } from './page-kit.ts'
import { PASSWORD, seed } from './shell-kit.ts'

test.describe.configure({ mode: 'serial' })

let child: ChildProcess
let base: string
type Person = { call: Call; info: Record<string, unknown> & { id: number } }
const signIn = async (username: string): Promise<Person> => {
  const calling =
    (token: string): Call =>
    async <T>(path: string, { method, query, body, headers = {} }: Options = {}) => {
      const response = await fetch(`${base}${path}${query ? `?${new URLSearchParams(query)}` : ''}`, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: { server: '1', batoken: token, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { ...((await response.json()) as Answer<T>), status: response.status }
    }
  const { data } = await calling('')<{ userInfo: Person['info'] & { token: string } }>('/admin/index/login', {
    body: { username, password: PASSWORD, keep: true },
  })
  return { call: calling(data.userInfo.token), info: data.userInfo }
}

test.beforeAll(async () => {
  test.setTimeout(180_000)
  child = spawn(process.execPath, ['test/e2e/serve.ts'], { env: { ...process.env, E2E_PORT: '0', E2E_WORKER: '1' } })
  base = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (address: Buffer) => resolve(address.toString().trim()))
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
})
test.afterAll(async () => {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
})

const only = async (call: Call, resource: string, search: object[] = []): Promise<Row> => {
  const { data } = await call<{ list: Row[] }>(`/admin/${resource}/index`, { query: { limit: '100', search: JSON.stringify(search) } })
  const [row] = data.list
  if (!row) throw new Error(`no ${resource}`)
  return row
}
/** A record with a value that its rule finds, in a study whose coordinator is the cardiology’s. */
const found = async (manager: Person, second: Person, site: Person, code: string): Promise<void> => {
  const { call } = manager
  const department = (await only(call, 'department', [{ field: 'code', operator: '=', val: 'IM-CV' }])).id
  const { study, visit } = await collecting(call, code, department, manager.info.id)
  await add(call, 'study.member', { study, admin: site.info.id, role: 'coordinator', departments: [department] })
  const { forms } = await publish(call, study, () => ({
    forms: [form('vitals', { name: '生命体征', nameEn: 'Vital signs' })],
    codelists: [],
    variables: [variable('vitals', 'sbp', { label: '收缩压', labelEn: 'Systolic', type: 'integer', unit: 'mmHg' })],
  }))
  const vitals = forms[0]!.id
  const subject = await add(call, 'study.subject', { study, code: `${code}-1`, department })
  await add(call, `clinical.data.f${vitals}`, { subject: subject.id, visit, v1: '900' })
  const rule = {
    id: `${code}.sbp`,
    name: { zh: '收缩压范围', en: 'Range of sbp' },
    check: 'range',
    table: 'vitals',
    columns: ['sbp'],
    params: { max: 260 },
  }
  expect(await post(call, 'control.parameter/take', { file: JSON.stringify({ parameters: [rule] }), study })).toMatchObject({ code: 1 })
  const parameter = await only(call, 'control.parameter', [{ field: 'code', operator: '=', val: rule.id }])
  const version = await only(call, 'control.version', [{ field: 'parameter', operator: '=', val: String(parameter.id) }])
  expect(await move(call, 'control.version', version.id, 'tested')).toMatchObject({ code: 1 })
  expect(await move(call, 'control.version', version.id, 'approved', '已核对')).toMatchObject({ code: 1 })
  const asked = await only(second.call, 'approval', [{ field: 'state', operator: '=', val: 'requested' }])
  expect(await post(second.call, 'approval/approve', { ids: [asked.id] })).toMatchObject({ code: 1 })
  expect(await move(call, 'control.version', version.id, 'active')).toMatchObject({ code: 1 })
  const set = await add(call, 'control.set', { code, name: code, nameEn: code, study, parameters: [parameter.id] })
  const run = await post<{ id: number }>(call, 'qc.run/judge', { study, form: vitals, set: set.id })
  await expect.poll(async () => (await read(call, 'qc.run', run.data.id)).state, { timeout: 60_000 }).toBe('done')
}

const open = async (page: Page, { info }: Person, path: string, lang: 'zh-cn' | 'en') => {
  await seed(page, { adminInfo: info, storeConfig_v2: { lang: { defaultLang: lang } } })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${base}${path}`)
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
}
const WORDS = {
  'zh-cn': { raise: '提质疑', more: '更多', answer: '答复', corrected: '已更正', waiting: '待答复', closed: '已关闭', proof: '不再命中' },
  en: {
    raise: 'Raise a query',
    more: 'More',
    answer: 'Answer',
    corrected: 'Corrected',
    waiting: 'Open',
    closed: 'Closed',
    proof: 'no longer hits',
  },
} as const

for (const lang of ['zh-cn', 'en'] as const) {
  test(`a finding becomes a query, is answered with the right value, and is closed by the re-check (${lang})`, async ({ browser }) => {
    test.setTimeout(240_000)
    const words = WORDS[lang]
    const code = `QE-${lang === 'en' ? 2 : 1}`
    const [manager, second, site] = [await signIn('datamanager'), await signIn('admin'), await signIn('cardiology')]
    await found(manager, second, site, code)
    const finding = await only(manager.call, 'finding', [{ field: 'state', operator: '=', val: 'new' }])
    const desk = await (await browser.newContext()).newPage()
    await open(desk, manager, `/admin/finding/${finding.id}`, lang)
    const raise = desk.getByRole('button', { name: words.raise, exact: true })
    if (await raise.isVisible()) await raise.click()
    else {
      await desk
        .getByRole('toolbar')
        .last()
        .getByRole('button', { name: new RegExp(`^${words.more}`) })
        .click()
      await desk.getByRole('menuitem', { name: words.raise }).click()
    }
    await field(desk, 'text').locator('textarea').fill('请核对 / please check')
    await press(desk, words.raise)
    await expect(drawer(desk)).toHaveCount(0)
    const query = await only(manager.call, 'query', [
      { field: 'state', operator: '=', val: 'open' },
      { field: 'title', operator: 'LIKE', val: code },
    ])

    const ward = await (await browser.newContext()).newPage()
    await open(ward, site, `/admin/query/${query.id}`, lang)
    await expect(ward.locator('.record-name')).toContainText(words.waiting)
    await noSeriousFindings(ward)
    await ward.getByRole('button', { name: words.answer, exact: true }).click()
    await field(ward, 'category').getByText(words.corrected, { exact: true }).click()
    await field(ward, 'value').locator('input').fill('120')
    await noSeriousFindings(ward, '.ant-drawer-open')
    await press(ward, words.answer)
    await expect.poll(async () => (await read(manager.call, 'query', query.id)).state, { timeout: 60_000 }).toBe('closed')

    await open(desk, manager, `/admin/query/${query.id}`, lang)
    await expect(desk.locator('.record-name')).toContainText(words.closed)
    const proof = desk.locator('.query-thread li[data-kind=proved]')
    await expect(proof).toContainText(words.proof)
    await expect(proof).toContainText('900')
    await expect(proof.locator('ins')).toHaveText('120')
    await noSeriousFindings(desk)
    await open(desk, manager, '/admin/query', lang)
    await noSeriousFindings(desk)
    await desk.setViewportSize({ width: 390, height: 844 })
    await open(desk, manager, `/admin/query/${query.id}`, lang)
    await noSeriousFindings(desk)
    expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await desk.context().close()
    await ward.context().close()
  })
}
