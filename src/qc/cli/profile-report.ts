import type { ColumnProfile, TableProfile } from '../profile/types.ts'
import type { StagedTable } from '../table.ts'
import { IDENTIFIER_WORDS, TYPE_WORDS } from '../words.ts'
import { say, type Language } from './language.ts'
import { noteLine, sourceLines } from './source-report.ts'
import { textTable } from './text-table.ts'

const BARS = '▁▂▃▄▅▆▇█'
const SHOWN_COLUMNS = 200
const SHOWN_NOTES = 30

export function profileReport(profile: TableProfile, table: StagedTable, language: Language, written?: string): string {
  const zh = language === 'zh'
  const columns = [
    { title: zh ? '列' : 'Column', most: 24 },
    { title: zh ? '类型' : 'Type' },
    { title: zh ? '缺失%' : 'Missing %', right: true },
    { title: zh ? '不同值' : 'Distinct', right: true },
    { title: zh ? '最小' : 'Min', most: 19 },
    { title: zh ? '中位' : 'Median', right: true },
    { title: zh ? '最大' : 'Max', most: 19 },
    { title: zh ? '分布' : 'Shape', most: 22 },
    { title: zh ? '常见值' : 'Frequent', most: 36 },
    { title: zh ? '疑似标识' : 'Identifies?', most: 20 },
  ]
  const shown = profile.columns.slice(0, SHOWN_COLUMNS)
  const rest = profile.columns.length - shown.length
  const guard = profile.guard.slice(0, SHOWN_NOTES).map((note) => `  ${noteLine(note, language)}`)
  return [
    sourceLines(table, language).join('\n'),
    textTable(
      columns,
      shown.map((column) => columnRow(column, profile.rows, language)),
    ),
    rest > 0 ? `… ${rest} ${zh ? '列未列出（用 --json 查看全部）' : 'more columns (use --json for all)'}` : '',
    guard.length > 0 ? [zh ? '导入时会被改动的内容：' : 'What reading elsewhere would change:', ...guard].join('\n') : '',
    zh
      ? `建议的控制参数：${profile.suggested.length} 个（${written ? `已写入 ${written}` : '--suggest 文件 可写出'}）`
      : `${profile.suggested.length} suggested parameters (${written ? `written to ${written}` : 'write them with --suggest FILE'})`,
  ]
    .filter((block) => block !== '')
    .join('\n\n')
}

function columnRow(column: ColumnProfile, rows: number, language: Language): string[] {
  const { numbers, dates } = column
  const mixed = column.typeShare < 1 ? ` ${(column.typeShare * 100).toFixed(1)}%` : ''
  return [
    column.name,
    say(TYPE_WORDS[column.type], language) + mixed,
    rows === 0 ? '' : ((column.missing / rows) * 100).toFixed(1),
    (column.distinctExact ? '' : '≈') + column.distinct.toLocaleString('en'),
    numbers ? short(numbers.min) : (dates?.min ?? ''),
    numbers ? short(numbers.quantiles.p50) : '',
    numbers ? short(numbers.max) : (dates?.max ?? ''),
    numbers ? bars(numbers.histogram.map((bin) => bin.count)) : (column.patterns[0]?.pattern ?? ''),
    column.top
      .slice(0, 4)
      .map((item) => item.value)
      .join(' | '),
    column.identifiers.map((item) => say(IDENTIFIER_WORDS[item.kind], language)).join(', '),
  ]
}

/** A whole number is shown whole, or marked where it is not: a rounded identifier is another identifier. */
const short = (value: number): string =>
  Number.isSafeInteger(value)
    ? String(value)
    : `${Math.abs(value) > Number.MAX_SAFE_INTEGER ? '≈' : ''}${String(Number(value.toPrecision(6)))}`

function bars(counts: readonly number[]): string {
  const most = Math.max(1, ...counts)
  return counts.map((count) => (count === 0 ? ' ' : BARS[Math.min(7, Math.floor((count / most) * 8))])).join('')
}
