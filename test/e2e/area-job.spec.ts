import { expect, test } from '@playwright/test'
import { add, choose, drawer, field, fill, find, inEnglish, openArea, press } from './area-kit.ts'
import { fresh, rowOf, signIn } from './list-kit.ts'
import { noSeriousFindings } from './page-kit.ts'

test('AA-09 a job is set up, and the people who hold it are one click away', async ({ page, request }) => {
  const client = await signIn(request)
  const [name, code, nickname] = [fresh('岗'), fresh('J'), fresh('人')]
  await openArea(page, '/admin/job')
  await page.getByRole('button', { name: '新建' }).click()
  await fill(page, 'name', name)
  await fill(page, 'code', code)
  await choose(page, 'category', '数据')
  await choose(page, 'department', '检验科')
  await field(page, 'headcount').locator('input').fill('3')
  await press(page, '保存')
  await expect(drawer(page)).toHaveCount(0)
  await expect(rowOf(page, name)).toContainText('检验科')
  await noSeriousFindings(page)

  const job = await find(client, 'job', code)
  const group = await add(client, 'auth.group', { name: fresh('组'), scope: 'self', rules: [] })
  await add(client, 'auth.admin', { username: fresh('q').slice(0, 15), nickname, groups: [group.id], job: job.id, password: 'secret-123' })
  await page.getByRole('button', { name: '刷新' }).click()
  await page.getByRole('link', { name: `在岗人数 ${name}: 1` }).click()
  await expect(page).toHaveURL(/filter=job/)
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2)
  await expect(rowOf(page, nickname)).toContainText(name)
})

test('AA-09 in English', async ({ page }) => inEnglish(page, '/admin/job', 'Jobs'))
