import { writeXlsx } from 'hucre/xlsx'
import { DIMENSIONS } from '../check.ts'
import { text, type Text } from '../text.ts'
import { capOf, share, verdictOf, worstFirst } from '../verdict.ts'
import { IDENTIFIER_WORDS, SEVERITY_WORDS, STATUS_WORDS, TYPE_WORDS } from '../words.ts'
import type { ReportLanguage, ReportModel, ReportRun } from './model.ts'

type Value = string | number | null
type Sheet = { name: Text; header: readonly Text[]; widths: readonly number[]; rows: readonly (readonly Value[])[] }

/** The same report as sheets: summary, results, violations, parameters, columns. Texts stay texts: nothing a cell holds is a formula. */
export async function renderWorkbook(model: ReportModel, language: ReportLanguage = model.language): Promise<Uint8Array> {
  const { run } = model
  const called = calledIn(model, language)
  const sheets = [
    summary(model, language),
    ...(run ? [results(run, called), violations(run, called), parameters(run, called)] : []),
    columns(model, called),
  ]
  return writeXlsx({
    sheets: sheets.map(({ name, header, widths, rows }) => ({
      name: name[language],
      columns: widths.map((width) => ({ width })),
      rows: [header.map((item) => item[language]), ...rows.map((row) => [...row])],
      freezePane: { rows: 1 },
      autoFilter: { range: `A1:${String.fromCodePoint(64 + header.length)}${rows.length + 1}` },
    })),
  })
}

const t = text

/** Tables and columns as people call them, with their codes behind; a result without a table is about the only one, or about none. */
type Called = {
  language: ReportLanguage
  table(name: string | null): string | null
  columns(table: string | null, names: readonly string[]): string
}
const calledIn = ({ tables }: ReportModel, language: ReportLanguage): Called => {
  const of = ({ name, title }: { name: string; title?: Text }): string => (title ? `${title[language]} (${name})` : name)
  const known = new Map(
    tables.map((table) => [table.name, { name: of(table), columns: new Map(table.columns.map((one) => [one.name, of(one)])) }]),
  )
  const alone = tables.length === 1 ? tables[0]?.name : undefined
  return {
    language,
    table: (name) => (name === null ? null : (known.get(name)?.name ?? name)),
    columns: (table, names) => {
      const own = known.get(table ?? alone ?? '')?.columns
      return names.map((name) => own?.get(name) ?? name).join(', ')
    },
  }
}

function summary(model: ReportModel, language: ReportLanguage): Sheet {
  const { run } = model
  const cap = run && capOf(run.score, run.results)
  const rows: Value[][] = [
    ...(run
      ? [
          [say(t('结论', 'Verdict'), language), verdictOf(run.results).sentence[language]],
          [say(t('得分', 'Score'), language), run.score.score === null ? null : Number(run.score.score.toFixed(2))],
          ...(cap ? [[say(t('封顶于', 'Capped by'), language), cap.by.join(', ')]] : []),
          [say(t('适用', 'Applicable'), language), `${run.score.applicable}/${run.score.total}`],
          ...run.score.dimensions.map((item) => [
            `${DIMENSIONS[item.dimension][language]} (${item.applicable}/${item.total})`,
            item.score === null ? null : Number(item.score.toFixed(2)),
          ]),
          ...(run.parts ?? []).flatMap(({ title, list }) =>
            list.map(({ name, score, applicable, total }) => [
              `${title[language]}: ${name[language]} (${applicable}/${total})`,
              score === null ? null : Number(score.toFixed(2)),
            ]),
          ),
          [say(t('判断时点', 'Judged as of'), language), run.now],
        ]
      : []),
    ...model.tables.flatMap(({ name, rows: length, width, source, notes }) => [
      [name, `${length} × ${width} · ${source.format}${source.sha256 ? ` · sha256 ${source.sha256}` : ''}`],
      ...notes.map((note) => ['', note[language]]),
    ]),
    ...(model.run?.by ? [[say(t('引擎', 'Engine'), language), model.run.by[language]]] : []),
    ...model.facts.map(({ label, value }) => [label[language], typeof value === 'string' ? value : value[language]]),
    [say(t('生成', 'Made'), language), model.made],
  ]
  return { name: t('摘要', 'Summary'), header: [t('项目', 'Item'), model.title], widths: [30, 90], rows }
}

