import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type QcWorkspace } from '../database.ts'
import { runChecks } from '../engine.ts'
import type { Parameter } from '../parameter.ts'
import type { StagedTable } from '../table.ts'
import { stageRows } from '../testing/stage-rows.ts'
import { text } from '../text.ts'
import { buildReport } from './build.ts'
import type { ReportModel } from './model.ts'
import { renderReport, reportIn } from './render.ts'
import { renderWorkbook } from './workbook.ts'

let db: QcWorkspace
let table: StagedTable
const PARAMETERS: readonly Parameter[] = [
  { id: 'fine', check: 'not_null', columns: ['id'] },
  { id: 'sbp', check: 'range', columns: ['sbp'], params: { min: 60, max: 260 }, groupBy: ['site'], severity: 'blocking' },
  { id: 'sex', check: 'in_set', columns: ['sex'], params: { values: ['F', 'M'] }, severity: 'minor' },
  { id: 'name', check: 'regex', columns: ['姓名'], params: { pattern: '[a-z]+' }, severity: 'info' },
]
beforeAll(async () => {
  db = await openDatabase({ threads: 1, memory: '256MB' })
  const rows = Array.from({ length: 60 }, (_, index) => [
    `P${index}`,
    `S${index % 3}`,
    index === 7 ? '1300' : String(110 + index),
    index === 9 ? '<script>alert(1)</script>' : 'F',
    ['王小明', '李大为', '张三丰'][index % 3]!,
    index % 2 ? null : 'x',
  ])
  table = await stageRows(db, 'visits', ['id', 'site', 'sbp', 'sex', '姓名', 'note'], rows)
})
afterAll(() => db.close())

