import type { Words } from '#kernel'
import type { Check } from '#qc/check.ts'
import { METRICS, OPERATORS, SEVERITIES } from '#qc/parameter.ts'
import { SEVERITY_WORDS } from '#qc/words.ts'
import { wordsOf, type Setting } from './setting.ts'

const say = (zh: string, en: string): Words => ({ 'zh-cn': zh, en })
const list = (name: string, label: Words, help?: Words): Setting => ({
  path: [name],
  label,
  ...(help ? { help } : {}),
  field: { kind: 'textarea' },
  many: true,
})

const METRIC_WORDS: Record<(typeof METRICS)[number], Words> = {
  count: say('违规数', 'Number of violations'),
  ratio: say('违规比例', 'Share of violations'),
  value: say('测得的值', 'Measured value'),
}
const sameWords = (names: readonly string[]): Record<string, Words> => Object.fromEntries(names.map((name) => [name, say(name, name)]))

const threshold = (level: 'warn' | 'fail', label: Words): Setting[] => {
  const of = (zh: string, en: string): Words => say(`${label['zh-cn']}：${zh}`, `${label.en}: ${en}`)
  return [
    { path: [level, 'metric'], label: of('指标', 'metric'), field: { kind: 'select', options: METRICS }, options: METRIC_WORDS },
    { path: [level, 'op'], label: of('条件', 'condition'), field: { kind: 'select', options: OPERATORS }, options: sameWords(OPERATORS) },
    { path: [level, 'value'], label: of('数值', 'value'), field: { kind: 'float' } },
  ]
}

/** What is judged: the same question for every check that has a target. */
export const targetSettings = (check: Pick<Check, 'target' | 'atLeast'>): Setting[] => [
  {
    path: ['table'],
    label: say('表', 'Table'),
    help: say('只有一张表时可不填', 'May stay empty where there is one table'),
    field: { kind: 'string' },
    names: 'table',
  },
  ...(check.target === 'column' || check.target === 'columns'
    ? [
        {
          ...list('columns', say('目标列', 'Columns'), say('* 代表任意字符', '* stands for any letters')),
          field: { kind: 'textarea', required: true } as const,
          names: 'column' as const,
        },
      ]
    : []),
]

/** Whom it looks at and how it judges: the same for every check. */
export const commonSettings: readonly Setting[] = [
  {
    path: ['filter'],
    label: say('只看满足条件的行', 'Only rows where'),
    help: say('表达式，如 年龄 >= 18', 'An expression such as age >= 18'),
    field: { kind: 'code', language: 'text' },
    expression: true,
  },
  {
    ...list('keyFields', say('业务主键', 'Business key'), say('违规按它指认', 'Violations are named by it')),
    names: 'column',
  },
  { ...list('groupBy', say('分组', 'Groups')), names: 'column' },
  list('missingCodes', say('缺失代码', 'Codes that mean missing')),
  { path: ['minDenominator'], label: say('最少判断数', 'Least number to judge by'), field: { kind: 'integer', min: 0 } },
  {
    path: ['severity'],
    label: say('严重程度', 'Severity'),
    field: { kind: 'select', options: SEVERITIES },
    options: Object.fromEntries(SEVERITIES.map((name) => [name, wordsOf(SEVERITY_WORDS[name])])),
  },
  ...threshold('warn', say('警告', 'Warned')),
  ...threshold('fail', say('未通过', 'Failed')),
]
