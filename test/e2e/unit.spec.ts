import { expect, test } from '@playwright/test'
import { add, collecting, form, move, publish, read, variable } from '../study-kit.ts'
import { field } from './area-kit.ts'
import { fitsPhone, only, ownServer, shot } from './own-server.ts'
import { seen, switchTo, walkedOnce } from './walked-in.ts'

const { signIn, memberIn, windowOf, open } = ownServer()

const WORDS = {
  'zh-cn': {
    label: '空腹血糖',
    unit: '空腹血糖 的单位',
    save: '保存',
    merge: '合并并保存',
    saved: '已保存。',
    as: '录入时为 110 mg/dL',
    there: 'Baseline',
  },
  en: {
    label: 'Fasting glucose',
    unit: 'Unit of Fasting glucose',
    save: 'Save',
    merge: 'Merge and save',
    saved: 'Saved.',
    as: 'entered as 110 mg/dL',
    there: '基线',
  },
} as const

for (const lang of walkedOnce('zh-cn'))
  test(`AA-04 a value is entered in another unit, both are shown, and its history has what was typed (${lang})`, async ({ browser }) => {
    const words = WORDS[lang]
    const manager = await signIn('datamanager')
    const member = await memberIn('researcher')
    const department = (await only(manager.call, 'department', [{ field: 'code', operator: '=', val: 'IM-EN' }])).id
    const code = `UN-${lang.toUpperCase()}`
    const { study, visit } = await collecting(manager.call, code, department, manager.info.id)
    await add(manager.call, 'study.member', { study, user: member.info.id, role: 'coordinator', departments: [department] })
    const { forms } = await publish(manager.call, study, () => ({
      forms: [form('labs', { name: '检验', nameEn: 'Laboratory' })],
      codelists: [],
      variables: [
        variable('labs', 'glu', {
          label: '空腹血糖',
          labelEn: 'Fasting glucose',
          type: 'number',
          unit: 'mmol/L',
          units: 'mg/dL = 0.0555 : 1',
        }),
      ],
    }))
    const id = forms[0]?.id ?? 0
    const subject = await add(manager.call, 'study.subject', { study, code: `${code}-1`, department })
    const record = await add(manager.call, `clinical.data.f${id}`, { subject: subject.id, visit, v1: '5.6' })
    const gather = await add(manager.call, 'gather.project', {
      study,
      code,
      name: '录入',
      nameEn: 'Entry',
      form: id,
      channel: 'form',
      intake: 'flag',
    })
    expect((await move(manager.call, 'gather.project', gather.id, 'open')).code).toBe(1)

    const page = await windowOf(browser, manager, lang)
    await open(page, `/admin/clinical/data?study=${study}&form=${id}&record=${record.id}`)
    await expect(page.getByText('= 101 mg/dL')).toBeVisible()
    await page.getByRole('combobox', { name: words.unit }).selectOption('mg/dL')
    await field(page, 'v1').locator('input').fill('101')
    await expect(page.getByText('= 5.6 mmol/L')).toBeVisible()
    await field(page, 'v1').locator('input').fill('110')
    await expect(page.getByText('= 6.1 mmol/L')).toBeVisible()
    // The record comes anew, with another's change and in the other language: what is being typed stays.
    const others = { id: record.id, version: record['version'], v1: '5.7' }
    expect((await manager.call(`/admin/clinical.data.f${id}/edit`, { body: others })).code).toBe(1)
    await switchTo(page, lang === 'en' ? 'zh-cn' : 'en')
    await expect(page.locator('.clinical-record > header h2')).toContainText(words.there)
    await expect(field(page, 'v1').locator('input')).toHaveValue('110')
    await expect(page.getByText('= 6.1 mmol/L')).toBeVisible()
    await switchTo(page, lang)
    await seen(page, WORDS)
    await shot(page, `unit-${lang}`)
    await page.getByRole('button', { name: words.save, exact: true }).click()
    await page.getByRole('button', { name: words.merge, exact: true }).click()
    await expect.poll(async () => (await read(manager.call, `clinical.data.f${id}`, record.id))['v1']).toBe('6.1')
    await expect(page.getByRole('combobox', { name: words.unit })).toHaveValue('mmol/L')
    await field(page, 'v1').locator('input').focus()
    await expect(page.getByText(words.as)).toBeVisible()
    await shot(page, `unit-story-${lang}`)

    const phone = await windowOf(browser, member, lang)
    await phone.setViewportSize({ width: 390, height: 844 })
    await open(phone, `/user/study/gather?gather=${gather.id}&subject=${subject.id}&visit=${visit}`)
    // Whoever chooses the unit first has not said yet how much it is: what stood there is not sent in it.
    const sent: unknown[] = []
    phone.on('request', (request) => {
      if (request.url().endsWith('/entry/save')) sent.push((request.postDataJSON() as { values: unknown }).values)
    })
    const unit = phone.getByRole('combobox', { name: words.unit })
    const number = phone.getByRole('textbox', { name: words.label })
    await unit.focus()
    await unit.selectOption('mg/dL')
    await number.fill('101')
    await expect(phone.getByText('= 5.6 mmol/L')).toBeVisible()
    await number.blur()
    await expect(number).toHaveValue('5.6')
    await expect(unit).toHaveValue('mmol/L')
    await expect(phone.locator('.entry-line')).toHaveText(words.saved)
    expect(sent).toEqual([{ v1: '101 mg/dL' }])
    await seen(phone, WORDS)
    await fitsPhone(phone)
    await shot(phone, `unit-member-${lang}`)
  })