async function model(more: Partial<Parameters<typeof buildReport>[0]> = {}, parameters = PARAMETERS): Promise<ReportModel> {
  const run = await runChecks({ database: db, tables: [table], parameters, keys: { visits: ['id'] }, now: '2026-01-31T00:00:00' })
  return buildReport({
    database: db,
    tables: [table],
    run,
    parameters,
    language: 'zh',
    title: text('质控报告', 'Quality report'),
    made: '2026-01-31T08:00:00',
    ...more,
  })
}
const PART = {
  title: text('按科室得分', 'Score by site'),
  list: [{ name: text('心内科', 'Cardiology'), score: 71.25, applicable: 3, total: 4 }],
}
/** The page as a reader of one language sees it. */
const shown = (page: string, language: 'zh' | 'en'): string =>
  page
    .replaceAll(/<(style|script)>.*?<\/\1>/gs, '')
    .replaceAll(new RegExp(`<i lang="${language === 'zh' ? 'en' : 'zh'}">.*?</i>`, 'gs'), '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

it('prints with a running head in the language that is shown, and opens in the one that is asked for', async () => {
  const page = renderReport(await model())
  expect(page).toContain("html[lang^='zh'] body{page:report-zh}")
  expect(page).toMatch(/@page report-en\{[^}]*\{content:"Quality report"/)
  const english = reportIn(page, 'en')
  expect(english).toContain('<html lang="en">')
  expect(english.replace('<html lang="en">', '<html lang="zh">')).toBe(page)
})

it('says the verdict before the score, and what capped the score, in both languages', async () => {
  const page = renderReport(await model({ parts: [PART] }))
  expect(shown(page, 'en')).toMatch(/Score by site\s+Cardiology\s+3\/4\s+71\.[23]/)
  const zh = shown(page, 'zh')
  const en = shown(page, 'en')
  expect(zh.indexOf('不可放行：1 个阻断项未通过')).toBeGreaterThan(-1)
  expect(zh.indexOf('不可放行')).toBeLessThan(zh.indexOf('59.0'))
  expect(zh).toContain('封顶 59：阻断项 sbp 未通过')
  expect(en).toContain('Not fit for release: 1 blocking check failed; 2 more failed (4 of 4 checks judged)')
  expect(en).toContain('capped at 59 because sbp (blocking) failed')
  expect(en.replaceAll(/质控报告|中文|姓名/g, '')).not.toMatch(/\p{Script=Han}/u)
})

it('is complete in itself: no address, one script under its hash', async () => {
  const page = renderReport(await model())
  expect(page).toContain("default-src 'none'")
  expect(page.match(/<script/g)).toHaveLength(1)
  expect(page).not.toMatch(/(?:src|href)="(?!data:image\/png;base64,|#)/)
})

it('escapes every cell, also where it could end a style or turn the text', async () => {
  const page = renderReport({ ...(await model()), title: text('a"}</style><b>', 'a"}</style><b>') })
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page).not.toContain('<script>alert')
  expect(page.match(/<\/style>/g)).toHaveLength(1)
})

it('calls tables and columns what people call them, with their codes beside it', async () => {
  const own = await model()
  const title = text('随访<b>', 'Visits <b>')
  const columns = (of: ReportModel['tables'][number]) =>
    of.columns.map((one) => (one.name === 'sbp' ? { ...one, title: text('收缩压', 'Systolic') } : one))
  const page = renderReport({ ...own, tables: own.tables.map((one) => ({ ...one, title, columns: columns(one) })) })
  expect(shown(page, 'en')).toMatch(/Columns\s+Visits &lt;b&gt;\s+visits\s/)
  expect(shown(page, 'zh')).toMatch(/缺失\s+随访&lt;b&gt;\s+visits\s/)
  expect(shown(page, 'en')).toMatch(/ Systolic\s+sbp\s/)
  expect(shown(page, 'en')).toMatch(/ sex\s/)
  const sheets = await readXlsx(
    await renderWorkbook(
      {
        ...own,
        facts: [{ label: text('触发', 'Trigger'), value: text('定时', 'Schedule') }],
        tables: own.tables.map((one) => ({ ...one, title, columns: columns(one) })),
      },
      'en',
    ),
  )
  const [summary, results, violations, parameters, variables] = sheets.sheets.map(({ rows }) => rows)
  expect(summary).toContainEqual(['Trigger', 'Schedule'])
  expect(results!.find((row) => row[2] === 'sbp')!.slice(4, 6)).toEqual(['Visits <b> (visits)', 'Systolic (sbp)'])
  expect(violations!.find((row) => row[0] === 'sbp')![3]).toBe('Systolic (sbp)')
  expect(parameters!.find((row) => row[0] === 'sbp')![2]).toBe('Systolic (sbp)')
  expect(variables!.map((row) => row[1])).toContain('Systolic (sbp)')
})

it('lists results worst first with the failing rows by key, and folds what passed', async () => {
  const page = renderReport(await model())
  const order = [...page.matchAll(/class="result" data-status="(\w+)" data-severity="(\w+)"/g)].map(
    ([, status, severity]) => `${status} ${severity}`,
  )
  expect(order).toEqual(['failed blocking', 'failed minor', 'failed info', 'passed major'])
  expect(page.indexOf('class="fold"')).toBeLessThan(page.indexOf('data-status="passed"'))
  expect(shown(page, 'en')).toMatch(/Record id Field Value 8 P7 sbp 1300/)
})

it('shows no value of a column that looks like names, unless asked', async () => {
  const hidden = await model()
  expect(hidden.tables[0]!.columns.find(({ name }) => name === '姓名')).toMatchObject({ top: [], identifiers: [{ kind: 'person_name' }] })
  expect(renderReport(hidden)).not.toContain('王小明')
  expect(Buffer.from(await renderWorkbook(hidden)).length).toBeGreaterThan(0)
  expect(renderReport(await model({ identifying: true }))).toContain('王小明')
})

it('draws a distribution that one wild value does not flatten, with the limits', async () => {
  const { tables } = await model()
  const sbp = tables[0]!.columns.find(({ name }) => name === 'sbp')!
  expect(sbp.limits).toEqual([{ min: 60, max: 260, parameter: 'sbp', out: 1 }])
  expect(sbp.bars!.counts.filter((times) => times > 0).length).toBeGreaterThan(8)
  expect(sbp.bars!.counts.reduce((sum, times) => sum + times, 0) + sbp.bars!.above + sbp.bars!.below).toBe(60)
})

it('marks where cells are missing', async () => {
  const { missing } = (await model()).tables[0]!
  expect(missing!.shares.map((line) => line[5])).toEqual(Array.from({ length: 60 }, (_, index) => (index % 2 ? 255 : 0)))
})

it('says so when nothing applies, never 100', async () => {
  const page = renderReport(
    await model({}, [{ id: 'x', check: 'range', columns: ['weight'], params: { min: 0 }, whenAbsent: 'not_applicable' }]),
  )
  expect(shown(page, 'en')).toContain('Nothing could be judged: no check applies (of 1)')
  expect(page).toContain('–<small> / 100</small>')
})

it('writes the same as a workbook', async () => {
  const cut = await readXlsx(await renderWorkbook(await model({ first: 1, parts: [PART] }), 'en'))
  const many = (await model()).run!.results.find(({ violated }) => violated > 1)!
  expect(cut.sheets[2]!.rows.map((row) => row[2])).toContain(`The first 1 of ${many.violated} are listed`)
  expect(cut.sheets[0]!.rows.map((row) => row.slice(0, 2))).toContainEqual(['Score by site: Cardiology (3/4)', 71.25])
  const book = await readXlsx(await renderWorkbook(await model()))
  expect(book.sheets.map(({ name }) => name)).toEqual(['摘要', '结果', '违规', '参数', '变量'])
  expect(book.sheets[1]!.rows[1]!.slice(0, 4)).toEqual(['未通过', '阻断', 'sbp', '数值范围'])
  expect(book.sheets[2]!.rows[1]).toEqual(['sbp', 8, '{"id":"P7"}', 'sbp', '1300'])
})

it('is a profile without a run', async () => {
  const page = renderReport(
    await buildReport({ database: db, tables: [table], language: 'en', title: text('概况', 'Profile'), made: '2026-01-31T08:00:00' }),
  )
  expect(page).toContain('class="cards"')
  expect(page).not.toContain('class="verdict')
})

it('compares with the run before and draws control charts whose figures stand behind them', async () => {
  const { run, ...rest } = await model()
  const points = Array.from({ length: 9 }, (_, at) => ({
    label: `#${at}`,
    at: '2026-01-02T03:04:05',
    figure: at === 8 ? 40 : 90,
    rules: at === 8 ? ['1-3s'] : [],
  }))
  const history = {
    before: {
      title: '<b>第一次</b>',
      at: '2026-01-02T03:04:05',
      score: 71.25,
      changes: [
        {
          code: 'sbp',
          title: text('收缩压', 'Systolic'),
          kind: 'worse',
          now: { status: 'failed', violated: 1, denominator: 60 },
          before: { status: 'passed', violated: 0, denominator: 60 },
        },
      ],
    },
    charts: [{ title: text('总分', 'Score'), unit: text('分', 'points'), limits: { mean: 90, sd: 2 }, points }],
  } as const
  const page = renderReport({ ...rest, run: { ...run!, history } })
  const en = shown(page, 'en')
  expect(en).toContain('Compared with the run before')
  expect(en).toContain('71.3 → 59.0')
  expect(en).toMatch(/↓ worse 1/)
  expect(en).toMatch(/Systolic sbp ✓ passed 0\/60 · 0\s% ▲ FAILED 1\/60/)
  expect(page).toContain('&lt;b&gt;第一次')
  expect(page.match(/class="dot/g)).toHaveLength(9)
  expect(page.match(/class="broken failed"/g)).toHaveLength(1)
  expect(en).toMatch(/#8 2026-01-02 03:04 40 1-3s/)
  // Without a run before there is no word about one.
  expect(renderReport(await model())).not.toContain('id="comparison"')
})
