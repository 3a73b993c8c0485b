import { expect, type Page } from '@playwright/test'
import { add, collecting, form, move, post, publish, read, variable } from '../study-kit.ts'
import { tried } from '../trial-kit.ts'
import { drawer, field, press } from './area-kit.ts'
import { only, type Lang, type Person } from './own-server.ts'

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
  await expect.poll(async () => (await read(call, 'qc.run', run.data.id)).state, { timeout: 60_000 }).toBe('done')
  return made
}

/** Three subjects without a record and one with it, and an open gather project that takes files about them; what is stored of one is judged. */
export const gathered = async (manager: Person, second: Person, code: string, sites: readonly Site[]) => {
  const { call } = manager
  const { set, ...made } = await ruled(manager, second, code, sites, [null, null, null, '118'])
  const { study, form: id } = made
  const about = { study, code, name: '生命体征上传', nameEn: 'Vital signs', form: id, channel: 'upload', intake: 'flag', controlSet: set }
  const gather = await add(call, 'gather.project', about)
  expect(await move(call, 'gather.project', gather.id, 'open')).toMatchObject({ code: 1 })
  return { ...made, gather: gather.id }
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
