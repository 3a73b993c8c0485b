import { expect, test } from '@playwright/test'
import { move, post } from '../study-kit.ts'
import { tried } from '../trial-kit.ts'
import { fitsPhone, only, ownServer, shot, type Person } from './own-server.ts'
import { noFindings } from './page-kit.ts'
import { walkedIn } from './walked-in.ts'

const { address, signIn, windowOf, open } = ownServer()
test.slow()

const ROWS = 50_100
const WORDS = {
  'zh-cn': {
    tab: '违规清单',
    next: '下一页',
    all: /共 50,100 处，占这条规则检查的 50,100 处的 100%/,
    last: '第 2 页',
    enter: '逐条登记',
    over: '已解决',
  },
  en: {
    tab: 'Violations',
    next: 'Next page',
    all: /50,100 in all, 100% of the 50,100/,
    last: 'Page 2 of',
    enter: 'Enter one by one',
    over: 'Resolved',
  },
} as const
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** A file as a sender brings it, once it has been read. */
const deliver = async ({ call, info }: Person, name: string): Promise<number> => {
  const data = Buffer.from(`id,sbp\n${Array.from({ length: ROWS }, (_, n) => `S${n},300\n`).join('')}`)
  const headers = { server: '1', batoken: String(info['token']), 'tus-resumable': '1.0.0' }
  const sent = `filename ${base64(name)},target ${base64('datafile')}`
  const made = await fetch(`${address()}/admin/upload`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(data.length), 'upload-metadata': sent },
  })
  await fetch(`${address()}${made.headers.get('location') ?? ''}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: new Uint8Array(data),
  })
  const read = async () => (await only(call, 'datafile', [{ field: 'name', operator: '=', val: name }]).catch(() => null))?.state
  await expect.poll(read, { timeout: 60_000 }).toBe('staged')
  return (await only(call, 'datafile', [{ field: 'name', operator: '=', val: name }])).id
}

/** One finding that stands for all rows of a file. */
const mass = async (manager: Person, second: Person, code: string): Promise<number> => {
  const { call } = manager
  const datafile = await deliver(manager, `${code}.csv`)
  const rule = {
    id: code,
    name: { zh: '收缩压范围', en: 'Range of sbp' },
    check: 'range',
    columns: ['sbp'],
    params: { max: 260 },
    keyFields: ['id'],
  }
  expect(await post(call, 'control.parameter/take', { file: JSON.stringify({ parameters: [rule] }) })).toMatchObject({ code: 1 })
  const parameter = await only(call, 'control.parameter', [{ field: 'code', operator: '=', val: code }])
  const version = await only(call, 'control.version', [{ field: 'parameter', operator: '=', val: String(parameter.id) }])
  await tried(call, { check: version['check'], body: version['body'], datafile })
  expect(await move(call, 'control.version', version.id, 'tested')).toMatchObject({ code: 1 })
  expect(await move(call, 'control.version', version.id, 'approved', '已核对')).toMatchObject({ code: 1 })
  const asked = await only(second.call, 'approval', [{ field: 'state', operator: '=', val: 'requested' }])
  expect(await post(second.call, 'approval/approve', { ids: [asked.id] })).toMatchObject({ code: 1 })
  expect(await move(call, 'control.version', version.id, 'active')).toMatchObject({ code: 1 })
  const set = (await post(call, 'control.set/add', { code, name: code, nameEn: code, parameters: [parameter.id] })).data.row
  expect(await post(call, 'qc.run/start', { datafile, set: set.id })).toMatchObject({ code: 1 })
  const found = () => only(call, 'finding', [{ field: 'datafile', operator: '=', val: String(datafile) }]).catch(() => null)
  await expect.poll(async () => (await found())?.id ?? 0, { timeout: 90_000 }).toBeGreaterThan(0)
  return (await found())?.id ?? 0
}

for (const lang of walkedIn('zh-cn')) {
  const words = WORDS[lang]
  test(`what one finding stands for is read page by page and entered one by one (${lang})`, async ({ browser }) => {
    const [manager, second] = [await signIn('admin'), await signIn('datamanager')]
    const id = await mass(manager, second, `mass.${lang}`)
    const page = await windowOf(browser, manager, lang)
    await open(page, `/admin/finding/${id}`)
    await expect(page.getByText(/S0, S1, S2, S3, S4/).first()).toBeVisible()
    await page.getByRole('tab', { name: words.tab }).click()
    await expect(page.getByText(words.all)).toBeVisible()
    await expect(page.getByRole('rowheader', { name: 'S0', exact: true })).toBeVisible()
    await shot(page, `mass-${lang}`)
    await page.getByRole('button', { name: words.next }).click()
    await expect(page.getByText(words.last)).toBeVisible()
    await expect(page.getByRole('rowheader', { name: 'S100', exact: true })).toBeVisible()
    await noFindings(page)
    await fitsPhone(page)
    await shot(page, `mass-${lang}-390`)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: words.enter }).first().click()
    const confirm = page.getByRole('dialog').getByRole('button', { name: words.enter })
    if (await confirm.isVisible().catch(() => false)) await confirm.click()
    const state = async () => (await only(manager.call, 'finding', [{ field: 'id', operator: '=', val: String(id) }])).state
    await expect.poll(state, { timeout: 90_000 }).toBe('resolved')
    await expect(page.getByText(words.over).first()).toBeVisible()
    await shot(page, `mass-${lang}-over`)
  })
}
