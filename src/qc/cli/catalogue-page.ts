import { DIMENSIONS, type Check, type Dimension, type Example } from '../check.ts'
import type { ParamField, ParamShape } from '../param-shape.ts'
import { text, type Text } from '../text.ts'
import { say, type Language } from './language.ts'
import { widthOf } from './text-table.ts'

const WORDS = {
  title: text('检查类型目录', 'Catalogue of check types'),
  intro: text(
    '本页由检查定义生成（`npm run -s qc -- catalogue --markdown`），请勿手改。控制参数的写法见 [command.md](command.md)，新增检查见 [adding-a-check.md](adding-a-check.md)。',
    'Generated from the definitions (`npm run -s qc -- catalogue --markdown`): do not edit. How parameters are written: [command.md](command.md). How to add a check: [adding-a-check.md](adding-a-check.md).',
  ),
  violation: text('违规', 'A violation is'),
  target: text('对象', 'Judges'),
  params: text('参数', 'Parameters'),
  example: text('示例', 'Example'),
  finds: text('找到', 'finds'),
  of: text('共判断', 'of'),
  rows: text('第', 'row'),
  required: text('必填', 'required'),
  byDefault: text('默认', 'default'),
} satisfies Record<string, Text>

const TARGETS: Record<Check['target'], Text> = {
  column: text('每个目标列', 'each target column'),
  columns: text('目标列的组合', 'the target columns together'),
  table: text('整张表', 'the table'),
  dataset: text('整次交付', 'the delivery'),
}

const KINDS: Record<ParamField['kind'], Text> = {
  text: text('文本', 'text'),
  expression: text('表达式', 'expression'),
  pattern: text('正则', 'pattern'),
  column: text('列', 'column'),
  table: text('表', 'table'),
  number: text('数值', 'number'),
  integer: text('整数', 'whole number'),
  boolean: text('是/否', 'yes or no'),
  choice: text('单选', 'choice'),
  choices: text('多选', 'choices'),
  texts: text('文本列表', 'list of texts'),
  columns: text('列的列表', 'list of columns'),
  rows: text('行的列表', 'list of rows'),
}

type Word = (name: keyof typeof WORDS) => string

const wordsIn =
  (language: Language): Word =>
  (name) =>
    say(WORDS[name], language)

export function cataloguePage(checks: readonly Check[], language: Language): string {
  const word = wordsIn(language)
  const blocks = [`# ${word('title')} (${checks.length})`, word('intro')]
  for (const dimension of Object.keys(DIMENSIONS) as Dimension[]) {
    const own = checks.filter((check) => check.dimension === dimension).toSorted((one, other) => one.id.localeCompare(other.id))
    if (own.length === 0) continue
    blocks.push(`## ${say(DIMENSIONS[dimension], language)} (${own.length})`)
    for (const check of own) blocks.push(checkSection(check, language))
  }
  return `${blocks.join('\n\n')}\n`
}

/** One check: what it judges, its settings, an example. */
export function checkSection(check: Check, language: Language): string {
  const word = wordsIn(language)
  const lines = [
    `### ${check.id} \`${check.slug}\` ${say(check.title, language)}`,
    '',
    `- ${word('violation')}: ${say(check.counts, language)}`,
    `- ${word('target')}: ${say(TARGETS[check.target], language)} · Kahn: ${check.kahn}`,
    ...paramLines(check.params, language, word),
    '',
    say(check.help, language),
    '',
    `${word('example')}: \`${JSON.stringify({ check: check.slug, ...check.example.parameter })}\``,
    ...exampleLines(check.example, word),
  ]
  return lines.join('\n')
}

function paramLines(params: ParamShape, language: Language, word: Word): string[] {
  const entries = Object.entries(params)
  if (entries.length === 0) return []
  const line = ([name, field]: [string, ParamField]): string => {
    const facts = [
      say(KINDS[field.kind], language),
      ...('options' in field
        ? [
            Object.entries(field.options)
              .map(([key, label]) => `\`${key}\` ${say(label, language)}`)
              .join(', '),
          ]
        : []),
      ...(field.required ? [word('required')] : []),
      ...('default' in field && field.default !== undefined ? [`${word('byDefault')} \`${JSON.stringify(field.default)}\``] : []),
    ]
    return `  - \`${name}\` ${say(field.label, language)} (${facts.join('; ')})`
  }
  return [
    `- ${word('params')}:`,
    ...entries.flatMap(([name, field]) => [
      line([name, field]),
      ...(field.kind === 'rows' ? Object.entries(field.fields).map((inner) => `  ${line(inner)}`) : []),
    ]),
  ]
}

const SHOWN_ROWS = 8

function exampleLines(example: Example, word: Word): string[] {
  const cell = (value: string | null) => (value === null ? '∅' : value.replaceAll('|', '\\|').replaceAll('\n', '⏎') || '""')
  const found =
    typeof example.violations === 'number'
      ? String(example.violations)
      : `${example.violations.length}${example.violations.length > 0 ? ` (# ${example.violations.join(', ')})` : ''}`
  const verdict = `→ ${word('finds')} ${found} / ${word('of')} ${example.denominator}`
  if (example.rows.length === 0) return ['', verdict]
  const grid = [
    ['#', ...example.columns.map(cell)],
    ...example.rows.slice(0, SHOWN_ROWS).map((row, index) => [String(index + 1), ...row.map(cell)]),
  ]
  return ['', ...markdownTable(grid), '', verdict]
}

/** Padded as the formatter pads, so that formatting the page changes nothing. */
function markdownTable([head, ...rows]: readonly (readonly string[])[]): string[] {
  const widths = (head ?? []).map((_, index) => Math.max(3, ...[head, ...rows].map((row) => widthOf(row?.[index] ?? ''))))
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, index) => (row[index] ?? '') + ' '.repeat(width - widthOf(row[index] ?? ''))).join(' | ')} |`
  return [line(head ?? []), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)]
}
