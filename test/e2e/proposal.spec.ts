import { expect, test } from '@playwright/test'
import { add, collecting, form, publish, read, variable } from '../study-kit.ts'
import { fitsPhone, only, ownServer, shot } from './own-server.ts'
import { seen, walkedOnce } from './walked-in.ts'

const server = ownServer()
test.slow()

const WORDS = {
  'zh-cn': {
    dictionary: '数据字典',
    form: '表单',
    preview: '预览',
    found: /4 条规则，其中 4 条是新的/,
    take: '加入参数集（2）',
    inSet: '已在集中：',
    range: '超出范围：收缩压',
    list: '建议的规则',
  },
  en: {
    dictionary: 'Dictionary',
    form: 'Form',
    preview: 'Preview',
    found: /4 rules, 4 of them new/,
    take: 'Add to the set (2)',
    inSet: 'In the set:',
    range: 'Out of range: Systolic',
    list: 'Proposed rules',
  },
} as const

for (const lang of walkedOnce('en')) {
  const words = WORDS[lang]
  test(`AA-07 rules of the dictionary are looked at and taken over into a set, once (${lang})`, async ({ browser }) => {
    const manager = await server.signIn('admin')
    const { call } = manager
    const department = (await only(call, 'department', [{ field: 'code', operator: '=', val: 'IM-CV' }])).id
    const code = `PRO-${lang}`
    const { study } = await collecting(call, code, department, manager.info.id)
    const sbp = { label: '收缩压', labelEn: 'Systolic', type: 'integer', min: '60', max: '260', required: true }
    await publish(call, study, () => ({ forms: [form('vitals')], codelists: [], variables: [variable('vitals', 'sbp', sbp)] }))
    const names = { name: '收缩压为数', nameEn: 'Systolic', study }
    const other = await add(call, 'control.parameter', {
      ...names,
      code: `${code}.x`,
      check: 'E02',
      body: { table: 'vitals', params: { never: 'sbp < 0' } },
    })
    const set = await add(call, 'control.set', { code, name: code, nameEn: code, study, parameters: [other.id] })

    // Whoever holds everything would choose from lists that are closed to who does this every day.
    const writer = await server.signIn('datamanager')
    await add(call, 'study.member', { study, admin: writer.info.id, role: 'dataManager' })
    const page = await server.windowOf(browser, writer, lang)
    await server.open(page, `/admin/control/set/${set.id}?tab=propose`)
    await page.getByRole('radio', { name: words.dictionary }).check()
    await page.getByRole('combobox', { name: words.form, exact: true }).click()
    await page.locator('.ant-select-item-option').filter({ hasText: 'vitals' }).click()
    await page.getByRole('button', { name: words.preview }).click()
    await expect(page.getByRole('status').filter({ hasText: words.found })).toBeVisible()
    await seen(page, WORDS)
    const list = page.getByRole('region', { name: words.list })
    await list.getByRole('checkbox').nth(1).check()
    await list.getByRole('checkbox', { name: words.range }).check()
    await shot(page, `proposal-${lang}`)
    await page.getByRole('button', { name: words.take }).click()
    await expect(list.getByText(words.inSet)).toHaveCount(2)
    await expect(list.getByRole('checkbox', { name: words.range })).toBeDisabled()
    await fitsPhone(page)
    await seen(page, WORDS)
    await shot(page, `proposal-phone-${lang}`)
    expect((await read(call, 'control.set', set.id))['parameters']).toHaveLength(3)
  })
}
