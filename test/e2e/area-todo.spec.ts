import { expect, test } from '@playwright/test'
import { add, find, openArea, remove } from './area-kit.ts'
import { signIn } from './list-kit.ts'
import { shot } from './own-server.ts'
import { fresh, noSeriousFindings } from './page-kit.ts'
import { seen, walkedOnce } from './walked-in.ts'

const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date())

test('AA-06 a to-do goes over the board by its menu and by dragging, and stands in the calendar', async ({ page, request }) => {
  const client = await signIn(request)
  const title = fresh('核对')
  const { id } = await add(client, 'todo', { title, due: today() })
  await openArea(page, '/admin/todo?look=board')
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  const card = (where: string) => column(where).getByRole('listitem').filter({ hasText: title })
  await expect(card('待处理')).toContainText('今天到期')
  await noSeriousFindings(page)
  await page.getByRole('button', { name: `“${title}”的下一步` }).click()
  await page.getByRole('menuitem', { name: '开始处理' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '开始处理' }).click()
  await expect(card('处理中')).toBeVisible()
  await card('处理中').dragTo(column('已退回'))
  const why = page.getByRole('alertdialog')
  await why.getByRole('textbox').fill('等原始记录')
  await why.getByRole('button', { name: '退回' }).click()
  await expect(card('已退回')).toBeVisible()
  // Nothing leads from here to a state that it cannot reach.
  await page.getByRole('button', { name: '日历' }).click()
  await expect(page).toHaveURL(/look=calendar/)
  const cell = page.getByRole('cell').filter({ has: page.locator('[aria-current=date]') })
  await expect(cell.getByRole('link', { name: title })).toBeVisible()
  await noSeriousFindings(page)
  await page.getByRole('button', { name: '下个月' }).click()
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
  await page.getByRole('button', { name: '今天' }).click()
  await page.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/todo/${id}$`))
  await remove(client, 'todo', [id])
})

test('AA-06 list, board and calendar speak English and fit a phone', async ({ page, request }) => {
  const client = await signIn(request)
  const title = fresh('todo')
  const { id } = await add(client, 'todo', { title, due: today(), urgency: 'high' })
  await openArea(page, '/admin/todo', { lang: 'en' })
  await expect(page.getByRole('heading', { level: 1, name: 'To-dos' })).toBeVisible()
  await page.getByRole('button', { name: 'Board' }).click()
  await expect(page.getByRole('region', { name: 'Waiting', exact: true }).getByText(title)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await noSeriousFindings(page)
  await page.getByRole('button', { name: 'Calendar' }).click()
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  await noSeriousFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await remove(client, 'todo', [id])
})

const WORDS = {
  'zh-cn': {
    schedules: '定时计划',
    next: '下个月',
    firing: '按时运行质控',
    when: '每天 06:00',
    never: '还没有执行过',
    states: { waiting: '待处理', inProgress: '处理中' },
    start: '开始处理',
  },
  en: {
    schedules: 'Schedules',
    next: 'Next month',
    firing: 'Run quality control on schedule',
    when: 'Daily at 06:00',
    never: 'Has not run yet',
    states: { waiting: 'Waiting', inProgress: 'In progress' },
    start: 'Start',
  },
} as const

for (const lang of walkedOnce('zh-cn')) {
  const words = WORDS[lang]
  test(`AA-06 what the clock will ask for stands in the calendar, with the way to its record and to its tasks (${lang})`, async ({
    page,
    request,
  }) => {
    const client = await signIn(request)
    const pattern = await find(client, 'control.set', 'HTN-FOLLOW')
    const name = fresh('clock')
    const { study, parameters } = pattern
    const { id } = await add(client, 'control.set', { code: name, name, nameEn: name, study, parameters, cron: '0 6 * * *' })
    await openArea(page, '/admin/todo?look=calendar&whose=all', { lang })
    await page.getByRole('button', { name: words.next }).click()
    // People's work comes first: what the clock does is shown to whoever asks.
    await expect(page.getByRole('button', { name: words.schedules, exact: true })).toHaveAttribute('aria-pressed', 'false')
    await page.getByRole('button', { name: words.schedules, exact: true }).click()
    const firing = page.getByRole('cell').getByRole('link', { name: `06:00 ${words.firing} · ${name}` })
    await expect(firing.first()).toBeVisible()
    // Each day of the next month, and what the month before and after it have in its weeks.
    await expect.poll(() => page.locator('.todo-firing').filter({ hasText: name }).count()).toBeGreaterThanOrEqual(28)
    const list = page.getByRole('region', { name: words.schedules })
    const line = list.getByRole('listitem').filter({ hasText: name })
    await expect(line).toContainText(words.when)
    await expect(line).toContainText(words.never)
    await shot(page, `todo-clock-${lang}`)
    await seen(page, WORDS)
    await page.getByRole('button', { name: words.schedules, exact: true }).click()
    await expect(firing).toHaveCount(0)
    await page.getByRole('button', { name: words.schedules, exact: true }).click()
    await firing.first().click()
    await expect(page).toHaveURL(new RegExp(`/admin/task\\?.*control\\.set\\.${id}`))
    await page.goBack()
    await line.getByRole('link', { name }).click()
    await expect(page).toHaveURL(new RegExp(`/admin/control/set/${id}$`))
    await remove(client, 'control.set', [id])
  })

  test(`AA-06 the board is walked with the arrows, and Shift moves a card (${lang})`, async ({ page, request }) => {
    const client = await signIn(request)
    const titles = [fresh('key-a'), fresh('key-b')]
    const [first, second] = [
      await add(client, 'todo', { title: titles[0], due: '2020-01-01' }),
      await add(client, 'todo', { title: titles[1], due: '2020-01-02' }),
    ]
    await openArea(page, '/admin/todo?look=board', { lang })
    const column = (state: keyof typeof words.states) => page.getByRole('region', { name: words.states[state], exact: true })
    const card = (title: string | undefined) => page.getByRole('link', { name: title ?? '', exact: true })
    await card(titles[1]).focus()
    await page.keyboard.press('ArrowUp')
    await expect(card(titles[0])).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(card(titles[1])).toBeFocused()
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByRole('alertdialog').getByRole('button', { name: words.start }).click()
    await expect(column('inProgress').getByText(titles[1] ?? '')).toBeVisible()
    await expect(column('waiting').getByText(titles[0] ?? '')).toBeVisible()
    await remove(client, 'todo', [first.id, second.id])
  })
}
