import { DIMENSIONS } from '../check.ts'
import { findCheck } from '../checks/registry.ts'
import type { Run } from '../engine.ts'
import type { CheckResult } from '../result.ts'
import { REASONS } from '../shape.ts'
import type { StagedTable } from '../table.ts'
import type { Violation } from '../violations.ts'
import { groupLines } from './group-report.ts'
import { say, type Language } from './language.ts'
import { percent } from './percent.ts'
import { sourceLines } from './source-report.ts'
import { SEVERITY_WORDS, STATUS_WORDS } from '../words.ts'
import { printable, textTable } from './text-table.ts'

export function checkReport(
  run: Run,
  tables: readonly StagedTable[],
  first: ReadonlyMap<string, readonly Violation[]>,
  language: Language,
  written: readonly string[] = [],
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
  const blocks = [
    tables.flatMap((table) => sourceLines(table, language)).join('\n'),
    textTable(
      columns,
      run.results.map((result) => resultRow(result, language)),
    ),
    groupLines(run.results, language),
    details(run, language),
    violationLines(run, first, language),
    scoreLines(run, language),
    written.join('\n'),
  ]
  return blocks.filter((block) => block !== '').join('\n\n')
}

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
function details(run: Run, language: Language): string {
  return run.results
    .filter((result) => result.status === 'error' || result.status === 'not_applicable')
    .map((result) => {
      const reason = result.reason ? `${result.parameter}: ${say(REASONS[result.reason], language)}` : result.parameter
      return `${say(STATUS_WORDS[result.status], language)}: ${result.message ? say(result.message, language) : reason}`
    })
    .join('\n')
}

function violationLines(run: Run, first: ReadonlyMap<string, readonly Violation[]>, language: Language): string {
  const zh = language === 'zh'
  // A duplicate row is wrong as a whole: no single cell is to blame.
  const ofRows = new Set(run.results.filter(({ level }) => level === 'row').map(({ parameter }) => parameter))
  return [...first]
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

function scoreLines(run: Run, language: Language): string {
  const zh = language === 'zh'
  const { score } = run
  const shown = (value: number | null) => (value === null ? '–' : value.toFixed(1))
  const dimensions = score.dimensions.map(
    (item) => `${say(DIMENSIONS[item.dimension], language)} ${shown(item.score)} (${item.applicable}/${item.total})`,
  )
  const total = `${zh ? '得分' : 'Score'} ${shown(score.score)}${score.capped ? (zh ? '（因阻断项封顶）' : ' (capped by a blocking failure)') : ''} · ${zh ? '适用' : 'applicable'} ${score.applicable}/${score.total}`
  return [total, ...dimensions].join('\n')
}
