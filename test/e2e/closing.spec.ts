import { readFile } from 'node:fs/promises'
import { expect, test, type Page } from '@playwright/test'
import { add, move, post, read, type Row } from '../study-kit.ts'
import { unzip } from '../unzip.ts'
import { choose, drawer, field, fill, press } from './area-kit.ts'
import { answerWithFile, askSite, gathered, handOver, judged, takeIn, type Gathered, type Made } from './chain-kit.ts'
import { archive, closeStudy, name, nextStep, printed, showsHeld, staysInside, stepBack, verify, WORDS as CLOSING } from './closing-kit.ts'
import { fitsPhone, ownServer, shot, type Lang, type Person } from './own-server.ts'
import { noSeriousFindings } from './page-kit.ts'

test.describe.configure({ mode: 'serial' })
const { signIn, memberIn, windowOf, open } = ownServer()

const WORDS = {
  'zh-cn': { value: /^更正后的值/, answer: '提交答复' },
  en: { value: /^Corrected value/, answer: 'Send the answer' },
} as const

/** The member’s answer with the right value, on a phone. */
const correct = async (phone: Page, query: number, lang: Lang, value: string): Promise<void> => {
  const words = WORDS[lang]
  await open(phone, `/user/study/query?id=${query}`)
  await phone.getByLabel(words.value).fill(value)
  await fitsPhone(phone)
  await noSeriousFindings(phone)
  await phone.getByRole('button', { name: words.answer }).click()
  await expect(phone.getByLabel(words.value)).toHaveCount(0)
}
const answerAtDesk = async (page: Page, query: number, value: string): Promise<void> => {
  await open(page, `/admin/query/${query}`)
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await field(page, 'category').getByText('Corrected', { exact: true }).click()
  await field(page, 'value').locator('input').fill(value)
  await press(page, 'Answer')
}
const correctRecord = async (page: Page, { study, form }: Made, record: number, value: string): Promise<void> => {
  await open(page, `/admin/clinical/data?study=${study}&form=${form}&record=${record}`)
  await page.getByRole('textbox', { name: 'Systolic' }).fill(value)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeEnabled()
}
const submitAll = async ({ call }: Person, { name, records }: Made) => {
  for (const id of records) expect(await move(call, name, id, 'submitted')).toMatchObject({ code: 1 })
}

const inStudy = async ({ call }: Person, resource: string, study: number) => {
  const search = JSON.stringify([{ field: 'study', operator: '=', val: String(study) }])
  const { data } = await call<{ list: Row[] }>(`/admin/${resource}/index`, { query: { limit: '100', order: 'id,asc', search } })
  return data.list
}
const station = (page: Page) => page.locator('.query-way li').last()

/** From the run of the delivery to its findings: one is accepted with a reason, the others are asked about. Answers their queries. */
const triaged = async (desk: Page, manager: Person, { study }: Gathered, delivery: number): Promise<number[]> => {
  await open(desk, `/admin/gather/delivery/${delivery}?tab=runs`)
  await desk.getByRole('grid').getByRole('link').first().click()
  await expect(desk.locator('.run-score')).toBeVisible()
  await noSeriousFindings(desk)
  await shot(desk, 'report')
  const [first, ...others] = (await inStudy(manager, 'finding', study)).toSorted((a, b) => Number(b['value']) - Number(a['value']))
  await desk.getByRole('tab', { name: '问题变动', exact: true }).click()
  await desk
    .getByRole('link', { name: String(first?.['name']) })
    .first()
    .click()
  await desk.locator('.record-header:visible').getByRole('button', { name: '接受', exact: true }).click()
  await field(desk, 'reason').locator('textarea').fill('重症患者，已核对监护记录')
  await press(desk, '接受')
  await expect(drawer(desk)).toHaveCount(0)
  await expect(desk.locator('.record-name:visible')).toContainText('已接受')
  for (const { id } of others) {
    await open(desk, `/admin/finding/${id}`)
    await askSite(desk, 'zh-cn')
  }
  return (await inStudy(manager, 'query', study)).map(({ id }) => id)
}

