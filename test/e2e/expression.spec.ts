import { expect, test } from '@playwright/test'
import { add, collecting, form, publish, variable } from '../study-kit.ts'
import { only, ownServer, shot } from './own-server.ts'
import { noSeriousFindings } from './page-kit.ts'
import { walkedIn } from './walked-in.ts'

const server = ownServer()
test.slow()

const WORDS = {
  'zh-cn': {
    edit: '编辑',
    label: '收缩压',
    of: '舒张压',
    signature: 'round(数值[, 位数]) → 数值',
    help: '四舍五入到若干位小数',
    and: '两者都成立',
    problem: /^1 个问题/,
  },
  en: {
    edit: 'Edit',
    label: 'Systolic pressure',
    of: 'Diastolic pressure',
    signature: 'round(number[, digits]) → number',
    help: 'rounded to so many decimals, halves away from zero',
    and: 'both hold',
    problem: /^Problems: 1/,
  },
} as const

for (const lang of walkedIn('en')) {
  const words = WORDS[lang]
  test(`AA-07 an expression is completed with what its study calls things (${lang})`, async ({ browser }) => {
    const manager = await server.signIn('admin')
    const { call } = manager
    const department = (await only(call, 'department', [{ field: 'code', operator: '=', val: 'IM-CV' }])).id
    const code = `EXP-${lang}`
    const { study } = await collecting(call, code, department, manager.info.id)
    await publish(call, study, () => ({
      forms: [form('vitals', { name: '生命体征', nameEn: 'Vital signs' }), form('labs', { name: '化验', nameEn: 'Laboratory' })],
      codelists: [],
      variables: [
        variable('vitals', 'sbp', { type: 'integer', label: '收缩压', labelEn: 'Systolic pressure' }),
        variable('vitals', 'dbp', { type: 'integer', label: '舒张压', labelEn: 'Diastolic pressure' }),
        variable('labs', 'sodium', { type: 'number', label: '血钠', labelEn: 'Sodium' }),
      ],
    }))
    const names = { code: `${code}.x`, name: '血压', nameEn: 'Pressure' }
    const parameter = await add(call, 'control.parameter', {
      ...names,
      study,
      check: 'E02',
      body: { table: 'vitals', params: { never: '' } },
    })
    const version = await only(call, 'control.version', [{ field: 'parameter', operator: '=', val: String(parameter.id) }])

    const page = await server.windowOf(browser, manager, lang)
    // What the study calls things may arrive after the first letter was typed.
    const later = Promise.withResolvers<void>()
    await page.route('**/control.parameter/variables?**', async (route) => {
      await later.promise
      await route.continue()
    })
    await server.open(page, `/admin/control/version/${version.id}`)
    await page.getByRole('button', { name: words.edit }).first().click()
    const box = page.locator('[data-field="params.never"] textarea')
    const list = page.getByRole('listbox')
    const current = list.getByRole('option', { selected: true })
    await box.click()
    await expect(list).toHaveCount(0)
    await box.pressSequentially('s')
    await expect(list).toContainText('sqrt')
    later.resolve()
    // Of its own form alone, with what it is called.
    await expect(list).toContainText('sbp')
    await expect(list).not.toContainText('sodium')
    await box.pressSequentially('b')
    await expect(current).toContainText(words.label)
    await expect(box).toHaveAttribute('aria-activedescendant', /-0$/)
    await page.keyboard.press('Tab')
    await expect(box).toHaveValue('sbp')
    await box.pressSequentially(' > rou')
    await expect(current).toContainText(words.signature)
    await expect(current).toContainText(words.help)
    await noSeriousFindings(page)
    await shot(page, `expression-function-${lang}`)
    await page.keyboard.press('Enter')
    await box.pressSequentially('1')
    await expect(box).toHaveValue('sbp > round(1)')
    await page.keyboard.press('End')
    await box.pressSequentially(' a')
    await expect(current).toContainText(words.and)
    // Escape closes the list, and not the form.
    await page.keyboard.press('Escape')
    await expect(list).toHaveCount(0)
    await box.pressSequentially('nd ')
    await page.keyboard.press('Control+Space')
    await expect(list.getByRole('option').first()).toContainText('sbp')
    await page.keyboard.press('ArrowDown')
    await expect(current).toContainText(words.of)
    await page.keyboard.press('Enter')
    await expect(box).toHaveValue('sbp > round(1) and dbp')
    // What was taken over is undone like what was typed.
    await page.keyboard.press('Control+z')
    await expect(box).toHaveValue('sbp > round(1) and ')

    await page.setViewportSize({ width: 390, height: 844 })
    await box.pressSequentially('db')
    const offer = list.getByRole('option').first()
    await expect(offer).toBeInViewport()
    const width = await list.evaluate((panel) => panel.getBoundingClientRect().right)
    expect(width).toBeLessThanOrEqual(390)
    await noSeriousFindings(page)
    await shot(page, `expression-phone-${lang}`)
    await offer.click()
    await expect(box).toHaveValue('sbp > round(1) and dbp')
    await expect(box).toBeFocused()
    await page.context().close()
  })

  test(`AA-04 a condition in the dictionary is completed with the variables of its form (${lang})`, async ({ browser }) => {
    const manager = await server.signIn('admin')
    const { call } = manager
    const department = (await only(call, 'department', [{ field: 'code', operator: '=', val: 'IM-CV' }])).id
    const { study } = await collecting(call, `EXD-${lang}`, department, manager.info.id)
    const draft = (await add(call, 'study.dictionary', { study })).id
    const content = {
      forms: [form('vitals'), form('labs')],
      codelists: [],
      variables: [
        variable('vitals', 'sbp', { type: 'integer', label: '收缩压', labelEn: 'Systolic pressure' }),
        variable('vitals', 'remark', { type: 'text' }),
        variable('labs', 'sodium', { type: 'number' }),
      ],
    }
    await call('/admin/study.dictionary/save', { body: { ids: [draft], version: 1, content } })
    const page = await server.windowOf(browser, manager, lang)
    await server.open(page, `/admin/study/dictionary/${draft}`)
    const cell = page.locator('tr[data-row="1"] td[data-column="branching"] input')
    await cell.click()
    await cell.pressSequentially(lang === 'en' ? 'systo' : '收缩')
    const list = page.getByRole('listbox')
    await expect(cell).toHaveAttribute('aria-expanded', 'true')
    await expect(list.getByRole('option', { selected: true })).toContainText(words.label)
    // What is wrong with it so far is said above, and moves the cell down: the list goes with it.
    await expect(page.getByText(words.problem)).toBeVisible()
    const gap = async () => {
      const [below, box] = [await list.boundingBox(), await cell.boundingBox()]
      return (below?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0)
    }
    await expect.poll(gap).toBeGreaterThanOrEqual(0)
    await noSeriousFindings(page, 'tr[data-row="1"] td[data-column="branching"]')
    await shot(page, `expression-dictionary-${lang}`)
    // Enter takes what is offered; without an offer it goes to the row below.
    await page.keyboard.press('Enter')
    await expect(cell).toHaveValue('sbp')
    await expect(cell).toBeFocused()
    await cell.pressSequentially(' > look')
    await expect(list).toHaveCount(0)
    await page.context().close()
  })
}
