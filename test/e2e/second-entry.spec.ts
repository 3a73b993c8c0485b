import { expect, test } from '@playwright/test'
import { add, collecting, form, move, publish, read, variable } from '../study-kit.ts'
import { drawer, field } from './area-kit.ts'
import { fitsPhone, only, ownServer, shot } from './own-server.ts'
import { noSeriousFindings } from './page-kit.ts'
import { walkedIn } from './walked-in.ts'

const { signIn, windowOf, open } = ownServer()

const WORDS = {
  'zh-cn': {
    enter: '录入第二遍',
    compare: '提交并比对',
    study: '研究',
    differ: '1 处不一致',
    settle: '裁定',
    second: '收缩压: 第二次',
    grounds: '依据',
    done: '已裁定',
  },
  en: {
    enter: 'Enter a second time',
    compare: 'Submit and compare',
    study: 'Study',
    differ: 'Differences to be settled: 1',
    settle: 'Settle',
    second: 'Systolic: Second',
    grounds: 'On what grounds',
    done: 'Settled',
  },
} as const

for (const lang of walkedIn('en'))
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
    await shot(page, `second-form-${lang}`)
    await drawer(page).getByRole('button', { name: words.compare }).click()
    await expect(page.getByText(words.differ)).toBeVisible()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: new RegExp(`^${words.settle} ${code}-1`) }).click()
    await drawer(page).getByRole('radio', { name: words.second }).check()
    await drawer(page).getByRole('textbox', { name: words.grounds }).fill('Source')
    await noSeriousFindings(page, '.ant-drawer-open')
    await shot(page, `second-settle-${lang}`)
    await page.setViewportSize({ width: 390, height: 800 })
    await fitsPhone(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await drawer(page).getByRole('button', { name: words.settle, exact: true }).click()
    await expect(page.getByRole('row').filter({ hasText: `${code}-1` })).toContainText(words.done)
    expect(await read(manager.call, name, record.id)).toMatchObject({ v1: '210' })
  })
