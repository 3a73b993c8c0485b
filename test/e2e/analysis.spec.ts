import { readFile } from 'node:fs/promises'
import { expect, test, type Page } from '@playwright/test'
import { unzip } from '../unzip.ts'
import { add, move, read } from '../study-kit.ts'
import { fitsPhone, only, ownServer, shot, type Lang, type Person } from './own-server.ts'
import { noSeriousFindings } from './page-kit.ts'
import { seen, walkedOnce } from './walked-in.ts'

test.describe.configure({ mode: 'serial' })
const { signIn, memberIn, windowOf, open } = ownServer()

const WORDS = {
  'zh-cn': {
    sex: /^性别/,
    sbp: /^收缩压/,
    treatment: '性别的处理',
    quasi: '性别是准标识符',
    form: '生命体征',
    condition: '条件',
    assess: '试算',
    first: '请先选变量，再试算',
    wrong: /队列条件有误/,
    cohort: /队列中有 (\d+|<5) 名受试者/,
    save: '保存',
    saved: '已保存',
    edit: '编辑',
    submit: '提交',
    submitted: '已提交',
    approve: '批准',
    approved: '已批准',
    make: '生成数据包',
    download: '下载数据包',
    taken: '还没有人下载',
    bar: '女',
  },
  en: {
    sex: /^Sex/,
    sbp: /^Systolic/,
    treatment: 'What becomes of Sex',
    quasi: 'Sex is a quasi-identifier',
    form: 'Vital signs',
    condition: 'Condition',
    assess: 'Try it out',
    first: 'Choose variables first, then try it out',
    wrong: /The cohort cannot be read/,
    cohort: /(\d+|<5) subjects in the cohort/,
    save: 'Save',
    saved: 'Saved',
    edit: 'Edit',
    submit: 'Submit',
    submitted: 'Submitted',
    approve: 'Approve',
    approved: 'Approved',
    make: 'Make the package',
    download: 'Download the package',
    taken: 'Nobody has downloaded it yet.',
    bar: 'Female',
  },
} as const

const name = (page: Page) => page.locator('.record-name')
const pressed = async (page: Page, verb: string) => {
  await page
    .getByRole('toolbar')
    .first()
    .getByRole('button', { name: /^更多|^More/ })
    .click()
  await page.getByRole('menuitem', { name: verb, exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: verb, exact: true }).click()
  await expect(dialog).toHaveCount(0)
}
const requested = async ({ call }: Person, code: string) => {
  const study = await only(call, 'study.project', [{ field: 'code', operator: '=', val: 'HTN-2026' }])
  return (await add(call, 'analysis.project', { study: study.id, code, title: code, purpose: '血压分布', validUntil: '2099-12-31' })).id
}

/** The plan on a page that counts while one types. */
const arrange = async (page: Page, id: number, lang: Lang): Promise<void> => {
  const words = WORDS[lang]
  await open(page, `/admin/analysis/project/${id}?tab=plan`)
  await page.getByRole('button', { name: words.assess, exact: true }).click()
  await expect(page.getByText(words.first)).toBeVisible()
  await page.getByRole('checkbox', { name: words.sex }).first().check()
  await page.getByRole('checkbox', { name: words.sbp }).first().check()
  await page.getByLabel(words.quasi).check()
  await page.getByRole('combobox').first().selectOption({ label: words.form })
  const condition = page.getByLabel(words.condition, { exact: true })
  await condition.fill('sbp >')
  await expect(page.getByText(words.wrong)).toBeVisible()
  await expect(condition).toHaveAttribute('aria-invalid', 'true')
  await condition.fill('sbp >= 100')
  const said = page.getByText(words.cohort)
  await expect(said).toBeVisible()
  await expect(page.getByText(words.first)).toHaveCount(0)
  // The same figure as the trial below, and the toast that would say it a third time stays away.
  const n = words.cohort.exec(await said.innerText())?.[1]
  await expect(page.locator('[data-figure=subjects]')).toContainText(`${n} → `)
  await expect(page.locator('.toast')).toHaveCount(0)
  await seen(page, WORDS)
  await shot(page, `analysis-plan-${lang}`)
  await fitsPhone(page)
  await seen(page, WORDS)
  await shot(page, `analysis-plan-phone-${lang}`)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: words.save, exact: true }).click()
  await expect(page.locator('.analysis-save')).toContainText(words.saved)
}

for (const lang of walkedOnce('zh-cn'))
  test(`AA-03 request, cohort, approval by another, package and download (${lang})`, async ({ browser }) => {
    const words = WORDS[lang]
    const [analyst, head] = [await signIn('datamanager'), await signIn('admin')]
    const id = await requested(analyst, `AN-${lang.slice(0, 2)}`)
    const desk = await windowOf(browser, analyst, lang)
    await arrange(desk, id, lang)
    await pressed(desk, words.submit)
    await expect(name(desk)).toContainText(words.submitted)
    const other = await windowOf(browser, head, lang)
    await open(other, `/admin/analysis/project/${id}?tab=plan`)
    await expect(other.getByRole('button', { name: words.save, exact: true })).toHaveCount(0)
    await expect(other.getByLabel(words.treatment)).toBeDisabled()
    await expect(other.getByRole('button', { name: words.edit, exact: true })).toBeVisible()
    await pressed(other, words.approve)
    await expect(name(other)).toContainText(words.approved)
    // What was agreed to is not changed: nothing offers it.
    await expect(other.getByRole('button', { name: words.edit, exact: true })).toHaveCount(0)
    await open(other, `/admin/analysis/project/${id}?tab=release`)
    await other.getByRole('button', { name: words.make, exact: true }).click()
    await expect(other.getByText(words.taken)).toBeVisible()
    await expect(other.locator('.analysis-looks')).toContainText(words.bar)
    await seen(other, WORDS)
    await shot(other, `analysis-release-${lang}`)
    await open(desk, `/admin/analysis/project/${id}?tab=release`)
    const download = desk.waitForEvent('download')
    await desk.getByRole('button', { name: words.download, exact: true }).click()
    expect((await download).suggestedFilename()).toBe(`AN-${lang.slice(0, 2)}.zip`)
    const { sha256 } = await read(head.call, 'analysis.project', id)
    await expect(desk.locator('.analysis-downloads')).toContainText(String(sha256).slice(0, 16))
    await fitsPhone(desk)
    await seen(desk, WORDS)
    await shot(desk, `analysis-release-phone-${lang}`)
  })

