import { expect, test, type Page } from '@playwright/test'
import { find, inEnglish } from './area-kit.ts'
import { rowOf, signIn } from './list-kit.ts'
import { noSeriousFindings } from './page-kit.ts'
import { shot } from './own-server.ts'
import { openAdmin } from './shell-kit.ts'

const state = (page: Page, title: string) => rowOf(page, title).locator('.tag')

test('AA-06 tasks in every state; the page of one has its steps, its error and a log to search', async ({ page }) => {
  // This server has no worker, and the page says so, also while the server says that it is not ready for another reason.
  const unready = { code: 0, msg: '', time: 0, data: { backup: 'wrong', worker: 'none' } }
  await page.route('**/readyz', (route) => route.fulfill({ status: 503, json: unready }))
  await openAdmin(page, '/admin/task?q=' + encodeURIComponent('检验科接口同步'))
  await expect(state(page, '检验科接口同步')).toHaveText('搁置')
  await expect(page.getByText('没有在运行的工作进程')).toBeVisible()
  // The day at a glance; an hour is the door to what began in it.
  const hour = page
    .getByRole('group', { name: '各小时' })
    .getByRole('button', { name: /失败 1 个/ })
    .first()
  await hour.click()
  await expect(page).toHaveURL(/filter=startedAt/)
  await expect(rowOf(page, '检验科接口同步')).toHaveCount(1)
  await page.getByRole('button', { name: '进行中' }).click()
  await expect(rowOf(page, '检验科接口同步')).toHaveCount(0)
  await page.getByRole('button', { name: '失败或搁置' }).click()
  await shot(page, 'task-views')
  await rowOf(page, '检验科接口同步').locator('[data-c="2"]').focus()
  await page.keyboard.press('l')
  await expect(page.getByRole('log')).toContainText('no answer after 20 s')
  await page.goBack()
  await page.getByRole('link', { name: '检验科接口同步' }).click()
  await expect(page.getByRole('alert')).toContainText('对方系统无应答')
  await expect(page.locator('.task-steps li').first()).toContainText('停在这里')
  await noSeriousFindings(page)
  await page.getByRole('tab', { name: '日志' }).click()
  const log = page.getByRole('log')
  await expect(log).toContainText('no answer after 20 s')
  await page.getByRole('searchbox', { name: '在日志中查找' }).fill('connecting')
  await expect(page.getByText('3 / 7 行')).toBeVisible()
  await expect(log).not.toContainText('no answer')
  await noSeriousFindings(page)
})

for (const width of [1440, 390])
  test(`AA-06 the list says why a task was parked, in one line that leads to its log, at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openAdmin(page, '/admin/task?filter=state:IN:failed,parked')
    const why = page.getByRole('link', { name: /对方系统无应答/ })
    await expect(why).toBeVisible()
    await shot(page, `task-list-why-${width}`)
    await noSeriousFindings(page)
    await why.click()
    await expect(page.getByRole('log')).toContainText('no answer after 20 s')
  })

test('AA-06 in English', async ({ page }) => inEnglish(page, '/admin/task', 'Tasks'))

test('AA-06 twelve windows hear of a change over one stream, and the next one reads on when the reader is closed', async ({
  context,
  page,
  request,
}) => {
  const title = '夜间质控（示例）'
  const streams: Page[] = []
  context.on('request', (request) => {
    if (request.url().includes('/admin/task/stream')) streams.push(request.frame().page())
  })
  await openAdmin(page, '/admin/task')
  await expect.poll(() => streams.length).toBe(1)
  const pages = [page]
  for (let i = 1; i < 12; i++) {
    const other = await context.newPage()
    await openAdmin(other, '/admin/task')
    pages.push(other)
  }
  for (const one of pages) await expect(state(one, title)).toHaveText('等待')
  expect(streams).toHaveLength(1)
  const client = await signIn(request)
  const { id } = await find(client, 'task', title)
  await client.call('/admin/task/park', { ids: [id] })
  for (const one of pages) await expect(state(one, title)).toHaveText('搁置')
  await page.close()
  await expect.poll(() => streams.length).toBe(2)
  const rest = pages.slice(1)
  await client.call('/admin/task/retry', { ids: [id] })
  for (const one of rest) await expect(state(one, title)).toHaveText('等待')
  // A task that has ended has nothing more to say: more pages of it than a browser has connections, and each is there.
  const ended = await find(client, 'task', '检验科接口同步')
  for (const one of rest.slice(0, 7)) {
    await one.goto(`/admin/task/${ended.id}?tab=log`)
    await expect(one.getByRole('log')).toContainText('no answer after 20 s')
  }
})
