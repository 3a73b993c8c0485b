import { expect, test, type Page } from '@playwright/test'
import { move, read, type Row } from '../study-kit.ts'
import { field, press } from './area-kit.ts'
import { askSite, judged, type Made } from './chain-kit.ts'
import { closeStudy, explain, name, nextStep, staysInside } from './closing-kit.ts'
import { fitsPhone, only, ownServer, shot, type Lang, type Person } from './own-server.ts'
import { noSeriousFindings } from './page-kit.ts'
import { toast } from './shell-kit.ts'
import { walkedIn } from './walked-in.ts'

test.describe.configure({ mode: 'serial' })
const { signIn, memberIn, windowOf, open } = ownServer()

const WORDS = {
  'zh-cn': {
    value: /^更正后的值/,
    answer: '提交答复',
    sent: '已答复',
    proof: '不再命中',
    drafts: '还有 1 条记录没有提交',
    verify: '原始资料核对整条记录',
    valid: '有效',
    verified: '各科室核查进度',
    freeze: '冻结',
    signedBy: '签名人',
    same: '与签名时一致',
    locked: '已锁定',
    held: /已由.+于 .+ 锁定/,
    save: '保存',
    remove: /^删除/,
    more: /^更多/,
    clean: '解除锁定',
    archive: '归档',
    archived: '已归档',
    back: '取消归档',
    download: '下载归档文件',
    cleaning: '清理中',
    asked: '等待另一人批准',
    approve: '批准并执行',
    none: '研究冻结后，这里显示全部数据的摘要',
    print: '打印签名页',
    meaning: '确认其完整、准确、可追溯，同意锁定',
    noNew: '不能新建和导入记录',
    noTalk: '不能再评论',
    add: '新建',
  },
  en: {
    value: /^Corrected value/,
    answer: 'Send the answer',
    sent: 'Answered',
    proof: 'no longer hits',
    drafts: 'Records not submitted yet: 1',
    verify: 'Against the source: the record',
    valid: 'Valid',
    verified: 'Verification by site',
    freeze: 'Freeze',
    signedBy: 'Signed by',
    same: 'The same as signed',
    locked: 'Locked',
    held: /was locked by/,
    save: 'Save',
    remove: /^Delete/,
    more: /^More/,
    clean: 'Unlock',
    archive: 'Archive',
    archived: 'Archived',
    back: 'Bring back from the archive',
    download: 'Download the archive',
    cleaning: 'Cleaning',
    asked: 'a second person must approve',
    approve: 'Approve',
    none: 'Once the study is frozen',
    print: 'Print the signature page',
    meaning: 'they may be locked',
    noNew: 'no record can be added',
    noTalk: 'nothing more can be said',
    add: 'New',
  },
} as const

const queryOf = (manager: Person, code: string) => only(manager.call, 'query', [{ field: 'title', operator: 'LIKE', val: code }])
const stateOf = async ({ call }: Person, resource: string, id: number) => (await read(call, resource, id)).state
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

