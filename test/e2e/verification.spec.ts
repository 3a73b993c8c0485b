import { expect, test, type Page } from '@playwright/test'
import { add, collecting, form, move, publish, variable } from '../study-kit.ts'
import { codeAt, stepOf } from '../../src/server/auth/totp.ts'
import { drawer, field, press } from './area-kit.ts'
import { fitsPhone, only, ownServer, shot, type Person } from './own-server.ts'
import { noSeriousFindings } from './page-kit.ts'
import { PASSWORD, toast } from './shell-kit.ts'
import { walkedIn } from './walked-in.ts'

test.describe.configure({ mode: 'serial' })
const { signIn, windowOf, open } = ownServer()

const WORDS = {
  'zh-cn': {
    make: '制定计划',
    save: '保存',
    blocked: '核查计划中还有 2 条记录没有核查',
    one: '核查计划中还有 1 条记录没有核查',
    left: '待核查的记录',
    critical: '收缩压',
    verify: '原始资料核对整条记录',
    valid: '有效',
    waive: '申请豁免',
    send: '提交申请',
    waits: '已申请豁免，等待第二人同意',
    approve: '批准并执行',
    freeze: '冻结',
    frozen: '已冻结',
    waived: '经两人同意的豁免',
    print: '打印核查清单',
    mine: /等我签名/,
    sign: '签名',
    password: '登录密码',
    code: '身份验证器的验证码',
    wrong: '验证码不正确，或已经用过',
  },
  en: {
    make: 'Make a plan',
    save: 'Save',
    blocked: 'Planned records that are not verified: 2',
    one: 'Planned records that are not verified: 1',
    left: 'Records to verify',
    critical: 'Systolic',
    verify: 'Against the source: the record',
    valid: 'Valid',
    waive: 'Ask for a waiver',
    send: 'Ask',
    waits: 'Waiver asked for; waits for a second person',
    approve: 'Approve',
    freeze: 'Freeze',
    frozen: 'Frozen',
    waived: 'Waived with the agreement of two',
    print: 'Print the list',
    mine: /For me to sign/,
    sign: 'Sign',
    password: 'Your password',
    code: 'Code of the authenticator app',
    wrong: /The code is wrong or was used/,
  },
} as const

