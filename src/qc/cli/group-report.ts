import type { CheckResult, GroupResult } from '../result.ts'
import { say, type Language } from './language.ts'
import { percent } from './percent.ts'
import { STATUS_WORDS } from '../words.ts'
import { textTable } from './text-table.ts'

const SHOWN = 12

/** Where it is wrong: the groups (sites, visits …) that did not pass, worst first. All of them, with the rest, are in `--json`. */
export function groupLines(results: readonly CheckResult[], language: Language): string {
  const zh = language === 'zh'
  const rows = results.flatMap((result) => {
    const groups = result.groups ?? []
    const wrong = groups.filter(({ status }) => status === 'failed' || status === 'warned').toSorted((a, b) => share(b) - share(a))
    const rest = wrong.length - SHOWN
    return [
      ...wrong.slice(0, SHOWN).map((item) => groupRow(result.parameter, item, language)),
      ...(rest > 0 ? [[result.parameter, zh ? `… 另有 ${rest} 组` : `… ${rest} more groups`]] : []),
    ]
  })
  if (rows.length === 0) return ''
  const columns = [
    { title: zh ? '参数' : 'Parameter', most: 40 },
    { title: zh ? '分组' : 'Group', most: 48 },
    { title: zh ? '状态' : 'Status' },
    { title: zh ? '违规' : 'Violated', right: true },
    { title: zh ? '判断' : 'Of', right: true },
    { title: '%', right: true },
    { title: zh ? '测得值' : 'Value', right: true },
  ]
  return textTable(columns, rows)
}

const share = ({ violated, denominator }: GroupResult): number => violated / Math.max(1, denominator)

const groupRow = (parameter: string, item: GroupResult, language: Language): string[] => [
  parameter,
  Object.entries(item.group)
    .map(([column, value]) => `${column} = ${value ?? '∅'}`)
    .join(', '),
  say(STATUS_WORDS[item.status], language),
  item.violated.toLocaleString('en'),
  item.denominator.toLocaleString('en'),
  item.denominator > 0 ? percent(share(item)) : '',
  typeof item.value === 'number' ? String(Number(item.value.toPrecision(6))) : '',
]