/** Against the source, on the page of the record; the page of the study counts it. */
const verify = async (desk: Page, { study, form, records }: Made, lang: Lang): Promise<void> => {
  const words = WORDS[lang]
  await open(desk, `/admin/clinical/data?study=${study}&form=${form}&record=${records[0]}`)
  await desk.getByRole('button', { name: words.verify }).click()
  await expect(desk.locator('.clinical-rail').getByText(words.valid, { exact: true })).toBeVisible()
  await noSeriousFindings(desk)
  await shot(desk, `verify-${lang}`)
  await open(desk, `/admin/study/project/${study}?tab=marks`)
  await expect(desk.getByRole('heading', { name: words.verified })).toBeVisible()
  await expect(desk.locator('.study-table td')).toHaveText(['1', '1', '0'])
  await staysInside(desk)
  await noSeriousFindings(desk)
  await shot(desk, `verified-${lang}`)
}
/** The record says who locked it and when, and offers nothing that would be refused. */
const showsHeld = async (desk: Page, { study, form, records }: Made, lang: Lang): Promise<void> => {
  await open(desk, `/admin/clinical/data?study=${study}&form=${form}&record=${records[0]}`)
  await expect(desk.locator('.clinical-held')).toContainText(WORDS[lang].held)
  const value = desk.locator('.clinical-sheet [data-field=v1]')
  await expect(value.getByRole('textbox')).toHaveValue('120')
  await expect(value.getByRole('textbox')).toBeDisabled()
  // What became of the value can still be looked at.
  await value.click()
  await expect(desk.locator('.clinical-rail')).toContainText('900')
  await expect(desk.locator('.clinical-steps').getByRole('button')).toHaveCount(0)
  await expect(desk.getByRole('button', { name: WORDS[lang].save, exact: true })).toHaveCount(0)
  await expect(desk.getByRole('button', { name: WORDS[lang].verify })).toHaveCount(0)
  await expect(desk.locator('.comment-held')).toContainText(WORDS[lang].noTalk)
  await noSeriousFindings(desk)
  await shot(desk, `held-390-${lang}`)
  await desk.setViewportSize({ width: 1280, height: 800 })
  await shot(desk, `held-${lang}`)
  await open(desk, `/admin/clinical/data?study=${study}&form=${form}`)
  await expect(desk.getByRole('row').filter({ hasText: '120' }).getByRole('button', { name: WORDS[lang].remove })).toBeDisabled()
  // Nothing new is offered where it would be refused.
  await expect(desk.locator('.clinical-list > .clinical-held')).toContainText(WORDS[lang].noNew)
  await expect(desk.getByRole('button', { name: WORDS[lang].add, exact: true })).toHaveCount(0)
  await noSeriousFindings(desk)
  await shot(desk, `held-list-${lang}`)
  await desk.setViewportSize({ width: 390, height: 844 })
  await fitsPhone(desk)
  await shot(desk, `held-list-390-${lang}`)
  await desk.setViewportSize({ width: 1280, height: 800 })
  await open(desk, `/admin/study/project/${study}?tab=locks`)
}
/** What is signed, by whom and over which content, on one sheet of paper, with nothing to press. */
const printed = async (desk: Page, { study }: Made, lang: Lang): Promise<void> => {
  const words = WORDS[lang]
  await open(desk, `/admin/study/project/${study}?tab=locks`)
  await desk.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await desk.getByRole('button', { name: words.print, exact: true }).click()
  await expect(desk.locator('body[data-printed]')).toHaveCount(1)
  await desk.emulateMedia({ media: 'print' })
  const sheet = desk.locator('.signature-card').first()
  await expect(sheet).toBeVisible()
  await expect(sheet).toContainText(/[0-9a-f]{16}/)
  await expect(sheet).toContainText(words.signedBy)
  await expect(sheet).toContainText(words.same)
  await expect(sheet).toContainText(words.meaning)
  for (const gone of [desk.locator('.study-next'), sheet.getByRole('button')])
    for (const one of await gone.all()) await expect(one).toBeHidden()
  await shot(desk, `printed-${lang}`)
  await desk.emulateMedia({ media: 'screen' })
}
/** The whole study as a file, on the same page. */
const archive = async (desk: Page, lang: Lang): Promise<void> => {
  const words = WORDS[lang]
  await nextStep(desk, words.archive).click()
  await explain(desk, words.archive)
  await expect(name(desk)).toContainText(words.archived)
  await expect(desk.getByRole('button', { name: words.download })).toBeVisible({ timeout: 60_000 })
  await desk.locator('.archive-files summary').click()
  await expect(desk.locator('.archive-files')).toContainText('trail/entries.ndjson')
  await noSeriousFindings(desk)
  await shot(desk, `archived-${lang}`)
  await fitsPhone(desk)
  await staysInside(desk)
  await shot(desk, `archived-390-${lang}`)
  await desk.setViewportSize({ width: 1280, height: 800 })
}
/** Asked for by one, agreed to by another. */
const stepBack = async (desk: Page, other: Page, lang: Lang, verb: string, still: string): Promise<void> => {
  const words = WORDS[lang]
  await desk.getByRole('toolbar').first().getByRole('button', { name: words.more }).click()
  await desk.getByRole('menuitem', { name: verb }).click()
  await explain(desk, verb)
  // The dialog closes before the call has ended: whoever looks at the list earlier finds nothing.
  await expect(toast(desk, 'success').filter({ hasText: words.asked })).toBeVisible()
  await expect(name(desk)).toContainText(still)
  await open(other, '/admin/approval?filter=state:IN:requested')
  const asked = other.getByRole('grid').getByRole('button', { name: words.approve })
  await expect(asked.first()).toBeVisible()
  const waiting = await asked.count()
  await asked.first().click()
  await other.getByRole('alertdialog').getByRole('button', { name: words.approve }).click()
  // Done when it has left the list: whoever looks at the study before that sees it as it was.
  await expect(asked).toHaveCount(waiting - 1)
}