/** Two subjects with a submitted record each, in a study that is being cleaned. */
const built = async ({ call, info }: Person, code: string) => {
  const department = (await only(call, 'department', [{ field: 'code', operator: '=', val: 'IM-CV' }])).id
  const { study, visit } = await collecting(call, code, department, info.id)
  const { forms } = await publish(call, study, () => ({
    forms: [form('vitals', { name: '生命体征', nameEn: 'Vital signs' })],
    codelists: [],
    variables: [variable('vitals', 'sbp', { label: '收缩压', labelEn: 'Systolic', type: 'integer', critical: true })],
  }))
  const name = `clinical.data.f${forms[0]?.id ?? 0}`
  for (const at of [1, 2]) {
    const subject = await add(call, 'study.subject', { study, code: `${code}-${at}`, department })
    const record = await add(call, name, { subject: subject.id, visit, v1: '120' })
    await move(call, name, record.id, 'submitted')
  }
  await move(call, 'study.project', study, 'cleaning')
  return study
}
/** Switched on with a code of now: that of the next half minute is good as well, whenever it is asked for, and nobody waits for it. */
const withSecondStep = async ({ call }: Person) => {
  const { data } = await call<{ secret: string }>('/admin/profile/beginSecondFactor', { body: { password: PASSWORD } })
  const next = (by: 0 | 1) => codeAt(data.secret, stepOf(Date.now()) + by)
  const answer = await call<{ recovery: string[] }>('/admin/profile/confirmSecondFactor', { body: { code: next(0) } })
  expect(answer).toMatchObject({ code: 1 })
  const off = async () =>
    expect(await call('/admin/profile/endSecondFactor', { body: { password: PASSWORD, code: answer.data.recovery[0] } })).toMatchObject({
      code: 1,
    })
  return { code: () => next(1), off }
}
const explain = async (page: Page, verb: string) => {
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox').fill('原始资料已封存')
  await noSeriousFindings(page, '[role=alertdialog]')
  await dialog.getByRole('button', { name: verb, exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

for (const lang of walkedIn('en'))
  test(`a plan is made, what is left is looked at or waived by two, and the list is printed (${lang})`, async ({ browser }) => {
    const words = WORDS[lang]
    const [manager, second] = [await signIn('datamanager'), await signIn('admin')]
    const code = lang === 'en' ? 'VF-2' : 'VF-1'
    const study = await built(manager, code)
    const desk = await windowOf(browser, manager, lang)
    await open(desk, `/admin/study/project/${study}?tab=marks`)
    await desk.getByRole('button', { name: words.make }).click()
    await field(desk, 'percent').locator('input').fill('0')
    await field(desk, 'seed').locator('input').fill('draw-1')
    await press(desk, words.save)
    await expect(desk.locator('.plan-facts code')).toHaveText('draw-1')
    await expect(desk.locator('.study-table tbody td')).toHaveText(['2', '0', '2', '2', '0', '0'])
    await noSeriousFindings(desk)

    await open(desk, `/admin/study/project/${study}?tab=locks`)
    await desk.getByRole('link', { name: words.blocked }).click()
    const left = desk.getByRole('region', { name: words.left })
    await expect(left.locator('tbody tr')).toHaveCount(2)
    await expect(left.locator('tbody td').last()).toHaveText(words.critical)
    await noSeriousFindings(desk)
    await shot(desk, `plan-${lang}`)
    await left.getByRole('link', { name: `${code}-1` }).click()
    await desk.getByRole('button', { name: words.verify }).click()
    await expect(desk.locator('.clinical-rail').getByText(words.valid, { exact: true })).toBeVisible()

    await open(desk, `/admin/study/project/${study}?tab=locks`)
    const blocker = desk.locator('.study-next li').filter({ hasText: words.one })
    await blocker.getByRole('button', { name: words.waive }).click()
    await explain(desk, words.send)
    await expect(blocker).toContainText(words.waits)
    await shot(desk, `waiver-${lang}`)
    const other = await windowOf(browser, second, lang)
    await open(other, '/admin/approval?filter=state:IN:requested')
    await other.getByRole('button', { name: words.approve }).first().click()
    await other.getByRole('alertdialog').getByRole('button', { name: words.approve }).click()
    // The dialog closes before the call has ended.
    await expect(toast(other, 'success')).toBeVisible()

    await open(desk, `/admin/study/project/${study}?tab=locks`)
    await desk.locator('.study-next').getByRole('button', { name: words.freeze, exact: true }).click()
    await explain(desk, words.freeze)
    await expect(desk.locator('.record-name')).toContainText(words.frozen)
    await expect(desk.getByRole('region', { name: words.waived })).toContainText(words.one)
    await expect(desk.locator('.signature-facts').first()).toBeVisible()
    await noSeriousFindings(desk)
    await fitsPhone(desk)
    await shot(desk, `waived-390-${lang}`)

    await open(desk, `/admin/study/project/${study}?tab=marks`)
    await fitsPhone(desk)
    await noSeriousFindings(desk)
    await shot(desk, `plan-390-${lang}`)
    await desk.evaluate(() => Object.assign(window, { print: () => undefined }))
    await desk.getByRole('button', { name: words.print }).click()
    await expect(desk.locator('.mark-sheet tbody tr')).toHaveCount(1)
    await desk.emulateMedia({ media: 'print' })
    await expect(desk.locator('.mark-sheet')).toBeVisible()
    await expect(desk.locator('.mark-sheet td').first()).toContainText(`${code}-1`)
    await expect(desk.locator('.plan-facts code')).toBeVisible()
    await shot(desk, `sheet-${lang}`)
    await desk.emulateMedia({ media: 'screen' })

    // Who answers for it is led from the first page to what is to be signed, and reads what two have let stand open.
    const factor = await withSecondStep(manager)
    await desk.setViewportSize({ width: 1280, height: 800 })
    await open(desk, '/admin/dashboard')
    await desk.getByRole('button', { name: words.mine }).click()
    const sheet = desk.getByRole('grid').getByRole('row').filter({ hasText: code })
    await sheet.getByRole('button', { name: new RegExp(`^${words.sign}`) }).click()
    await expect(drawer(desk).getByRole('region', { name: words.waived })).toContainText(words.one)
    await expect(drawer(desk).getByRole('region', { name: words.waived })).toContainText('原始资料已封存')
    await drawer(desk).getByLabel(words.password, { exact: true }).fill(PASSWORD)
    await press(desk, words.sign)
    // The code is asked for once the password was right.
    await expect(drawer(desk).getByLabel(words.code)).toBeFocused()
    await drawer(desk).getByLabel(words.code).fill('000')
    await press(desk, words.sign)
    await expect(drawer(desk).getByText(words.wrong)).toBeVisible()
    await expect(drawer(desk).getByLabel(words.code)).toBeFocused()
    await noSeriousFindings(desk, '.ant-drawer-open')
    await shot(desk, `sign-code-${lang}`)
    await fitsPhone(desk)
    await shot(desk, `sign-code-390-${lang}`)
    await drawer(desk).getByLabel(words.code).fill(factor.code())
    await press(desk, words.sign)
    await expect(drawer(desk)).toHaveCount(0)
    await expect(sheet).toHaveCount(0)
    await factor.off()
    for (const window of [desk, other]) await window.context().close()
  })
