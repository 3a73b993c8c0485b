import { expect, test } from '@playwright/test'
import { collecting, add, form, publish, variable } from '../study-kit.ts'
import { fitsPhone, only, ownServer, shot } from './own-server.ts'
import { noSeriousFindings } from './page-kit.ts'
import { walkedIn } from './walked-in.ts'

const server = ownServer()
test.slow()

const WORDS = {
  'zh-cn': {
    run: '试运行',
    figures: /读取 3 行，判断 3，违规 1/,
    fault: /第 \d+ 个字符处/,
    tested: '标为已测试',
    tab: '试运行',
    evidence: /3 行，判断 3，违规 1/,
    state: '已测试',
  },
  en: {
    run: 'Try it',
    figures: /3 rows read, 3 judged, 1 violations/,
    fault: /at \d+:/,
    tested: 'Mark as tested',
    tab: 'Try it',
    evidence: /3 rows, 3 judged, 1 violations/,
    state: 'Tested',
  },
} as const

for (const lang of walkedIn('zh-cn')) {
  const words = WORDS[lang]
  test(`AA-07 a rule is tried on real rows before it counts as tested (${lang})`, async ({ browser }) => {
    const manager = await server.signIn('admin')
    const { call } = manager
    const department = (await only(call, 'department', [{ field: 'code', operator: '=', val: 'IM-CV' }])).id
    const code = `TRY-${lang}`
    const { study, visit } = await collecting(call, code, department, manager.info.id)
    const { forms } = await publish(call, study, () => ({
      forms: [form('vitals', { name: '生命体征', nameEn: 'Vital signs' })],
      codelists: [],
      variables: [variable('vitals', 'sbp', { type: 'integer' }), variable('vitals', 'dbp', { type: 'integer' })],
    }))
    for (const [at, v1] of ['300', '120', '110'].entries()) {
      const subject = await add(call, 'study.subject', { study, code: `${code}-${at + 1}`, department })
      await add(call, `clinical.data.f${forms[0]!.id}`, { subject: subject.id, visit, v1, v2: '80' })
    }
    const body = { table: 'vitals', params: { never: 'sbp > 260 and dbq > 1' } }
    const names = { code: `${code}.x`, name: '血压', nameEn: 'Pressure' }
    const parameter = await add(call, 'control.parameter', { ...names, study, check: 'E02', body })
    const version = await only(call, 'control.version', [{ field: 'parameter', operator: '=', val: String(parameter.id) }])

    const page = await server.windowOf(browser, manager, lang)
    await server.open(page, `/admin/control/version/${version.id}?tab=try`)
    const panel = page.getByRole('region', { name: words.tab })
    await panel.getByRole('button', { name: words.run }).click()
    // A wrong expression is shown with the character where it goes wrong.
    await expect(panel.getByRole('alert')).toContainText(words.fault)
    await expect(panel.locator('.trial-expression mark')).toHaveText('d')
    await noSeriousFindings(page)
    await shot(page, `trial-fault-${lang}`)

    // The draft as typed, before it is saved.
    await page.keyboard.press('Escape')
    await server.open(page, `/admin/control/version/${version.id}`)
    await page
      .getByRole('button', { name: lang === 'en' ? 'Edit' : '编辑' })
      .first()
      .click()
    const sheet = page.locator('form')
    await sheet.locator('[data-field="params.never"] textarea, [data-field="params.never"] input').first().fill('sbp > 260')
    await sheet.getByRole('button', { name: words.run }).click()
    await expect(sheet.getByText(words.figures)).toBeVisible()
    await expect(sheet.getByRole('row').filter({ hasText: `${code}-1` })).toContainText('300')
    await expect(sheet.getByRole('row').filter({ hasText: `${code}-2` })).toContainText(lang === 'en' ? 'Fine' : '符合')
    await noSeriousFindings(page)
    await shot(page, `trial-form-${lang}`)
    await page.getByRole('button', { name: lang === 'en' ? 'Save' : '保存', exact: true }).click()
    await expect(sheet).toHaveCount(0)

    await server.open(page, `/admin/control/version/${version.id}?tab=try`)
    await panel.getByRole('button', { name: words.run }).click()
    await expect(panel.getByText(words.figures)).toBeVisible()
    await fitsPhone(page)
    await shot(page, `trial-phone-${lang}`)
    await noSeriousFindings(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    // The next step stands on the page of the record, not only in a menu.
    await page.getByRole('toolbar').last().getByRole('button', { name: words.tested }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.tested }).click()
    await expect(page.getByText(words.state, { exact: true }).first()).toBeVisible()
    await server.open(page, `/admin/control/version/${version.id}`)
    await expect(page.getByText(words.evidence)).toBeVisible()
    await shot(page, `trial-evidence-${lang}`)
  })
}
