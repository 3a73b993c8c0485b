import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { openArea } from './area-kit.ts'
import { signIn } from './list-kit.ts'
import type { Client } from './list-kit.ts'
import { noSeriousFindings } from './page-kit.ts'
import { saidInBoth, seen, walkedOnce } from './walked-in.ts'

type Row = Record<string, unknown> & { id: number }
test.slow()
const list = async (client: Client, name: string, search: object[] = []) =>
  (await client.call<{ list: Row[] }>(`/admin/${name}/index?limit=200&search=${encodeURIComponent(JSON.stringify(search))}`)).data.list

/** The demo study with what quality control has found in it. */
const demo = async (client: Client) => {
  const [study] = await list(client, 'study.project', [{ field: 'code', operator: '=', val: 'HTN-2026' }])
  const [found] = await list(client, 'finding', [{ field: 'field', operator: '=', val: 'sbp' }])
  return {
    study: study!.id,
    form: Number(found!['form']),
    record: Number(found!['record']),
    finding: found!.id,
    name: String(found!['name']),
  }
}

const shot = async (page: Page, name: string) => {
  const folder = process.env['SHOT']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}

const WORDS = {
  'zh-cn': {
    mark: '有未处理的质控问题',
    form: '对本表单运行质控',
    study: '对整个研究运行质控',
    going: /^质控运行中/,
    see: '查看结果',
    open: '打开记录',
    findings: '质控问题',
    vitals: '生命体征',
    systolic: '收缩压',
    diastolic: '舒张压',
  },
  en: {
    mark: 'Has open QC findings',
    form: 'Run QC on this form',
    study: 'Run QC on the whole study',
    going: /^QC is running/,
    see: 'See the result',
    open: 'Open the record',
    findings: 'QC findings',
    vitals: 'Vital signs',
    systolic: 'Systolic',
    diastolic: 'Diastolic',
  },
} as const

for (const lang of walkedOnce('zh-cn')) {
  const words = WORDS[lang]
  test(`AA-07 quality control of a form is started beside its data, and cells show what it found (${lang})`, async ({ page, request }) => {
    const { study, form } = await demo(await signIn(request))
    // All of them: what other tests enter stands before them.
    await openArea(page, `/admin/clinical/data?study=${study}&form=${form}&f${form}.limit=100`, { lang })
    await expect(page.getByText(words.mark).first()).toBeAttached()
    await page.getByRole('button', { name: words.form }).click()
    // This server has no worker: it waits.
    await expect(page.getByRole('status').filter({ hasText: words.going })).toBeVisible()
    await seen(page, WORDS)
    await shot(page, `form-${lang}`)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('button', { name: words.form })).toBeVisible()
    await seen(page, WORDS)
    await page.getByRole('link', { name: words.see }).click()
    await expect(page).toHaveURL(/\/admin\/qc\/run\/\d+/)
  })

  test(`AA-07 a finding leads to its record, which lists it by field (${lang})`, async ({ page, request }) => {
    const { finding, record, name } = await demo(await signIn(request))
    await openArea(page, `/admin/finding/${finding}`, { lang })
    await expect(page.getByRole('link', { name: words.open })).toBeVisible()
    // What it looked at is called as in the study, not by its code.
    await expect(page.locator('.finding-context [data-looked] dt')).toContainText(words.systolic)
    await expect(page.locator('.finding-case .body-view dd').first()).toHaveText(words.vitals)
    // Beside it the rest of the record, and through which runs it was found.
    await expect(page.locator('.finding-neighbours dt').filter({ hasText: words.diastolic })).toBeVisible()
    await expect(page.locator('.finding-seen a').first()).toHaveAttribute('href', /\/admin\/qc\/run\/\d+$/)
    await noSeriousFindings(page)
    await shot(page, `finding-${lang}`)
    await page.getByRole('link', { name: words.open }).click()
    await expect(page).toHaveURL(new RegExp(`record=${record}`))
    const section = page.getByRole('region', { name: words.findings })
    await expect(section.getByRole('link', { name: new RegExp(`^${words.systolic}`) }).first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 }).first()).toContainText(name.split(' · ')[0]!)
    await shot(page, `record-${lang}`)
    await noSeriousFindings(page)
  })
}

test('AA-07 quality control of the whole study is started on its page', async ({ page, request }) => {
  const { study } = await demo(await signIn(request))
  await openArea(page, `/admin/study/project/${study}`, { lang: 'zh-cn' })
  await page.getByRole('button', { name: WORDS['zh-cn'].study }).click()
  await expect(page.getByRole('status').filter({ hasText: WORDS['zh-cn'].going })).toBeVisible()
  await noSeriousFindings(page)
})

const WHY = {
  'zh-cn': { manual: '由人手动开始', gate: '在研究冻结前要求运行：', recheck: '更正数据后或再次运行时复核' },
  en: { manual: 'Started by hand', gate: 'Asked for before freezing the study:', recheck: 'Re-check after a correction, or run again' },
} as const
for (const lang of walkedOnce('en'))
  test(`AA-07 the page of a run says what it began for, and leads there (${lang})`, async ({ page, request }) => {
    const client = await signIn(request)
    const { study } = await demo(client)
    const [set] = await list(client, 'control.set', [{ field: 'code', operator: '=', val: 'HTN-FOLLOW' }])
    const begin = async (action: string, body: object): Promise<number> => {
      const { code, msg, data } = await client.call<{ id: number }>(`/admin/qc.run/${action}`, body)
      expect([code, msg]).toEqual([1, msg])
      return data.id
    }
    const manual = await begin('judge', { study, form: null, set: set!.id })
    const runs = {
      manual,
      gate: await begin('gate', { study, set: set!.id }),
      recheck: await begin('again', { ids: [manual] }),
    }
    for (const [trigger, words] of Object.entries(WHY[lang])) {
      await openArea(page, `/admin/qc/run/${runs[trigger as keyof typeof runs]}`, { lang })
      await expect(page.locator('.run-why')).toContainText(words)
      await saidInBoth(page, WHY)
    }
    await openArea(page, `/admin/qc/run/${runs.gate}`, { lang })
    await seen(page, WHY)
    await page.locator('.run-why').getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`/admin/study/project/${study}$`))
  })