/** A package for an analyst out of the locked study: asked for, agreed to by another, made, taken with its evidence. */
const release = async (desk: Page, manager: Person, second: Person, { study, form, code }: Gathered): Promise<number> => {
  const about = { study, code: `${code}-R`, title: '收缩压分析', purpose: '随访期血压', validUntil: '2099-12-31' }
  const { id } = await add(manager.call, 'analysis.project', about)
  const variables = [{ form, slot: 1, treatment: { kind: 'keep' }, quasi: false }]
  const plan = { site: 'drop', format: 'csv', k: 5, l: 1, sensitive: null, variables }
  expect(await post(manager.call, 'analysis.project/arrange', { ids: [id], plan })).toMatchObject({ code: 1 })
  expect(await move(manager.call, 'analysis.project', id, 'submitted')).toMatchObject({ code: 1 })
  expect(await move(second.call, 'analysis.project', id, 'approved')).toMatchObject({ code: 1 })
  await open(desk, `/admin/analysis/project/${id}?tab=release`)
  await desk.getByRole('button', { name: '生成数据包', exact: true }).click()
  const [taken] = await Promise.all([desk.waitForEvent('download'), desk.getByRole('button', { name: '下载数据包', exact: true }).click()])
  const files = unzip(await readFile(await taken.path()))
  expect(JSON.parse(String(files.get('evidence.json')))).toMatchObject({ study: code, deidentification: { k: { wanted: 5 } } })
  const data = String(files.get('data/vitals.csv'))
  expect(data.trim().split('\n')).toHaveLength(7)
  expect(data).not.toContain(code)
  const { sha256 } = await read(manager.call, 'analysis.project', id)
  await expect(desk.locator('.analysis-downloads')).toContainText(String(sha256).slice(0, 16))
  await noSeriousFindings(desk)
  await shot(desk, 'released')
  return id
}

