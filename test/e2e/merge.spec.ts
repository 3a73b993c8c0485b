import { expect, test } from '@playwright/test'
import { add, collecting, form, post, publish, read, variable } from '../study-kit.ts'
import { drawer } from './area-kit.ts'
import { fitsPhone, only, ownServer, shot } from './own-server.ts'
import { seen, walkedOnce } from './walked-in.ts'

const { signIn, windowOf, open } = ownServer()

const WORDS = {
  'zh-cn': {
    merge: '与另一位合并',
    other: '与哪一位是同一人',
    reason: '合并的理由',
    ask: '提交，等待另一人同意',
    tab: '合并去向',
    withdraw: '退出',
    went: '这位受试者已合并到',
  },
  en: {
    merge: 'Same person as …',
    other: 'Same person as',
    reason: 'Why they are the same person',
    ask: 'Ask a second person to agree',
    tab: 'Where it went',
    withdraw: 'Withdraw',
    went: 'This subject was merged into',
  },
} as const

for (const lang of walkedOnce('zh-cn'))
  test(`AA-01 two subjects are compared side by side, merged by two people, and the old page says where it went (${lang})`, async ({
    browser,
  }) => {
    const words = WORDS[lang]
    const [manager, second] = [await signIn('datamanager'), await signIn('admin')]
    const department = (await only(manager.call, 'department', [{ field: 'code', operator: '=', val: 'IM-CV' }])).id
    const code = `MG-${lang.toUpperCase()}`
    const { study, visit } = await collecting(manager.call, code, department, manager.info.id)
    const { forms } = await publish(manager.call, study, () => ({
      forms: [form('vitals', { name: '生命体征', nameEn: 'Vital signs' })],
      codelists: [],
      variables: [variable('vitals', 'sbp', { label: '收缩压', labelEn: 'Systolic', type: 'integer' })],
    }))
    const name = `clinical.data.f${forms[0]?.id ?? 0}`
    const subjects = []
    for (const [at, v1] of ['120', '210'].entries()) {
      const subject = await add(manager.call, 'study.subject', { study, code: `${code}-${at + 1}`, department })
      subjects.push({ id: subject.id, record: (await add(manager.call, name, { subject: subject.id, visit, v1 })).id })
    }
    const [from, into] = subjects
    if (!from || !into) throw new Error('two subjects')

    const page = await windowOf(browser, manager, lang)
    await open(page, `/admin/study/subject/${from.id}`)
    await page.getByRole('button', { name: words.merge }).first().click()
    await drawer(page).getByRole('combobox', { name: words.other }).fill(`${code}-2`)
    await page
      .locator('.ant-select-dropdown:visible .ant-select-item-option')
      .filter({ hasText: `${code}-2` })
      .click()
    await expect(drawer(page).getByRole('button', { name: words.ask })).toBeDisabled()
    await drawer(page)
      .getByRole('radio', { name: new RegExp(`: ${code}-1$`) })
      .check()
    await drawer(page).getByRole('textbox', { name: words.reason }).fill('Same identity number')
    await seen(page, WORDS, { within: '.ant-drawer-open' })
    await shot(page, `merge-${lang}`)
    await page.setViewportSize({ width: 390, height: 800 })
    await fitsPhone(page)
    await shot(page, `merge-${lang}-phone`)
    await page.setViewportSize({ width: 1440, height: 900 })
    await drawer(page).getByRole('button', { name: words.ask }).click()
    await expect(drawer(page)).toBeHidden()
    const asked = await only(second.call, 'approval', [
      { field: 'state', operator: '=', val: 'requested' },
      { field: 'record', operator: '=', val: String(from.id) },
    ])
    expect(await post(second.call, 'approval/approve', { ids: [asked.id] })).toMatchObject({ code: 1 })

    await open(page, `/admin/study/subject/${from.id}`)
    await page.getByRole('tab', { name: words.tab }).click()
    await expect(page.getByText(words.went)).toBeVisible()
    await expect(page.getByRole('button', { name: words.withdraw })).toHaveCount(0)
    await expect(page.getByRole('cell', { name: '210' })).toBeVisible()
    await seen(page, WORDS, { within: 'main' })
    await shot(page, `merged-${lang}`)
    await page.getByRole('link', { name: `${code}-2`, exact: true }).click()
    await expect(page.getByRole('heading', { name: `${code}-2` })).toBeVisible()
    await expect(page.getByRole('button', { name: words.withdraw })).toBeVisible()
    expect(await read(manager.call, name, from.record)).toMatchObject({ subject: into.id, v1: '120' })
  })
