import { expect, test } from '@playwright/test'
import { choose, drawer, field, fill, inEnglish, openArea, press } from './area-kit.ts'
import { noSeriousFindings } from './page-kit.ts'

test('AA-12 a gateway shows its own fields and asks for them; a test message says what became of it', async ({ page }) => {
  await openArea(page, '/admin/sms/config')
  await expect(field(page, 'aliyunAccessKeyId')).toHaveCount(0)
  await page.getByRole('checkbox', { name: '阿里云' }).check()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(field(page, 'aliyunAccessKeySecret').locator('.form-error')).toBeVisible()
  await expect(field(page, 'tencentSecretId')).toHaveCount(0)
  await noSeriousFindings(page)
  await page.getByRole('button', { name: '放弃修改' }).click()
  await expect(page.getByRole('checkbox', { name: '阿里云' })).not.toBeChecked()

  await page.getByRole('button', { name: '测试发送' }).click()
  await choose(page, 'template', '会员注册')
  await fill(page, 'mobile', `139${String(Date.now()).slice(-8)}`)
  await press(page, '测试发送')
  await expect(drawer(page).getByRole('status')).toContainText('已写入本地发件箱')
  await noSeriousFindings(page, '.ant-drawer-open')
  await drawer(page).getByRole('button', { name: '在发件箱中查看' }).click()
  await expect(page).toHaveURL(/message\/outbox\?view=/)
  await expect(page.getByRole('dialog')).toContainText('仅存本地')
})

test('AA-12 a secret goes in, is never shown again, is kept while its box is empty, and can be removed', async ({ page }) => {
  await openArea(page, '/admin/mail/config')
  const secret = field(page, 'secret').locator('input')
  await secret.fill('mail-secret-9')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(secret).toHaveAttribute('placeholder', '已设置，留空表示不修改')
  await expect(secret).toHaveValue('')
  // The same once more changes nothing, and stays in its box no more than the first did.
  await secret.fill('mail-secret-9')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(secret).toHaveValue('')
  await page.reload()
  await expect(secret).toHaveAttribute('placeholder', '已设置，留空表示不修改')
  await fill(page, 'senderName', `S${Date.now().toString(36)}`)
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('button', { name: '保存' })).toBeDisabled()
  await expect(secret).toHaveAttribute('placeholder', '已设置，留空表示不修改')
  await field(page, 'secret').getByRole('button', { name: '清除' }).click()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(secret).toHaveAttribute('placeholder', '尚未设置')
})

test('AA-12 in English', async ({ page }) => inEnglish(page, '/admin/sms/config', 'SMS configuration'))
