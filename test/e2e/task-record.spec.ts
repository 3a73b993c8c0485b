import { readFile } from 'node:fs/promises'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { ownServer, shot } from './own-server.ts'
import { saidInBoth, seen, walkedOnce } from './walked-in.ts'

const server = ownServer({ E2E_TRIAL: '1' })
test.slow()

const WORDS = {
  'zh-cn': {
    again: '重新执行',
    cancel: '取消任务',
    park: '搁置',
    more: '更多',
    log: '日志',
    overview: '概况',
    live: '实时更新',
    find: '在日志中查找',
    download: '下载日志',
    result: '结果',
    rows: '行数',
    states: { waiting: '等待', running: '进行中', parked: '搁置', cancelled: '已取消', done: '完成' },
    done: /任务“.*trial\.quick.*”已完成/,
    export: '导出',
    asTask: '作为任务导出，稍后下载',
    follow: '打开任务',
    file: '下载文件',
  },
  en: {
    again: 'Run again',
    cancel: 'Cancel task',
    park: 'Park',
    more: 'More',
    log: 'Log',
    overview: 'Overview',
    live: 'live',
    find: 'Find in the log',
    download: 'Download log',
    result: 'Result',
    rows: 'Rows',
    states: { waiting: 'Waiting', running: 'Running', parked: 'Parked', cancelled: 'Cancelled', done: 'Done' },
    done: /Task “.*trial\.quick.*” is done/,
    export: 'Export',
    asTask: 'As a task, download later',
    follow: 'Open the task',
    file: 'Download the file',
  },
} as const

const idOf = async (call: Awaited<ReturnType<typeof server.signIn>>['call'], title: string): Promise<number> => {
  const { data } = await call<{ list: { id: number; title: string }[] }>('/admin/task/index', { query: { quick_search: title } })
  const row = data.list.find((one) => one.title === title)
  if (!row) throw new Error(`no task ${title}`)
  return row.id
}
const state = (page: Page): Locator => page.locator('.record-card .tag').first()
/** A verb of the record: in sight, or in the menu behind the last button. */
const press = async (page: Page, verb: string, more: string): Promise<void> => {
  const button = page.getByRole('button', { name: verb, exact: true })
  if (await button.isVisible()) return button.click()
  await page.getByRole('button', { name: more }).first().click()
  await page.getByRole('menuitem', { name: verb, exact: true }).click()
}
const agree = (page: Page, verb: string): Promise<void> =>
  page.getByRole('alertdialog').getByRole('button', { name: verb, exact: true }).click()

for (const lang of walkedOnce('zh-cn')) {
  const words = WORDS[lang]

  test(`AA-06 a task is run again, its log followed, searched and taken along, and it is cancelled (${lang})`, async ({ browser }) => {
    const admin = await server.signIn('admin')
    const page = await server.windowOf(browser, admin, lang)
    await server.open(page, `/admin/task/${await idOf(admin.call, `trial.talking ${lang}`)}`)
    await expect(state(page)).toHaveText(words.states.parked)
    await press(page, words.again, words.more)
    await expect(state(page)).toHaveText(words.states.running)
    await page.getByRole('tab', { name: words.log }).click()
    const log = page.getByRole('log')
    await expect(log).toContainText('line 3')
    await expect(page.getByRole('status').filter({ hasText: words.live })).toBeVisible()
    // It goes on while somebody looks.
    const lines = (await log.innerText()).split('\n').length
    await expect(log).toContainText(`line ${lines + 3}`)
    await seen(page, WORDS)
    await page.getByRole('searchbox', { name: words.find }).fill('line 2')
    await expect(log).not.toContainText('line 1')
    await expect(log).toContainText('line 2')
    await shot(page, `task-log-${lang}`)
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: words.download }).click()])
    expect(await readFile(await file.path(), 'utf8')).toContain('line 1\nline 2\n')
    await press(page, words.cancel, words.more)
    await agree(page, words.cancel)
    await page.getByRole('tab', { name: words.overview }).click()
    await expect(state(page)).toHaveText(words.states.cancelled)
    await expect(page.getByRole('button', { name: words.again, exact: true })).toHaveCount(0)
  })

  test(`AA-06 what waits is parked and let go on from its page (${lang})`, async ({ browser }) => {
    const admin = await server.signIn('admin')
    const page = await server.windowOf(browser, admin, lang)
    // Of a kind that no worker knows: it stays where it is put.
    await server.open(page, `/admin/task/${await idOf(admin.call, '夜间质控（示例）')}`)
    await expect(state(page)).toHaveText(words.states.waiting)
    await saidInBoth(page, WORDS)
    await press(page, words.park, words.more)
    await agree(page, words.park)
    await expect(state(page)).toHaveText(words.states.parked)
    await press(page, words.again, words.more)
    await expect(state(page)).toHaveText(words.states.waiting)
  })

  test(`AA-06 the end of my task is said once, however many windows of my browser are open, and its page says what came of it (${lang})`, async ({
    browser,
  }) => {
    const admin = await server.signIn('admin')
    const title = `trial.quick ${lang}`
    const id = await idOf(admin.call, title)
    const first = await server.windowOf(browser, admin, lang)
    await server.open(first, '/admin/task')
    const second = await first.context().newPage()
    await second.emulateMedia({ reducedMotion: 'reduce' })
    await server.open(second, `/admin/task/${id}`)
    expect(await admin.call('/admin/task/retry', { body: { ids: [id] } })).toMatchObject({ code: 1 })
    const windows = [first, second]
    const said = async () =>
      (await Promise.all(windows.map((page) => page.locator('.toast').filter({ hasText: words.done }).count()))).reduce((a, b) => a + b, 0)
    await expect.poll(said).toBe(1)
    await expect(state(second)).toHaveText(words.states.done)
    await expect(first.getByRole('row').filter({ hasText: title }).locator('.tag')).toHaveText(words.states.done)
    expect(await said()).toBe(1)
    const result = second.getByRole('region', { name: words.result })
    await expect(result).toContainText(words.rows)
    await expect(result).toContainText('3')
    await seen(second, WORDS, { kept: ['done'] })
  })

  test(`AA-06 a list of more than ten thousand is exported as a task, and its file fetched from there (${lang})`, async ({ browser }) => {
    const admin = await server.signIn('admin')
    const page = await server.windowOf(browser, admin, lang)
    await server.open(page, '/admin/job')
    await page.getByRole('button', { name: words.export, exact: true }).click()
    await page.getByRole('menuitem', { name: words.asTask }).click()
    await page.locator('.toast').getByRole('button', { name: words.follow }).click()
    await expect(state(page)).toHaveText(words.states.done)
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: words.file }).click()])
    expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
    await shot(page, `task-export-${lang}`)
    await seen(page, WORDS)
  })
}
