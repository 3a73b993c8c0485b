import { expect, test } from '@playwright/test'
import { add } from './area-kit.ts'
import { signIn as client } from './list-kit.ts'
import { fresh, noSeriousFindings } from './page-kit.ts'
import { openAdmin, PASSWORD, tab } from './shell-kit.ts'

test('AA-22 a group is saved, an item comes and goes, a test mail leaves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAdmin(page, '/admin/routine/config')
  const number = page.locator('[data-field=record_number] input')
  const text = fresh('京ICP备').slice(0, 20)
  await number.fill(text)
  await page.getByRole('button', { name: '保存本组' }).click()
  await expect(page.getByRole('button', { name: '保存本组' })).toBeDisabled()
  await page.reload()
  await expect(number).toHaveValue(text)
  await noSeriousFindings(page)

  await page.getByRole('tab', { name: '上传配置' }).click()
  const size = page.locator('[data-field=upload_max_mb] input')
  await size.fill('0')
  await page.getByRole('button', { name: '保存本组' }).click()
  await expect(page.locator('[data-field=upload_max_mb] .form-error')).toBeVisible()
  await size.fill('10')

  const name = fresh('note_').slice(0, 20)
  await page.getByRole('tab', { name: '基础配置' }).click()
  await page.getByRole('button', { name: '新建配置项' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.locator('[data-field=name] input').fill(name)
  await drawer.locator('[data-field=group] input').fill('basics')
  await drawer.locator('[data-field=title] input').fill('公告')
  await drawer.locator('[data-field=titleEn] input').fill('Notice')
  await drawer.locator('.record-footer .btn[data-look=primary]').first().click()
  const item = page.locator(`[data-field=${name}]`)
  await expect(item).toBeVisible()
  await item.locator('input').fill('周五维护')
  await page.getByRole('button', { name: '保存本组' }).click()
  await expect(item.locator('input')).toHaveValue('周五维护')
  await page.locator('.settings-own li').filter({ hasText: name }).getByRole('button', { name: '删除' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await expect(item).toHaveCount(0)

  const mail = page.getByRole('region', { name: '发送测试邮件' })
  await mail.getByRole('textbox').fill('someone@example.org')
  await mail.getByRole('button', { name: '发送' }).click()
  await expect(page.locator('.toast[data-kind=success]').last()).toBeVisible()

  await page.getByRole('region', { name: '快捷入口' }).getByRole('button', { name: '附件' }).click()
  await expect(page).toHaveURL(/\/admin\/routine\/attachment/)
})

test('AA-22 in English on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAdmin(page, '/admin/routine/config', { lang: 'en' })
  await expect(page.getByRole('tab', { name: 'Upload' })).toBeVisible()
  await expect(page.getByLabel('Site name')).toBeVisible()
  await noSeriousFindings(page)
})

test('AA-22 A-13 what is typed outlives another tab, a new item and the other language and another page', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAdmin(page, '/admin/routine/config')
  const host = page.locator('[data-field=api_url] input')
  await host.fill('https://unsaved.example.org')
  await page.getByRole('tab', { name: '上传配置' }).click()
  await expect(page.getByRole('tab', { name: /基础配置/ }).getByRole('img', { name: '有未保存的修改' })).toBeVisible()
  await page.getByRole('button', { name: '新建配置项' }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.locator('[data-field=group] input')).toHaveValue('upload')
  const name = fresh('keep_').slice(0, 20)
  await drawer.locator('[data-field=name] input').fill(name)
  await drawer.locator('[data-field=title] input').fill('留存')
  await drawer.locator('[data-field=titleEn] input').fill('Keep')
  await drawer.locator('.record-footer .btn[data-look=primary]').first().click()
  await expect(page.locator(`[data-field=${name}]`)).toBeVisible()
  const own = page.locator('.settings-own li').filter({ hasText: name })
  await own.getByRole('button', { name: '编辑 留存' }).click()
  await drawer.locator('[data-field=title] input').fill('留存期')
  await drawer.locator('.record-footer .btn[data-look=primary]').first().click()
  await expect(own).toContainText('留存期')
  await page.getByRole('button', { name: '切换语言' }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await page.getByRole('tab', { name: /Basics/ }).click()
  await expect(host).toHaveValue('https://unsaved.example.org')
  await page.getByRole('link', { name: 'Attachments' }).click()
  await expect(page).toHaveURL(/\/admin\/routine\/attachment/)
  await tab(page, '/admin/routine/config').click()
  await expect(host).toHaveValue('https://unsaved.example.org')
  await host.fill('')
  await page.getByRole('tab', { name: /Upload/ }).click()
  await own.getByRole('button', { name: 'Delete Keep' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(own).toHaveCount(0)
})

test('AA-22 quick entrances lead where they say, and a person without the rule does not see them', async ({ page, request }) => {
  const me = await client(request)
  const list = [
    { key: '岗位|Jobs', value: 'job' },
    { key: '附件|Attachments', value: 'routine/attachment' },
    { key: '邮件配置|Mail', value: 'mail/config' },
    { key: '管理员|Admins', value: 'auth/admin' },
  ]
  await me.call('/admin/routine.config/save', { group: 'basics', values: { quick_entrance: list } })
  await openAdmin(page, '/admin/routine/config', { lang: 'en' })
  const entrances = page.getByRole('region', { name: 'Shortcuts' })
  await expect(entrances.getByRole('button')).toHaveText(['Jobs', 'Attachments', 'Mail', 'Admins'])
  await entrances.getByRole('button', { name: 'Jobs' }).click()
  await expect(page).toHaveURL(/\/admin\/job$/)

  const rules = await me.call<{ list: { id: number; name: string }[] }>('/admin/auth.rule/index?limit=1000')
  const held = new Set(['routine', 'routine/config', 'routine/config/index', 'org', 'job', 'job/index'])
  const username = fresh('e').slice(0, 14)
  const group = await add(me, 'auth.group', {
    name: username,
    scope: 'all',
    rules: rules.data.list.filter((r) => held.has(r.name)).map((r) => r.id),
  })
  await add(me, 'auth.admin', { username, nickname: username, groups: [group.id], password: PASSWORD })
  const other = await page.context().browser()!.newPage()
  await openAdmin(other, '/admin/routine/config', { as: username })
  await expect(other.getByRole('region', { name: '快捷入口' }).getByRole('button')).toHaveText(['岗位'])
  await other.close()
})
