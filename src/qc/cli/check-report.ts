import { DIMENSIONS } from '../check.ts'
import { findCheck } from '../checks/registry.ts'
import type { Run } from '../engine.ts'
import type { CheckResult } from '../result.ts'
import { CAP } from '../score.ts'
import { REASONS } from '../shape.ts'
import type { StagedTable } from '../table.ts'
import { capOf, verdictOf, worstFirst } from '../verdict.ts'
import type { Violation } from '../violations.ts'
import { SEVERITY_WORDS, STATUS_SIGNS, STATUS_WORDS } from '../words.ts'
import type { Paint } from './colour.ts'
import { groupLines } from './group-report.ts'
import { say, type Language } from './language.ts'
import { percent } from './percent.ts'
import { sourceLines } from './source-report.ts'
import { printable, textTable } from './text-table.ts'

const NAMED = 6

export type CheckReport = {
  run: Run
  tables: readonly StagedTable[]
  first: ReadonlyMap<string, readonly Violation[]>
  /** Rows by parameter that could not be read and so were not judged. */
  unread?: ReadonlyMap<string, number>
  /** What was written where, a sentence each. */
  written?: readonly string[]
}

/** The verdict first, then what is wrong, worst first; what passed is a number. */
export function checkReport(
  { run, tables, first, unread = new Map(), written = [] }: CheckReport,
  language: Language,
  paint: Paint = (text) => text,
): string {
  const zh = language === 'zh'
  const columns = [
    { title: zh ? '状态' : 'Status' },
    { title: zh ? '参数' : 'Parameter', most: 40 },
    { title: zh ? '检查' : 'Check', most: 28 },
    { title: zh ? '列' : 'Columns', most: 30 },
    { title: zh ? '级别' : 'Severity' },
    { title: zh ? '违规' : 'Violated', right: true },
    { title: zh ? '判断' : 'Of', right: true },
    { title: '%', right: true },
    { title: zh ? '测得值' : 'Value', right: true },
  ]
  const sorted = worstFirst(run.results)
  const shown = sorted.filter(({ status }) => status !== 'passed')
  const passed = sorted.length - shown.length
  const { tone, sentence } = verdictOf(run.results)
  const blocks = [
    tables.flatMap((table) => sourceLines(table, language)).join('\n'),
    [paint(`${STATUS_SIGNS[tone]} ${say(sentence, language)}`, tone), ...scoreLines(run, language)].join('\n'),
    shown.length === 0
      ? ''
      : textTable(
          columns,
          shown.map((result) => resultRow(result, language)),
          (line, index) => paint(line, shown[index]!.status),
        ),
    passed > 0
      ? paint(zh ? `✓ 另有 ${passed} 项通过（--json 或 --report 列出）` : `✓ ${passed} passed (listed by --json and --report)`, 'passed')
      : '',
    groupLines(run.results, language),
    details(sorted, language),
    unreadLines(unread, language),
    violationLines(sorted, first, language),
    written.join('\n'),
  ]
  return blocks.filter((block) => block !== '').join('\n\n')
}

/** Not judged is not passed: it is said, and in words. */
const unreadLines = (unread: ReadonlyMap<string, number>, language: Language): string =>
  [...unread]
    .map(([parameter, rows]) => {
      const count = rows.toLocaleString('en')
      if (language === 'zh') return `${parameter}：${count} 行有读不出的值，未判断`
      return `${parameter}: ${count} ${rows === 1 ? 'row has a value that cannot be read and was not judged' : 'rows have values that cannot be read and were not judged'}`
    })
    .join('\n')

function resultRow(result: CheckResult, language: Language): string[] {
  const counted = result.status === 'failed' || result.status === 'warned' || result.status === 'passed'
  const title = findCheck(result.check)?.title
  return [
    say(STATUS_WORDS[result.status], language),
    result.parameter,
    title ? say(title, language) : result.slug,
    result.columns.join(', '),
    say(SEVERITY_WORDS[result.severity], language),
    counted ? result.violated.toLocaleString('en') : '',
    counted ? result.denominator.toLocaleString('en') : '',
    counted && result.denominator > 0 ? percent(result.violated / result.denominator) : '',
    typeof result.value === 'number' ? String(Number(result.value.toPrecision(6))) : '',
  ]
}

/** Why a check has no verdict: each in one line, naming the parameter. */
function details(results: readonly CheckResult[], language: Language): string {
  return results
    .filter((result) => result.status === 'error' || result.status === 'not_applicable')
    .map((result) => {
      const reason = result.reason ? `${result.parameter}: ${say(REASONS[result.reason], language)}` : result.parameter
      return `${say(STATUS_WORDS[result.status], language)}: ${result.message ? say(result.message, language) : reason}`
    })
    .join('\n')
}

function violationLines(results: readonly CheckResult[], first: ReadonlyMap<string, readonly Violation[]>, language: Language): string {
  const zh = language === 'zh'
  // A duplicate row is wrong as a whole: no single cell is to blame.
  const ofRows = new Set(results.filter(({ level }) => level === 'row').map(({ parameter }) => parameter))
  return results
    .flatMap(({ parameter }) => (first.has(parameter) ? [[parameter, first.get(parameter)!] as const] : []))
    .map(([parameter, list]) =>
      [
        `${parameter}:`,
        ...list.map((item) => {
          const where = [item.row === null ? '' : `${zh ? '记录' : 'record'} ${item.row}`, item.key ?? ''].filter(Boolean).join(' ')
          if (item.value === null && ofRows.has(parameter)) return `  ${where}`
          return `  ${where}  ${item.field} = ${item.value === null ? '∅' : JSON.stringify(printable(item.value)).slice(0, 120)}`
        }),
      ].join('\n'),
    )
    .join('\n')
}

function scoreLines(run: Run, language: Language): string[] {
  const zh = language === 'zh'
  const { score } = run
  const shown = (value: number | null) => (value === null ? '–' : value.toFixed(1))
  const dimensions = score.dimensions.map(
    (item) => `${say(DIMENSIONS[item.dimension], language)} ${shown(item.score)} (${item.applicable}/${item.total})`,
  )
  const cap = capOf(score, run.results)
  const named = cap?.by.slice(0, NAMED).join(zh ? '、' : ', ') + ((cap?.by.length ?? 0) > NAMED ? ' …' : '')
  const why = !cap
    ? ''
    : zh
      ? `（封顶 ${CAP}：阻断项 ${named} 未通过；不封顶为 ${shown(cap.uncapped)}）`
      : ` (capped at ${CAP} because ${named}, blocking, failed; ${shown(cap.uncapped)} without the cap)`
  return [
    `${zh ? '得分' : 'Score'} ${shown(score.score)}${why} · ${zh ? '适用' : 'applicable'} ${score.applicable}/${score.total}`,
    `  ${dimensions.join(' · ')}`,
  ]
}
