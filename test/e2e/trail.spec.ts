import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { unzip } from '../unzip.ts'
import { fitsPhone, only, ownServer, shot } from './own-server.ts'
import { noSeriousFindings } from './page-kit.ts'
import { seen, walkedOnce } from './walked-in.ts'

const { signIn, windowOf, open } = ownServer()

const WORDS = {
  'zh-cn': {
    region: '全程记录',
    kind: '类别',
    query: '质疑',
    order: '顺序',
    from: '从',
    oldest: '最早在前',
    print: '打印',
    save: '导出并附证明',
    edit: '编辑',
    masked: '••••••',
  },
  en: {
    region: 'Audit trail',
    kind: 'Kind',
    query: 'Query',
    order: 'Order',
    from: 'From',
    oldest: 'Oldest first',
    print: 'Print',
    save: 'Export with proof',
    edit: 'Edit',
    masked: '••••••',
  },
} as const

for (const lang of walkedOnce('en'))
  test(`an auditor reads the whole trail of a study and of a subject, prints it, takes it along and changes nothing (${lang})`, async ({
    browser,
  }) => {
    const words = WORDS[lang]
    const [auditor, manager] = [await signIn('auditor'), await signIn('datamanager')]
    const study = (await only(manager.call, 'study.project', [{ field: 'code', operator: '=', val: 'HTN-2026' }])).id
    const query = await only(manager.call, 'query', [{ field: 'state', operator: '=', val: 'answered' }])
    const page = await windowOf(browser, auditor, lang)
    await open(page, `/admin/study/trail?study=${study}`)
    const trail = page.getByRole('region', { name: words.region })
    await expect(trail.locator('.trail-list > li')).toHaveCount(100)
    await seen(page, WORDS)
    await shot(page, `trail-${lang}`)
    // A day is written year first, whatever the browser would do.
    const from = trail.getByLabel(words.from)
    await expect(from).toHaveAttribute('placeholder', 'YYYY-MM-DD')
    await from.fill('2099-01-01')
    await from.press('Enter')
    await expect(page).toHaveURL(/trail\.from=2099-01-01/)
    await expect(trail.locator('.trail-list > li')).toHaveCount(0)
    await open(page, `/admin/study/trail?study=${study}`)
    await expect(trail.locator('.trail-list > li')).toHaveCount(100)
    await trail.getByLabel(words.kind).selectOption({ label: words.query })
    await expect(trail.locator('.trail-list > li').first()).toContainText(words.query)
    await expect(trail.locator('.trail-list')).toContainText('录入时多写了一个零')
    await shot(page, `trail-query-${lang}`)

    await open(page, `/admin/study/subject/${String(query['subject'])}?tab=trail`)
    await trail.getByLabel(words.order).selectOption({ label: words.oldest })
    const events = trail.locator('.trail-list > li')
    await expect(events.filter({ hasText: '153' }).first()).toBeVisible()
    // The telephone number is not for who audits.
    await expect(trail.locator('.trail-list')).toContainText(words.masked)
    await expect(page.getByRole('button', { name: words.edit, exact: true })).toHaveCount(0)
    const shown = await events.count()
    await page.evaluate(() => Object.assign(window, { print: () => undefined }))
    await trail.getByRole('button', { name: words.print, exact: true }).click()
    await page.emulateMedia({ media: 'print' })
    await expect(trail.locator('.only-print .trail-list > li')).toHaveCount(shown)
    await shot(page, `trail-paper-${lang}`)
    await page.emulateMedia({ media: 'screen', reducedMotion: 'reduce' })
    // Another filter: what was made for paper before it is not printed again by the browser's own command.
    await trail.getByLabel(words.kind).selectOption({ label: words.query })
    await expect(trail.locator('.only-print')).toHaveCount(0)
    await fitsPhone(page)
    await noSeriousFindings(page)
    await shot(page, `trail-390-${lang}`)
    const [file] = await Promise.all([page.waitForEvent('download'), trail.getByRole('button', { name: words.save }).click()])
    expect(file.suggestedFilename()).toMatch(/^HTN-2026-HTN-\d{4}-trail\.zip$/)
    const files = unzip(await readFile(await file.path()))
    expect(JSON.parse(String(files.get('proof.json')))).toMatchObject({ study: 'HTN-2026', chain: { ok: true, problems: [] } })
    await page.context().close()
  })
