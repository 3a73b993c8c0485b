import { expect, test } from '@playwright/test'
import { fresh, noSeriousFindings } from './office-kit.ts'
import { openAdmin } from './shell-kit.ts'

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
  await page.getByRole('button', { name: '添加配置项' }).click()
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
  await page.locator('.settings-own li').filter({ hasText: name }).getByRole('button').click()
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
