import { expect, test } from '@playwright/test'
import { add, collecting, form, move, publish, variable } from '../study-kit.ts'
import { fitsPhone, only, ownServer, shot } from './own-server.ts'
import { noSeriousFindings } from './page-kit.ts'
import { PASSWORD } from './shell-kit.ts'

const { signIn, memberIn, windowOf, open } = ownServer()

const WORDS = {
  'zh-cn': { waits: '等您签名', password: '登录密码', sign: '签名', done: '与签名时一致' },
  en: { waits: 'For you to sign', password: 'Your password', sign: 'Sign', done: 'The same as signed' },
} as const

for (const lang of ['zh-cn', 'en'] as const)
  test(`an investigator who is a member signs a frozen study on a phone (${lang})`, async ({ browser }) => {
    const words = WORDS[lang]
    const [manager, pi] = [await signIn('datamanager'), await memberIn('researcher')]
    const { call } = manager
    const department = (await only(call, 'department', [{ field: 'code', operator: '=', val: 'IM-CV' }])).id
    const code = `MS-${lang.toUpperCase()}`
    const { study, visit } = await collecting(call, code, department, manager.info.id)
    await add(call, 'study.member', { study, user: pi.info.id, role: 'pi' })
    const { forms } = await publish(call, study, () => ({
      forms: [form('vitals', { name: '生命体征', nameEn: 'Vital signs' })],
      codelists: [],
      variables: [variable('vitals', 'sbp')],
    }))
    const subject = await add(call, 'study.subject', { study, code: `${code}-1`, department })
    const name = `clinical.data.f${forms[0]?.id ?? 0}`
    const record = await add(call, name, { subject: subject.id, visit, v1: '120' })
    await move(call, name, record.id, 'submitted')
    await move(call, 'study.project', study, 'cleaning')
    expect(await move(call, 'study.project', study, 'frozen', 'done')).toMatchObject({ code: 1 })

    const phone = await windowOf(browser, pi, lang)
    await phone.setViewportSize({ width: 390, height: 844 })
    await open(phone, '/user/study/signature')
    const sheet = phone.locator('.member-sheet').filter({ hasText: code })
    await sheet.getByLabel(words.password, { exact: true }).fill('wrong-password')
    await sheet.getByRole('button', { name: words.sign, exact: true }).click()
    await expect(sheet.getByLabel(words.password, { exact: true })).toHaveValue('')
    await fitsPhone(phone)
    await noSeriousFindings(phone)
    await shot(phone, `member-signature-${lang}`)
    await open(phone, '/user/account/overview')
    await phone.getByRole('link', { name: new RegExp(words.waits) }).click()
    await sheet.getByLabel(words.password, { exact: true }).fill(PASSWORD)
    await sheet.getByRole('button', { name: words.sign, exact: true }).click()
    await expect(sheet).toContainText(words.done)
  })
