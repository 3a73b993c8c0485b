import { expect, test } from '@playwright/test'
import { add, collecting, form, move, publish, read, variable } from '../study-kit.ts'
import { drawer, field } from './area-kit.ts'
import { fitsPhone, only, ownServer, shot } from './own-server.ts'
import { saidInBoth, seen, walkedOnce } from './walked-in.ts'

const { signIn, memberIn, windowOf, open } = ownServer()

const WORDS = {
  'zh-cn': {
    enter: '录入第二遍',
    compare: '提交并比对',
    study: '研究',
    differ: '1 处不一致',
    settle: '裁定',
    toSettle: '1 处不一致，去裁定',
    second: '收缩压: 第二次',
    grounds: '依据',
    done: '已裁定',
    gather: '双录入表',
    waits: '待录入第二遍',
    systolic: '收缩压',
    agreed: '两遍一致。',
  },
  en: {
    enter: 'Enter a second time',
    compare: 'Submit and compare',
    study: 'Study',
    differ: 'Differences to be settled: 1',
    settle: 'Settle',
    toSettle: '1 value differs: settle it',
    second: 'Systolic: Second',
    grounds: 'On what grounds',
    done: 'Settled',
    gather: 'Entered twice',
    waits: 'Second entry',
    systolic: 'Systolic',
    agreed: 'Both entries agree.',
  },
} as const

for (const lang of walkedOnce('en'))
  test(`AA-04 a record is entered a second time, compared and settled side by side (${lang})`, async ({ browser }) => {
    const words = WORDS[lang]
    const [manager, ward] = [await signIn('datamanager'), await signIn('admin')]
    const department = (await only(manager.call, 'department', [{ field: 'code', operator: '=', val: 'IM-CV' }])).id
    const code = `SE-${lang.toUpperCase()}`
    const { study, visit } = await collecting(manager.call, code, department, manager.info.id)
    const { forms } = await publish(manager.call, study, () => ({
      forms: [form('vitals', { name: '生命体征', nameEn: 'Vital signs', doubleEntry: true })],
      codelists: [],
      variables: [variable('vitals', 'sbp', { label: '收缩压', labelEn: 'Systolic', type: 'integer' })],
    }))
    const name = `clinical.data.f${forms[0]?.id ?? 0}`
    const subject = await add(manager.call, 'study.subject', { study, code: `${code}-1`, department })
    const record = await add(manager.call, name, { subject: subject.id, visit, v1: '120' })
    expect(await move(manager.call, name, record.id, 'submitted')).toMatchObject({ code: 1 })
    const other = await add(manager.call, 'study.subject', { study, code: `${code}-2`, department })
    const theirs = await add(manager.call, name, { subject: other.id, visit, v1: '130' })
    expect(await move(manager.call, name, theirs.id, 'submitted')).toMatchObject({ code: 1 })
    const asked = { study, code: `${code}-G`, name: '双录入表', nameEn: 'Entered twice', channel: 'form', form: forms[0]?.id }
    const gather = await add(manager.call, 'gather.project', asked)
    expect(await move(manager.call, 'gather.project', gather.id, 'open')).toMatchObject({ code: 1 })
    const nurse = await memberIn('researcher')
    await add(manager.call, 'study.member', { study, user: nurse.info.id, role: 'coordinator', departments: [department] })

    const phone = await windowOf(browser, nurse, lang)
    await phone.setViewportSize({ width: 390, height: 844 })
    await open(phone, '/user/study/gather')
    await phone.getByRole('link', { name: words.gather }).filter({ hasText: code }).click()
    const waits = phone
      .getByRole('listitem')
      .filter({ hasText: `${code}-2` })
      .getByRole('link', { name: words.waits })
    await expect(waits).toBeVisible()
    await shot(phone, `second-list-${lang}`)
    await waits.click()
    await expect(phone.getByLabel(words.systolic)).toHaveValue('')
    await phone.getByLabel(words.systolic).fill('130')
    await phone.reload()
    await expect(phone.getByLabel(words.systolic)).toHaveValue('130')
    await seen(phone, WORDS, { kept: ['waits'] })
    await fitsPhone(phone)
    await shot(phone, `second-member-${lang}`)
    await phone.getByRole('button', { name: words.compare }).click()
    await expect(phone.getByText(words.agreed)).toBeVisible()
    await shot(phone, `second-agreed-${lang}`)

    const page = await windowOf(browser, ward, lang)
    await open(page, '/admin/study/secondEntry')
    await page.getByRole('button', { name: words.enter }).click()
    await drawer(page).getByRole('combobox', { name: words.study }).fill(code)
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
    await drawer(page)
      .getByRole('button', { name: new RegExp(`^${code}-1`) })
      .click()
    await expect(field(page, 'v1').locator('input')).toHaveValue('')
    await field(page, 'v1').locator('input').fill('210')
    await saidInBoth(page, WORDS, ['waits'])
    await shot(page, `second-form-${lang}`)
    await drawer(page).getByRole('button', { name: words.compare }).click()
    await expect(page.getByText(words.differ)).toBeVisible()
    await page.keyboard.press('Escape')

    // The page of the record says so, too, and leads to where it is settled.
    await open(page, `/admin/clinical/data?study=${study}&form=${forms[0]?.id ?? 0}&record=${record.id}`)
    await expect(page.locator('.clinical-rail').getByRole('link', { name: words.toSettle })).toBeVisible()
    await shot(page, `second-rail-${lang}`)
    await page.locator('.clinical-rail').getByRole('link', { name: words.toSettle }).click()
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(`${code}-1`) })).toBeVisible()
    await shot(page, `second-record-${lang}`)
    await open(page, '/admin/study/secondEntry')
    await page.getByRole('button', { name: new RegExp(`^${words.settle} ${code}-1`) }).click()
    await drawer(page).getByRole('radio', { name: words.second }).check()
    await drawer(page).getByRole('textbox', { name: words.grounds }).fill('Source')
    // What was told when it was compared is told once.
    await seen(page, WORDS, { within: '.ant-drawer-open', kept: ['differ', 'waits'] })
    await shot(page, `second-settle-${lang}`)
    await page.setViewportSize({ width: 390, height: 800 })
    await fitsPhone(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await drawer(page).getByRole('button', { name: words.settle, exact: true }).click()
    await expect(page.getByRole('row').filter({ hasText: `${code}-1` })).toContainText(words.done)
    expect(await read(manager.call, name, record.id)).toMatchObject({ v1: '210' })
  })
