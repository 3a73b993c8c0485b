import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { add, collecting, form, move, publish, read, variable } from '../study-kit.ts'
import type { Row } from '../study-kit.ts'
import { only, ownServer, shot } from './own-server.ts'
import { noSeriousFindings } from './page-kit.ts'
import { saidInBoth, walkedOnce } from './walked-in.ts'

const { address, signIn, windowOf, open } = ownServer()

const WORDS = {
  'zh-cn': {
    waits: '等待决定',
    quarantine: '隔离',
    quarantined: '已隔离',
    reject: '退回',
    rejected: '已退回',
    why: '原因',
    refused: '不合格 1 行',
    save: '下载不合格的行',
  },
  en: {
    waits: 'waits for a decision',
    quarantine: 'Quarantine',
    quarantined: 'Quarantined',
    reject: 'Reject',
    rejected: 'Rejected',
    why: 'Reason',
    refused: 'Do not pass: 1',
    save: 'Download the rows that do not pass',
  },
} as const

const base64 = (text: string) => Buffer.from(text).toString('base64')
const CSV = 'subject,visit,sbp\nS1,V1,120\nS9,V1,130\n'
const send = async (token: string, gather: number, name: string): Promise<void> => {
  const headers = { server: '1', batoken: token, 'tus-resumable': '1.0.0' }
  const metadata = `filename ${base64(name)},target ${base64(`gather.project/${gather}`)}`
  const made = await fetch(`${address()}/admin/upload`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(CSV.length), 'upload-metadata': metadata },
  })
  const sent = await fetch(`${address()}${made.headers.get('location') ?? ''}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    body: CSV,
  })
  expect(sent.status).toBe(204)
}

for (const lang of walkedOnce('en'))
  test(`AA-02 a delivery is quarantined, then rejected with a reason; its rows that do not pass stay to be downloaded (${lang})`, async ({
    browser,
  }) => {
    const words = WORDS[lang]
    const manager = await signIn('datamanager')
    const department = (await only(manager.call, 'department', [{ field: 'code', operator: '=', val: 'IM-CV' }])).id
    const code = `DD-${lang.toUpperCase()}`
    const { study } = await collecting(manager.call, code, department, manager.info.id)
    const { forms } = await publish(manager.call, study, () => ({
      forms: [form('vitals')],
      codelists: [],
      variables: [variable('vitals', 'sbp', { label: '收缩压', labelEn: 'Systolic', type: 'integer' })],
    }))
    await add(manager.call, 'study.subject', { study, code: 'S1', department })
    const gather = await add(manager.call, 'gather.project', {
      study,
      code,
      name: '检验',
      nameEn: 'Laboratory',
      form: forms[0]?.id,
      intake: 'flag',
    })
    expect((await move(manager.call, 'gather.project', gather.id, 'open')).code).toBe(1)
    await send(String(manager.info.token), gather.id, `${code}.csv`)
    const search = { query: { search: JSON.stringify([{ field: 'gather', operator: '=', val: String(gather.id) }]) } }
    const found = async () => (await manager.call<{ list: Row[] }>('/admin/gather.delivery/index', search)).data.list[0]
    await expect.poll(async () => (await found())?.state).toBe('compared')
    const id = (await found())?.id ?? 0

    const page = await windowOf(browser, manager, lang)
    await open(page, `/admin/gather/delivery/${id}`)
    const header = page.locator('.record-header')
    await expect(page.getByText(words.waits)).toBeVisible()
    await saidInBoth(page, WORDS)
    await header.getByRole('button', { name: words.quarantine, exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: words.quarantine }).click()
    await expect(header).toContainText(words.quarantined)
    expect(await read(manager.call, 'gather.delivery', id)).toMatchObject({ state: 'quarantined', rowsIn: 2, rowsRejected: 1 })
    await saidInBoth(page, WORDS)
    await shot(page, `delivery-quarantined-${lang}`)

    await header.getByRole('button', { name: words.reject, exact: true }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByRole('button', { name: words.reject })).toBeDisabled()
    await dialog.getByLabel(words.why).fill('Wrong period')
    await noSeriousFindings(page, '[role=alertdialog]')
    await dialog.getByRole('button', { name: words.reject }).click()
    await expect(header).toContainText(words.rejected)
    await page.getByText(words.refused, { exact: true }).click()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: words.save }).click()])
    expect(await readFile(await file.path(), 'utf8')).toContain('S9')
    await saidInBoth(page, WORDS)
    await shot(page, `delivery-rejected-${lang}`)
    const history = await manager.call('/admin/gather.delivery/history', { query: { id: String(id) } })
    expect(JSON.stringify(history.data)).toContain('Wrong period')
    // Nothing of it was stored, and nobody decides about it again.
    expect((await manager.call<{ total: number }>(`/admin/clinical.data.f${forms[0]?.id ?? 0}/index`)).data.total).toBe(0)
    await expect(page.getByRole('button', { name: words.quarantine, exact: true })).toHaveCount(0)
  })
