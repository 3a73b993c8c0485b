import { expect, test } from '@playwright/test'
import { drawer, field, fill, find, inEnglish, openArea, press, rowMenu } from './area-kit.ts'
import { fresh, rowOf, signIn } from './list-kit.ts'
import { noSeriousFindings } from './page-kit.ts'

test('AA-13 a template is written with variables, read as it will arrive, counted, and sent as a test', async ({ page, request }) => {
  const client = await signIn(request)
  const [title, code] = [fresh('模板'), fresh('t_')]
  await openArea(page, '/admin/sms/template')
  await page.getByRole('button', { name: '新建' }).click()
  await fill(page, 'title', title)
  await fill(page, 'code', code)
  const content = field(page, 'content')
  await content.locator('textarea').fill('您的验证码是 ')
  await content.locator('textarea').press('End')
  await content.getByRole('button', { name: '验证码' }).click()
  await expect(content.locator('textarea')).toHaveValue('您的验证码是 ${code}')
  await expect(content.locator('figure p')).toHaveText('您的验证码是 482916')
  await expect(content.locator('figcaption')).toContainText('13 字 · 1 条')
  await content.locator('textarea').fill(`\${code}\${nobody}${'长'.repeat(80)}`)
  await expect(content).toContainText('没有启用的变量：${nobody}')
  await expect(content.locator('figcaption')).toContainText('2 条')
  await press(page, '保存')
  await expect(drawer(page).locator('.form-trouble')).toContainText('没有启用的变量：nobody')
  await noSeriousFindings(page, '.ant-drawer-open')
  await content.locator('textarea').fill('验证码 ${code}，请勿告诉他人。')
  await press(page, '保存')
  await expect(drawer(page)).toHaveCount(0)
  await expect(rowOf(page, title)).toContainText('验证码')

  const mobile = `138${String(Date.now()).slice(-8)}`
  await rowMenu(page, title, '测试发送')
  await fill(page, 'mobile', '123')
  await press(page, '测试发送')
  await expect(field(page, 'mobile').locator('.form-error')).toBeVisible()
  await fill(page, 'mobile', mobile)
  await press(page, '测试发送')
  await expect(drawer(page).getByRole('status')).toContainText('已写入本地发件箱')
  expect((await find(client, 'message.outbox', mobile))['body']).toMatch(/^验证码 \d{6}，请勿告诉他人。$/)
})

test('AA-13 in English', async ({ page }) => inEnglish(page, '/admin/sms/template', 'SMS templates'))
