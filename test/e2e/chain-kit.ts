import { expect, type Page } from '@playwright/test'
import { add, collecting, form, move, post, publish, read, variable } from '../study-kit.ts'
import { tried } from '../trial-kit.ts'
import { drawer, field, press } from './area-kit.ts'
import { fitsPhone, only, shot, type Lang, type Person } from './own-server.ts'
import { noSeriousFindings } from './page-kit.ts'

export type Site = { admin: number } | { user: number }
export type Made = { study: number; form: number; name: string; records: number[] }

const active = async ({ call }: Person, second: Person, study: number, code: string): Promise<number> => {
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
  await tried(call, { check: version['check'], body: version['body'], study })
  expect(await move(call, 'control.version', version.id, 'tested')).toMatchObject({ code: 1 })
  expect(await move(call, 'control.version', version.id, 'approved', '已核对')).toMatchObject({ code: 1 })
  const asked = await only(second.call, 'approval', [{ field: 'state', operator: '=', val: 'requested' }])
  expect(await post(second.call, 'approval/approve', { ids: [asked.id] })).toMatchObject({ code: 1 })
  expect(await move(call, 'control.version', version.id, 'active')).toMatchObject({ code: 1 })
  return parameter.id
}

/** A study with these people at its site, a subject for each value with its record where there is one, and a rule tried on them. */
const ruled = async (manager: Person, second: Person, code: string, sites: readonly Site[], values: readonly (string | null)[]) => {
  const { call } = manager
  const department = (await only(call, 'department', [{ field: 'code', operator: '=', val: 'IM-CV' }])).id
  const { study, visit } = await collecting(call, code, department, manager.info.id)
  for (const site of sites) await add(call, 'study.member', { study, ...site, role: 'coordinator', departments: [department] })
  const { forms } = await publish(call, study, () => ({
    forms: [form('vitals', { name: '生命体征', nameEn: 'Vital signs' })],
    codelists: [],
    variables: [variable('vitals', 'sbp', { label: '收缩压', labelEn: 'Systolic', type: 'integer', unit: 'mmHg', critical: true })],
  }))
  const [vitals] = forms
  if (!vitals) throw new Error('no form')
  const name = `clinical.data.f${vitals.id}`
  const records: number[] = []
  for (const [at, v1] of values.entries()) {
    const subject = await add(call, 'study.subject', { study, code: `${code}-${at + 1}`, department })
    if (v1 !== null) records.push((await add(call, name, { subject: subject.id, visit, v1 })).id)
  }
  const parameter = await active(manager, second, study, code)
  const set = await add(call, 'control.set', { code, name: code, nameEn: code, study, parameters: [parameter] })
  return { study, form: vitals.id, name, records, set: set.id }
}

/** A record for each value; what the rule finds in them is found. */
export const judged = async (
  manager: Person,
  second: Person,
  code: string,
  sites: readonly Site[],
  values: readonly string[] = ['900'],
): Promise<Made> => {
  const { call } = manager
  const { set, ...made } = await ruled(manager, second, code, sites, values)
  const run = await post<{ id: number }>(call, 'qc.run/judge', { study: made.study, form: made.form, set })
  await expect.poll(async () => (await read(call, 'qc.run', run.data.id)).state).toBe('done')
  return made
}

/** Five subjects without a record and one with it, and an open gather project that takes files about them; what is stored of one is judged. */
export const gathered = async (manager: Person, second: Person, code: string, sites: readonly Site[]) => {
  const { call } = manager
  const { set, ...made } = await ruled(manager, second, code, sites, [null, null, null, null, null, '118'])
  const { study, form: id } = made
  const about = { study, code, name: '生命体征上传', nameEn: 'Vital signs', form: id, channel: 'upload', intake: 'flag', controlSet: set }
  const gather = await add(call, 'gather.project', about)
  expect(await move(call, 'gather.project', gather.id, 'open')).toMatchObject({ code: 1 })
  return { ...made, code, gather: gather.id }
}
export type Gathered = Awaited<ReturnType<typeof gathered>>

