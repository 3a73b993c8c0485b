import { expect, test } from '@playwright/test'
import { read } from '../study-kit.ts'
import { field, press } from './area-kit.ts'
import { askSite, judged } from './chain-kit.ts'
import { fitsPhone, only, ownServer } from './own-server.ts'
import { noSeriousFindings } from './page-kit.ts'
import { seen, walkedOnce } from './walked-in.ts'

test.describe.configure({ mode: 'serial' })
const { signIn, memberIn, windowOf, open } = ownServer()

const WORDS = {
  'zh-cn': { answer: '答复', corrected: '已更正', other: '其他', waiting: '待答复', closed: '已关闭', proof: '不再命中' },
  en: { answer: 'Answer', corrected: 'Corrected', other: 'Other', waiting: 'Open', closed: 'Closed', proof: 'no longer hits' },
} as const

for (const lang of walkedOnce('en')) {
  test(`a finding becomes a query, is answered with the right value, and is closed by the re-check (${lang})`, async ({ browser }) => {
    const words = WORDS[lang]
    const code = `QE-${lang === 'en' ? 2 : 1}`
    const [manager, second, site] = [await signIn('datamanager'), await signIn('admin'), await signIn('cardiology')]
    await judged(manager, second, code, [{ admin: site.info.id }])
    const finding = await only(manager.call, 'finding', [{ field: 'state', operator: '=', val: 'new' }])
    const desk = await windowOf(browser, manager, lang)
    await open(desk, `/admin/finding/${finding.id}`)
    await askSite(desk, lang)
    const query = await only(manager.call, 'query', [
      { field: 'state', operator: '=', val: 'open' },
      { field: 'title', operator: 'LIKE', val: code },
    ])

    const ward = await windowOf(browser, site, lang)
    await open(ward, `/admin/query/${query.id}`)
    await expect(ward.locator('.record-name')).toContainText(words.waiting)
    // The last step is called like the state in English alone.
    await seen(ward, WORDS, { kept: ['closed'] })
    await ward.getByRole('button', { name: words.answer, exact: true }).click()
    // The question and the value as it is stay in sight; what the server would refuse is said at its field.
    await expect(ward.locator('.query-about')).toContainText('900 mmHg')
    await field(ward, 'category').getByText(words.other, { exact: true }).click()
    await press(ward, words.answer)
    await expect(field(ward, 'note').locator('.form-error')).toBeVisible()
    await field(ward, 'category').getByText(words.corrected, { exact: true }).click()
    await field(ward, 'value').locator('input').fill('120')
    await expect(field(ward, 'value')).toContainText('mmHg')
    await expect(field(ward, 'note').locator('.form-error')).toHaveCount(0)
    await seen(ward, WORDS, { within: '.ant-drawer-open', kept: ['closed'] })
    await press(ward, words.answer)
    await expect.poll(async () => (await read(manager.call, 'query', query.id)).state).toBe('closed')

    await open(desk, `/admin/query/${query.id}`)
    await expect(desk.locator('.record-name')).toContainText(words.closed)
    const proof = desk.locator('.query-thread li[data-kind=proved]')
    await expect(proof).toContainText(words.proof)
    await expect(proof).toContainText('900')
    await expect(proof.locator('ins').first()).toContainText('120')
    await seen(desk, WORDS)
    await open(desk, '/admin/query')
    await seen(desk, WORDS)
    await open(desk, `/admin/query/${query.id}`)
    await fitsPhone(desk)
    await seen(desk, WORDS)
    await desk.context().close()
    await ward.context().close()
  })
}

for (const [lang, before, visit] of [
  ['zh-cn', '上次：确认无误', '基线'],
  ['en', 'before: Confirmed as is', 'Baseline'],
] as const)
  test(`the list names the member who may answer, and says of an answer to what was asked again that it was before (${lang})`, async ({
    browser,
  }) => {
    const page = await windowOf(browser, await signIn('datamanager'), lang)
    await open(page, '/admin/query?q=HTN-00')
    const line = (about: string) => page.getByRole('grid').getByRole('row').filter({ hasText: about })
    await expect(line(`HTN-0004 · ${visit}`)).toContainText('演示研究者')
    await expect(line(`HTN-0003 · ${visit}`)).toContainText(before)
    await expect(line(`HTN-0007 · ${visit}`)).not.toContainText(before.slice(0, 3))
  })

for (const [lang, words] of [
  ['zh-cn', { value: /^更正后的值/, text: '说明', answer: '提交答复', offline: '没有连上服务器' }],
  ['en', { value: /^Corrected value/, text: 'Text', answer: 'Send the answer', offline: 'The server cannot be reached' }],
] as const)
  test(`what a member types as an answer outlives a reload and a lost line, and is sent once (${lang})`, async ({ browser }) => {
    const code = `DR-${lang === 'en' ? 2 : 1}`
    const [manager, second, member] = [await signIn('datamanager'), await signIn('admin'), await memberIn('researcher')]
    const made = await judged(manager, second, code, [{ user: member.info.id }])
    const asked = { form: made.form, record: made.records[0], field: 'v1', text: '请核对 / please check' }
    const { data } = await manager.call<{ ids: number[] }>('/admin/query/raise', { body: asked })
    const query = data.ids[0] ?? 0
    const phone = await windowOf(browser, member, lang)
    await open(phone, `/user/study/query?id=${query}`)
    await expect(phone.getByLabel(words.value)).toHaveAttribute('inputmode', 'numeric')
    await phone.getByLabel(words.value).fill('121')
    await phone.getByLabel(words.text, { exact: true }).fill('多写了一个零')
    await open(phone, `/user/study/query?id=${query}`)
    await expect(phone.getByLabel(words.value)).toHaveValue('121')
    await expect(phone.getByLabel(words.text, { exact: true })).toHaveValue('多写了一个零')
    await phone.context().setOffline(true)
    await phone.getByRole('button', { name: words.answer }).click()
    await expect(phone.getByRole('alert')).toContainText(words.offline)
    await fitsPhone(phone)
    await noSeriousFindings(phone)
    await phone.context().setOffline(false)
    await expect(phone.getByLabel(words.value)).toHaveCount(0)
    await expect.poll(async () => (await read(manager.call, made.name, made.records[0] ?? 0))['v1']).toBe('121')
    const { data: thread } = await manager.call<{ entries: { kind: string }[] }>('/admin/query/thread', { query: { id: String(query) } })
    expect(thread.entries.filter(({ kind }) => kind === 'answered')).toHaveLength(1)
    await open(phone, `/user/study/query?id=${query}`)
    await expect(phone.getByLabel(words.value)).toHaveCount(0)
  })