test('a plan that is not saved is still there after a look elsewhere', async ({ browser }) => {
  const analyst = await signIn('datamanager')
  const id = await requested(analyst, 'AN-LEAVE')
  const page = await windowOf(browser, analyst, 'en')
  await open(page, `/admin/analysis/project/${id}?tab=plan`)
  await page.getByRole('checkbox', { name: WORDS.en.sex }).first().check()
  await page.getByRole('link', { name: 'Analysis projects' }).last().click()
  await expect(page).not.toHaveURL(/tab=plan/)
  await page.goBack()
  await expect(page.getByRole('checkbox', { name: WORDS.en.sex }).first()).toBeChecked()
  await expect(page.locator('.analysis-save')).toContainText('Not saved yet')
})

/** The bar that sends stays in sight while the page moves under it, and nothing of the page's lies over it. */
const sendBarIsClear = async (page: Page): Promise<void> => {
  const covered = () =>
    page.locator('.member-analysis-save').evaluate(
      (bar) =>
        [...bar.querySelectorAll('button')].filter((button) => {
          const { x, y, width, height } = button.getBoundingClientRect()
          const whole = y + height < innerHeight - 4
          return !whole || !button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
        }).length,
    )
  for (const place of ['start', 'center', 'end'] as const) {
    await page.locator('.member-analysis').evaluate((article, block) => article.scrollIntoView({ block }), place)
    await expect.poll(covered).toBe(0)
  }
}

test('AA-03 a member asks for data on a phone, reads the decision and takes the package', async ({ browser }) => {
  const [member, lead] = [await memberIn('student'), await signIn('admin')]
  const page = await windowOf(browser, member, 'zh-cn')
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/user/study/analysis')
  const ask = page.getByRole('link', { name: /^申请“.*”的数据$/ }).first()
  await expect(ask).toHaveAttribute('data-look', 'primary')
  await fitsPhone(page)
  await shot(page, 'member-analysis-list')
  await ask.click()
  await page.getByLabel('名称').fill('手机上的申请')
  await page.getByLabel('数据用来做什么').fill('随访期血压')
  await page.getByLabel('使用到').fill('2099-12-31')
  await page.getByRole('button', { name: '下一步：队列与变量' }).click()
  await page.getByRole('checkbox', { name: WORDS['zh-cn'].sex }).first().check()
  await page.getByRole('checkbox', { name: WORDS['zh-cn'].sbp }).first().check()
  await page.getByRole('checkbox', { name: 'Excel' }).check()
  await page.getByRole('checkbox', { name: 'SAS XPT' }).check()
  await expect(page.getByText(WORDS['zh-cn'].cohort)).toBeVisible()
  await sendBarIsClear(page)
  await fitsPhone(page)
  await noSeriousFindings(page)
  await shot(page, 'member-analysis-draft')
  await page.getByRole('button', { name: '提交申请' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await expect(page.locator('.member-standing').first()).toHaveText('等待决定')
  const id = Number(new URL(page.url()).searchParams.get('id'))

  expect(await move(lead.call, 'analysis.project', id, 'approved')).toMatchObject({ code: 1 })
  expect(await lead.call('/admin/analysis.project/release', { body: { ids: [id] } })).toMatchObject({ code: 1 })
  await expect.poll(async () => (await read(lead.call, 'analysis.project', id)).state).toBe('released')

  await page.reload()
  await expect(page.locator('.member-standing').first()).toHaveText('可以下载')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载数据包' }).click()
  const { code } = await read(lead.call, 'analysis.project', id)
  const taken = await download
  expect(taken.suggestedFilename()).toBe(`${String(code)}.zip`)
  const files = unzip(await readFile(await taken.path()))
  const names = [...files.keys()]
  const data = ['data/demography.csv', 'data/vitals.csv', 'data/demography.xlsx', 'data/vitals.xlsx']
  expect(names).toEqual(expect.arrayContaining([...data, 'dictionary.csv', 'dictionary.xml', 'evidence.json', 'SHA256SUMS']))
  // Names of more than eight letters do not fit into XPT: the file is not there, and the evidence says so.
  expect(names).not.toContain('data/demography.xpt')
  expect(String(files.get('evidence.json'))).toContain('“demography” is not at most 8')
  await expect(page.locator('.analysis-downloads')).toContainText(String(member.info['nickname']))
  await fitsPhone(page)
  await shot(page, 'member-analysis-package')

  const english = await windowOf(browser, member, 'en')
  await english.setViewportSize({ width: 390, height: 844 })
  await open(english, `/user/study/analysis?id=${id}`)
  await expect(english.locator('.member-standing').first()).toHaveText('Ready to download')
  await expect(english.getByRole('button', { name: 'Download the package' })).toBeVisible()
  await expect(english.getByText('Also as')).toBeVisible()
  await fitsPhone(english)
  await shot(english, 'member-analysis-package-en')
})