const say = (words: Text, language: ReportLanguage): string => words[language]

function results(run: ReportRun, { language, ...called }: Called): Sheet {
  return {
    name: t('结果', 'Results'),
    header: [
      t('状态', 'Status'),
      t('级别', 'Severity'),
      t('参数', 'Parameter'),
      t('检查', 'Check'),
      t('表', 'Table'),
      t('列', 'Columns'),
      t('违规', 'Violated'),
      t('判断', 'Judged'),
      t('比例', 'Share'),
      t('测得值', 'Value'),
      t('读不出', 'Unread'),
      t('说明', 'Note'),
    ],
    widths: [10, 10, 30, 26, 16, 26, 12, 12, 10, 12, 10, 50],
    rows: worstFirst(run.results).map((item) => [
      STATUS_WORDS[item.status][language],
      SEVERITY_WORDS[item.severity][language],
      item.parameter,
      item.title[language],
      called.table(item.table),
      called.columns(item.table, item.columns),
      item.violated,
      item.denominator,
      Number(share(item).toFixed(6)),
      item.value ?? null,
      item.unread || null,
      (item.message ?? (item.violated > 0 ? item.told : undefined))?.[language] ?? null,
    ]),
  }
}

/** What a sheet leaves out it says, in the line where it would stand. */
function violations(run: ReportRun, { language, ...called }: Called): Sheet {
  const rest = ({ parameter, violated, first }: ReportRun['results'][number]): Value[][] => {
    const left = violated - first.length
    const said = t(`共 ${violated} 条，这里只列出前 ${first.length} 条`, `The first ${first.length} of ${violated} are listed`)
    return first.length > 0 && left > 0 ? [[parameter, null, said[language], null, null]] : []
  }
  return {
    name: t('违规', 'Violations'),
    header: [t('参数', 'Parameter'), t('记录', 'Record'), t('键', 'Key'), t('字段', 'Field'), t('值', 'Value')],
    widths: [30, 10, 36, 20, 40],
    rows: worstFirst(run.results).flatMap((item) => [
      ...item.first.map(({ row, key, field, value }): Value[] => [
        item.parameter,
        row,
        key,
        called.columns(item.table, field.split(', ')),
        value,
      ]),
      ...rest(item),
    ]),
  }
}

function parameters(run: ReportRun, { language, ...called }: Called): Sheet {
  return {
    name: t('参数', 'Parameters'),
    header: [t('参数', 'Parameter'), t('检查', 'Check'), t('列', 'Columns'), t('设置', 'Settings')],
    widths: [30, 20, 30, 90],
    rows: run.results.map((item) => [
      item.parameter,
      `${item.check} ${item.slug}`,
      called.columns(item.table, item.columns),
      item.settings.map((line) => line[language]).join('; '),
    ]),
  }
}

function columns(model: ReportModel, { language, ...called }: Called): Sheet {
  return {
    name: t('变量', 'Columns'),
    header: [
      t('表', 'Table'),
      t('列', 'Column'),
      t('类型', 'Type'),
      t('有值', 'Filled'),
      t('缺失', 'Missing'),
      t('不同值', 'Distinct'),
      t('最小', 'Min'),
      t('中位', 'Median'),
      t('最大', 'Max'),
      t('疑似标识', 'Identifies?'),
      t('违规', 'Findings'),
    ],
    widths: [16, 26, 12, 12, 12, 12, 16, 14, 16, 20, 10],
    rows: model.tables.flatMap((table) =>
      table.columns.map(({ name, type, filled, missing, distinct, numbers, dates, identifiers, findings }) => [
        called.table(table.name),
        called.columns(table.name, [name]),
        TYPE_WORDS[type][language],
        filled,
        missing,
        distinct,
        numbers?.min ?? dates?.min ?? null,
        numbers?.quantiles.p50 ?? null,
        numbers?.max ?? dates?.max ?? null,
        identifiers.map(({ kind }) => IDENTIFIER_WORDS[kind][language]).join(', '),
        findings,
      ]),
    ),
  }
}