type Open = (page: Page, path: string) => Promise<void>
const sheetOf = ({ code }: Gathered, values: readonly string[]): Buffer => {
  const lines = [...values.map((value, i) => `${code}-${i + 1},V1,${value}`), `${code}-X,V1,120`]
  return Buffer.from(['subject,visit,sbp', ...lines, ''].join('\n'))
}
/** What was read of the file is looked at on a phone, and submitted. */
const submit = async (phone: Page, file: string) => {
  await phone.getByRole('button', { name: '提交', exact: true }).click()
  await expect(phone.getByRole('region', { name: '交付回执' })).toContainText(file)
}
/** A member hands the values over on a phone, one for each subject and one of somebody unknown, and submits what was read of them. */
export const handOver = async (open: Open, phone: Page, made: Gathered, file: string, values: readonly string[]) => {
  await open(phone, `/user/study/gather?gather=${made.gather}`)
  await phone.locator('input[type=file]').setInputFiles({ name: file, mimeType: 'text/csv', buffer: sheetOf(made, values) })
  const sent = phone.getByRole('link', { name: file })
  await expect(sent).toContainText('等您提交')
  await sent.click()
  await submit(phone, file)
}
/** The member answers with the whole file, mended: sent to the query, submitted where it was read. Ends on the query. */
export const answerWithFile = async (open: Open, phone: Page, made: Gathered, query: number, file: string, values: readonly string[]) => {
  await open(phone, `/user/study/query?id=${query}`)
  const correct = phone.locator('.member-query-correct')
  await correct.locator('input[type=file]').setInputFiles({ name: file, mimeType: 'text/csv', buffer: sheetOf(made, values) })
  const sent = correct.getByRole('link', { name: file })
  await expect(sent).toBeVisible()
  await fitsPhone(phone)
  await noSeriousFindings(phone)
  await shot(phone, 'file-sent-390')
  await sent.click()
  await submit(phone, file)
  await phone.goBack()
  await expect(phone.locator('.member-query-next')).toHaveAttribute('data-next', 'accept')
  await expect(phone.getByRole('button', { name: '提交答复' })).toHaveCount(0)
}
/** The newest delivery is stored by hand, and by itself judged by the rules of its gather project. Answers it. */
export const takeIn = async (open: Open, desk: Page, { call }: Person, { gather }: Gathered): Promise<number> => {
  const { id } = await only(call, 'gather.delivery', [{ field: 'gather', operator: '=', val: String(gather) }])
  await open(desk, `/admin/gather/delivery/${id}`)
  await expect(desk.getByText('不合格 1 行', { exact: true })).toBeVisible()
  await expect(desk.locator('.delivery')).toContainText('研究中没有这位受试者')
  await desk.locator('.delivery-reason input').fill('与原始资料核对')
  await desk.getByRole('button', { name: /^入库 \d+ 行$/ }).click()
  await expect(desk.locator('.record-header')).toContainText('已入库')
  const judgedHere = () => only(call, 'qc.run', [{ field: 'delivery', operator: '=', val: String(id) }]).then(({ state }) => state)
  await expect.poll(judgedHere).toBe('done')
  return id
}

const ASK = { 'zh-cn': { raise: '提质疑', more: '更多' }, en: { raise: 'Raise a query', more: 'More' } } as const
/** On the page of a finding: asks the site about it. */
export const askSite = async (page: Page, lang: Lang): Promise<void> => {
  const { raise, more } = ASK[lang]
  const button = page.getByRole('button', { name: raise, exact: true })
  if (await button.isVisible()) await button.click()
  else {
    await page
      .getByRole('toolbar')
      .last()
      .getByRole('button', { name: new RegExp(`^${more}`) })
      .click()
    await page.getByRole('menuitem', { name: raise }).click()
  }
  await field(page, 'text').locator('textarea').fill('请核对 / please check')
  await press(page, raise)
  await expect(drawer(page)).toHaveCount(0)
}
