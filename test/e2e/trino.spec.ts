import { expect, test, type Page } from '@playwright/test'
import { drawer, field, fill, press } from './area-kit.ts'
import { fitsPhone, only, ownServer, shot } from './own-server.ts'
import { noSeriousFindings } from './page-kit.ts'
import { walkedIn } from './walked-in.ts'

const { signIn, windowOf, open } = ownServer()

const WORDS = {
  'zh-cn': {
    save: '保存',
    test: '测试连接',
    link: '登记 Trino 表',
    close: '取消',
    password: '密码',
    asks: '以用户“qc”连接 http://127.0.0.1:9',
    refused: '127.0.0.1:9 没有服务应答：地址或端口不对，或 Trino 没有启动',
    clear: '密码和令牌只能经 https 发送，请改用 https 地址',
    none: '还没有启用 Trino，请先在“质控管理 · Trino 引擎”中设置',
    place: '请填写目录（catalog）和模式（schema）',
    edit: /^编辑/,
    engine: '自动（按数据量）',
    reasons: '每次运行都写明引擎和原因',
  },
  en: {
    save: 'Save',
    test: 'Test the connection',
    link: 'Register a Trino table',
    close: 'Cancel',
    password: 'Password',
    asks: 'Connects to http://127.0.0.1:9 as “qc”',
    refused: 'Nothing answers at 127.0.0.1:9: the address or port is wrong, or Trino is not started',
    clear: 'Passwords and tokens are sent over https alone: use an https address',
    none: 'No Trino is enabled yet; set it up under “Quality control · Trino engine”',
    place: 'Give catalog and schema',
    edit: /^Edit/,
    engine: 'Automatic (by size)',
    reasons: 'every run names its engine and the reason',
  },
} as const

const onBoth = async (page: Page, name: string, within: string): Promise<void> => {
  await noSeriousFindings(page, within)
  await shot(page, name)
  await fitsPhone(page)
  await noSeriousFindings(page, within)
  await shot(page, `${name}-phone`)
  await page.setViewportSize({ width: 1440, height: 900 })
}

for (const lang of walkedIn('zh-cn'))
  test(`a server that does not answer is refused in words, in its settings and where a table of it is registered (${lang})`, async ({
    browser,
  }) => {
    const words = WORDS[lang]
    const admin = await signIn('admin')
    const set = async (change: object): Promise<void> => {
      const row = await only(admin.call, 'trino.config')
      expect(await admin.call('/admin/trino.config/edit', { body: { id: row.id, version: row.version, ...change } })).toMatchObject({
        code: 1,
      })
    }
    await set({ status: false, url: null, user: null, catalog: null, schema: null, access: 'none' })
    const page = await windowOf(browser, admin, lang)
    await page.setViewportSize({ width: 1440, height: 900 })

    await open(page, '/admin/trino/config')
    await expect(field(page, 'secret')).toHaveCount(0)
    await fill(page, 'url', 'http://127.0.0.1:9')
    await fill(page, 'user', 'qc')
    // A password is asked for only where one is sent, and never goes in the clear.
    await field(page, 'access').getByRole('radio', { name: words.password }).check()
    await fill(page, 'secret', 'geheim-1')
    await page.getByRole('button', { name: words.save }).click()
    await expect(page.getByText(words.clear).first()).toBeVisible()
    await field(page, 'access').getByRole('radio').first().check()
    await page.getByRole('button', { name: words.save }).click()
    await expect(page.getByRole('button', { name: words.save })).toBeDisabled()
    await onBoth(page, `trino-config-${lang}`, 'main')

    await page.getByRole('button', { name: words.test }).click()
    await expect(drawer(page)).toContainText(words.asks)
    await press(page, words.test)
    await expect(drawer(page).getByRole('alert')).toHaveText(words.refused)
    await onBoth(page, `trino-test-${lang}`, '.ant-drawer-open')

    const register = async (said: string): Promise<void> => {
      await open(page, '/admin/datafile')
      await page.getByRole('button', { name: words.link }).click()
      await fill(page, 'alias', 'visits')
      await fill(page, 'table', 'visits')
      await press(page, words.link)
      await expect(drawer(page).getByRole('alert')).toContainText(said)
    }
    const leave = async (): Promise<void> => {
      await press(page, words.close)
      await page.getByRole('dialog').getByRole('button').last().click()
    }
    await register(words.none)
    await leave()
    await set({ status: true })
    await register(words.place)
    await leave()
    await set({ catalog: 'hive', schema: 'research' })
    await register(words.refused)
    await onBoth(page, `trino-link-${lang}`, '.ant-drawer-open')
    await leave()

    await open(page, '/admin/study/project')
    await page.getByRole('button', { name: words.edit }).first().click()
    await expect(field(page, 'engine')).toContainText(words.engine)
    await expect(field(page, 'engine')).toContainText(words.reasons)
    await field(page, 'engine').scrollIntoViewIfNeeded()
    await onBoth(page, `trino-study-${lang}`, '.ant-drawer-open')
    await set({ status: false })
  })