test('two deliveries, one finding accepted, two asked about, proof, signature, lock, and the release with its evidence are one chain', async ({
  browser,
}) => {
  const lang = 'zh-cn'
  const words = CLOSING[lang]
  const [manager, second, member] = [await signIn('datamanager'), await signIn('admin'), await memberIn('researcher')]
  const made = await gathered(manager, second, 'CH-1', [{ user: member.info.id }])
  const [desk, other, phone] = [
    await windowOf(browser, manager, lang),
    await windowOf(browser, second, lang),
    await windowOf(browser, member, lang),
  ]
  // What the walk leaves behind, as whoever reads English sees it.
  const english = await windowOf(browser, manager, 'en')
  const reads = async (path: string, ...said: (string | RegExp)[]) => {
    await open(english, path)
    for (const one of said) await expect(english.locator('main')).toContainText(one)
    await noSeriousFindings(english)
  }

  await phone.setViewportSize({ width: 390, height: 844 })
  await handOver(open, phone, made, 'week-1.csv', ['900', '800', '700', '119', '121'])
  const first = await takeIn(open, desk, manager, made)
  await reads(`/admin/gather/delivery/${first}`, 'Accepted', 'week-1.csv')
  const [answered = 0, delivered = 0] = await triaged(desk, manager, made, first)

  // Three stand before the same query; nobody loads a page again.
  await open(desk, `/admin/query/${answered}`)
  await open(other, `/admin/query/${answered}`)
  await expect(station(desk)).toHaveAttribute('data-standing', 'ahead')
  await correct(phone, answered, lang, '120')
  await expect(phone.locator('.query-way [data-standing=works]')).toContainText('复核')
  // The researcher answers for the demo study too; what is due first comes first.
  await expect(phone.getByRole('link', { name: /^还有 \d+ 条质疑等您答复/ })).toHaveAttribute('href', /query\?id=\d+$/)
  for (const page of [phone, desk, other]) {
    await expect(station(page)).toHaveAttribute('data-standing', 'done')
    await expect(station(page)).toContainText('带依据关闭')
  }
  const proof = desk.locator('.query-thread li[data-kind=proved]')
  await expect(proof).toContainText(new RegExp(`质疑 #${answered} 由运行 #\\d+ 自动关闭：收缩压 800 → 120（.+），.+不再命中。`))
  await proof.locator('summary').click()
  await expect(proof.locator('code')).toHaveText(/^[0-9a-f]{64}$/)
  await shot(desk, 'proved')
  await shot(phone, 'proved-390')
  await reads(`/admin/query/${answered}`, 'Closed with proof', /was closed by run #\d+: Systolic 800 → 120/)

  await answerWithFile(open, phone, made, delivered, 'week-2.csv', ['900', '120', '130', '119', '121'])
  await open(desk, `/admin/query/${delivered}`)
  await expect(desk.locator('.query-next')).toHaveAttribute('data-next', 'accept')
  await expect(desk.locator('.query-thread li[data-kind=answered]')).toContainText('week-2.csv')
  await takeIn(open, desk, manager, made)
  // The phone was left open on the query.
  await expect(station(phone)).toHaveAttribute('data-standing', 'done')
  await expect(phone.locator('.member-query-thread')).toContainText('收缩压 700 → 130')
  await shot(phone, 'proved-file-390')
  await open(desk, `/admin/query/${delivered}`)
  await expect(station(desk)).toHaveAttribute('data-standing', 'done')
  await expect(proof).toContainText('收缩压 700 → 130')
  expect((await inStudy(manager, 'finding', made.study)).map(({ state }) => state).toSorted()).toEqual(['accepted', 'resolved', 'resolved'])

  expect(await move(manager.call, 'study.project', made.study, 'cleaning')).toMatchObject({ code: 1 })
  const page = `/admin/study/project/${made.study}?tab=locks`
  await open(desk, page)
  await expect(desk.getByRole('link', { name: '还有 1 条记录没有提交' })).toBeVisible()
  await expect(nextStep(desk, words.freeze)).toBeDisabled()
  await noSeriousFindings(desk)
  await shot(desk, 'blocked')
  await reads(page, 'Records not submitted yet: 1')
  await submitAll(manager, made)
  const { record } = await read(manager.call, 'query', answered)
  const at = { study: made.study, form: made.form, record: Number(record) }
  await verify(open, desk, at, lang)
  await open(desk, `/admin/study/project/${made.study}`)
  await closeStudy(desk, lang)
  const refused = await manager.call(`/admin/${made.name}/edit`, {
    body: { id: at.record, v1: '121' },
    headers: { 'x-reason': 'x', 'think-lang': lang },
  })
  expect(refused).toMatchObject({ code: 0, msg: expect.stringMatching(words.held) })
  await fitsPhone(desk)
  await staysInside(desk)
  await noSeriousFindings(desk)
  await shot(desk, 'locked-390')
  await showsHeld(open, desk, at, lang)
  await reads(`/admin/clinical/data?study=${made.study}&form=${made.form}&record=${at.record}`, CLOSING.en.held)
  await printed(open, desk, made.study, lang)
  // What was signed stays as the signer read it.
  await reads(page, CLOSING.en.locked, CLOSING.en.same, words.meaning)

  const released = await release(desk, manager, second, made)
  await reads(`/admin/analysis/project/${released}?tab=release`, 'Subjects', 'SHA-256', String(manager.info['nickname']))

  await open(desk, page)
  await archive(desk, lang)
  await reads(page, CLOSING.en.archived, CLOSING.en.download)
  await stepBack(open, desk, other, lang, '取消归档', words.archived)
  await open(desk, page)
  await expect(name(desk)).toContainText(words.locked)
  await stepBack(open, desk, other, lang, '解除锁定', words.locked)
  await open(desk, page)
  await expect(name(desk)).toContainText('清理中')
  await expect(desk.getByText('研究冻结后，这里显示全部数据的摘要')).toBeVisible()
  await noSeriousFindings(desk)
})

test('three people in three windows at once bring a study to its lock', async ({ browser }) => {
  const [manager, second, member, ward] = [
    await signIn('datamanager'),
    await signIn('admin'),
    await memberIn('researcher'),
    await signIn('cardiology'),
  ]
  const made = await judged(manager, second, 'CH-3', [{ user: member.info.id }, { admin: ward.info.id }], ['900', '800', '700', '120'])
  const [desk, phone, bed] = [
    await windowOf(browser, manager, 'en'),
    await windowOf(browser, member, 'en'),
    await windowOf(browser, ward, 'en'),
  ]
  const listed = (resource: string) => inStudy(manager, resource, made.study)
  for (const { id } of await listed('finding')) {
    await open(desk, `/admin/finding/${id}`)
    await askSite(desk, 'en')
  }
  const [first, next, last] = await listed('query')
  if (!first || !next || !last) throw new Error('no queries')
  await Promise.all([
    correct(phone, first.id, 'en', '121'),
    answerAtDesk(bed, next.id, '122'),
    correctRecord(desk, made, Number(last['record']), '123'),
  ])
  await expect.poll(async () => (await listed('query')).map(({ state }) => state)).toEqual(['closed', 'closed', 'closed'])

  await submitAll(manager, made)
  await move(manager.call, 'study.project', made.study, 'cleaning')
  const record = made.records[0] ?? 0
  const { v1 } = await read(manager.call, made.name, record)
  await open(bed, `/admin/clinical/data?study=${made.study}&form=${made.form}&record=${record}`)
  await bed.getByRole('textbox', { name: 'Systolic' }).fill('124')
  await field(bed, '_reason').locator('input, textarea').first().fill('read again')
  await open(desk, `/admin/study/project/${made.study}?tab=locks`)
  await closeStudy(desk, 'en')
  await bed.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(bed.getByText(CLOSING.en.held).first()).toBeVisible()
  expect(await read(manager.call, made.name, record)).toMatchObject({ v1 })
})

test('AA-01 a part in which something is open is not locked: the form says what, each a door to its rows', async ({ browser }) => {
  const [manager, second] = [await signIn('datamanager'), await signIn('admin')]
  const made = await judged(manager, second, 'CH-5', [{ admin: manager.info.id }], ['120', '121'])
  const desk = await windowOf(browser, manager, 'en')
  await open(desk, '/admin/study/lock')
  await desk.getByRole('button', { name: 'New' }).click()
  await choose(desk, 'study', 'CH-5')
  await choose(desk, 'scope', 'Form')
  await choose(desk, 'level', 'Lock')
  await choose(desk, 'form', 'Vital signs')
  await fill(desk, 'reason', 'the data are clean')
  await press(desk, 'Save')
  const door = drawer(desk).getByRole('alert').getByRole('link', { name: 'Records not submitted yet: 2' })
  await expect(door).toBeVisible()
  await shot(desk, 'lock-doors')
  await noSeriousFindings(desk)
  await fitsPhone(desk)
  await expect(door).toBeVisible()
  await shot(desk, 'lock-doors-390')
  await noSeriousFindings(desk)
  expect(await move(manager.call, made.name, made.records[0] ?? 0, 'submitted')).toMatchObject({ code: 1 })
  await desk.setViewportSize({ width: 1280, height: 800 })
  await door.click()
  await expect(desk).toHaveURL(new RegExp(`/admin/clinical/data\\?study=${made.study}&form=${made.form}`))
  await expect(desk.getByRole('grid', { name: 'Vital signs' }).locator('.dg-row')).toHaveCount(1)
  await shot(desk, 'lock-door-leads')
})