for (const lang of walkedIn('en'))
  test(`finding, query, correction, re-check, signature, lock and unlock are one chain (${lang})`, async ({ browser }) => {
    test.setTimeout(300_000)
    const words = WORDS[lang]
    const code = lang === 'en' ? 'CH-2' : 'CH-1'
    const [manager, second, member] = [await signIn('datamanager'), await signIn('admin'), await memberIn('researcher')]
    const made = await judged(manager, second, code, [{ user: member.info.id }])
    const desk = await windowOf(browser, manager, lang)
    const finding = await only(manager.call, 'finding', [{ field: 'state', operator: '=', val: 'new' }])
    await open(desk, `/admin/finding/${finding.id}`)
    await askSite(desk, lang)
    const query = await queryOf(manager, code)
    const phone = await windowOf(browser, member, lang)
    await correct(phone, query.id, lang, '120')
    await expect.poll(() => stateOf(manager, 'query', query.id), { timeout: 60_000 }).toBe('closed')
    await open(desk, `/admin/query/${query.id}`)
    await expect(desk.locator('.query-thread li[data-kind=proved]')).toContainText(words.proof)

    await move(manager.call, 'study.project', made.study, 'cleaning')
    const page = `/admin/study/project/${made.study}?tab=locks`
    await open(desk, page)
    await expect(desk.getByRole('link', { name: words.drafts })).toBeVisible()
    await expect(nextStep(desk, words.freeze)).toBeDisabled()
    await noSeriousFindings(desk)
    await shot(desk, `blocked-${lang}`)
    await submitAll(manager, made)
    await verify(desk, made, lang)
    await open(desk, `/admin/study/project/${made.study}`)
    await closeStudy(desk, lang)
    const refused = await manager.call(`/admin/${made.name}/edit`, {
      body: { id: made.records[0], v1: '121' },
      headers: { 'x-reason': 'x', 'think-lang': lang },
    })
    expect(refused).toMatchObject({ code: 0, msg: expect.stringMatching(words.held) })
    await fitsPhone(desk)
    await staysInside(desk)
    await noSeriousFindings(desk)
    await shot(desk, `locked-390-${lang}`)
    await showsHeld(desk, made, lang)
    await printed(desk, made, lang)

    const other = await windowOf(browser, second, lang)
    await archive(desk, lang)
    await stepBack(desk, other, lang, words.back, words.archived)
    await open(desk, page)
    await expect(name(desk)).toContainText(words.locked)
    await stepBack(desk, other, lang, words.clean, words.locked)
    await open(desk, page)
    await expect(name(desk)).toContainText(words.cleaning)
    await expect(desk.getByText(words.none)).toBeVisible()
    await noSeriousFindings(desk)
    for (const window of [desk, phone, other]) await window.context().close()
  })

test('three people in three windows at once bring a study to its lock', async ({ browser }) => {
  test.setTimeout(300_000)
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
  const search = JSON.stringify([{ field: 'study', operator: '=', val: String(made.study) }])
  const listed = async (resource: string) => {
    const { data } = await manager.call<{ list: Row[] }>(`/admin/${resource}/index`, { query: { limit: '100', order: 'id,asc', search } })
    return data.list
  }
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
  await expect
    .poll(async () => (await listed('query')).map(({ state }) => state), { timeout: 90_000 })
    .toEqual(['closed', 'closed', 'closed'])

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
  await expect(bed.getByText(WORDS.en.held).first()).toBeVisible()
  expect(await read(manager.call, made.name, record)).toMatchObject({ v1 })
  for (const window of [desk, phone, bed]) await window.context().close()
})
