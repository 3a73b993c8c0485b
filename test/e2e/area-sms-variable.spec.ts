import { expect, test } from '@playwright/test'
import { add, choose, drawer, field, fill, inEnglish, openArea, press } from './area-kit.ts'
import { fresh, rowOf, signIn, toast } from './list-kit.ts'
import { noSeriousFindings } from './page-kit.ts'

test('AA-14 a variable takes its value from a safe source; one that a template uses cannot go', async ({ page, request }) => {
  const client = await signIn(request)
  const [title, name] = [fresh('变量'), fresh('v_')]
  await openArea(page, '/admin/sms/variable')
  await page.getByRole('button', { name: '新建' }).click()
  await fill(page, 'title', title)
  await fill(page, 'name', name)
  await expect(field(page, 'value')).toBeVisible()
  await choose(page, 'source', '当前日期')
  await expect(field(page, 'value')).toHaveCount(0)
  await choose(page, 'source', '固定内容')
  await fill(page, 'value', '心内科')
  await press(page, '保存')
  await expect(drawer(page)).toHaveCount(0)
  await expect(rowOf(page, name)).toContainText('心内科')
  await noSeriousFindings(page)

  const template = fresh('用它')
  await add(client, 'sms.template', { title: template, code: fresh('u_'), content: `\${${name}}欢迎您` })
  await page.getByRole('button', { name: `删除 ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await expect(toast(page, `“${template}”引用`)).toBeVisible()
  await page.getByRole('button', { name: '刷新' }).click()
  await page.getByRole('link', { name: `使用的模板 ${name}: 1` }).click()
  await expect(rowOf(page, template)).toBeVisible()
})

test('AA-14 in English', async ({ page }) => inEnglish(page, '/admin/sms/variable', 'SMS variables'))
