import { inSet } from '../../src/qc/checks/values/set.ts'
import { likePattern } from '../../src/qc/checks/values/like-pattern.ts'
import { notNull } from '../../src/qc/checks/completeness/not-null.ts'
import { regex } from '../../src/qc/checks/values/regex.ts'
import type { Question } from '../../src/qc/testing/every-case.ts'

/** A table that no question is about. */
export const CANARY = 'memory.default.qc_canary'

/** What tries to end a name or a text and to begin a statement, or means something to one engine and not to the other. */
const TEXTS = [
  `'`,
  `''`,
  `' OR 1=1 --`,
  `'); DROP TABLE ${CANARY}; --`,
  `') UNION ALL SELECT text FROM ${CANARY} --`,
  `"`,
  `"; DROP TABLE ${CANARY}; --`,
  `" FROM ${CANARY} --`,
  `\\`,
  `\\'`,
  `\\u0027`,
  `U&'\\0027'`,
  `/* a */`,
  `-- b`,
  `$1`,
  `$$`,
  `\${x}`,
  `?`,
  `:name`,
  `%`,
  `_`,
  `a\nb`,
  `a\r\nb`,
  `\t`,
  `\u00a0`,
  `\u3000`,
  `\u200b`,
  `\ufeff`,
  `😀`,
  `e\u0301`,
  `ß`,
  `ǅ`,
  `{"a":1}`,
  `[1]`,
  `NULL`,
  `null`,
  `true`,
  `NaN`,
]
export const NAMES = [
  `" FROM ${CANARY} --`,
  `a"b`,
  `a'b`,
  `a b`,
  `select`,
  `a.b`,
  `a;b`,
  `a--b`,
  `a/*b`,
  `列`,
  `😀`,
  `§t`,
  `~0`,
  `x\\y`,
  `a\nb`,
]
const PATTERNS = [
  `a'b`,
  `^'$`,
  `[']`,
  `.`,
  `^.$`,
  `a$`,
  `\\d`,
  `\\w+`,
  `\\s`,
  `[^\\d]`,
  `\\bb`,
  `(?i)SS`,
  `\\p{Han}`,
  `[一-龥]+`,
  `\\x{27}`,
  `a{2,3}`,
  `(a|b)*c`,
  `[[:alpha:]]`,
  `(?=a)`,
  `(a)\\1`,
  `a++`,
  `(`,
  `[`,
  `*`,
]
/** Without the byte order mark alone: the driver of DuckDB drops it when it hands a text over. */
export const CELLS = [
  ...TEXTS.filter((text) => text !== '\ufeff'),
  `a'b`,
  'ab',
  'aa',
  'aab',
  'SS',
  'ss',
  '１２',
  '12',
  'é',
  'a\n',
  ' ',
  '汉字',
  'x12y',
  'bc',
  'abab',
  null,
]

const rows = CELLS.map((cell) => [cell])
const counted = { violations: 0, denominator: 0 }

export function hostileQuestions(): Question[] {
  const question = (name: string, check: Question['check'], columns: readonly string[], parameter: object): Question => ({
    name: `hostile ${name}`,
    check,
    example: { columns, rows, parameter: { keyFields: columns, ...parameter }, ...counted },
  })
  return [
    ...NAMES.map((name) => question(`name ${name}`, notNull, [name], { columns: [name], groupBy: [name] })),
    ...TEXTS.map((text) =>
      question(`text ${text}`, inSet, ['v'], { columns: ['v'], params: { values: [text, 'x'] }, missingCodes: [text] }),
    ),
    ...TEXTS.slice(0, 20).map((text) => question(`like ${text}`, likePattern, ['v'], { columns: ['v'], params: { patterns: [text] } })),
    ...PATTERNS.flatMap((pattern) =>
      [true, false].map((whole) => question(`pattern ${pattern} ${whole}`, regex, ['v'], { columns: ['v'], params: { pattern, whole } })),
    ),
  ]
}
