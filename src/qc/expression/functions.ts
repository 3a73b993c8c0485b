import { join, Sql } from '../sql.ts'
import { dateIn, numberIn, readDate, readNumber } from '../cast.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { text, type Text } from '../text.ts'
import { DATE_FUNCTIONS } from './date-functions.ts'
import { binary, operation, unary } from './operation.ts'
import type { Operation, ValueType } from './typed.ts'
import { trimBoth } from '../trim.ts'

/** `unit`: one of the written words in quotes, not a value; `digits`: a written whole number from 0 to 10. */
export type ArgumentType = ValueType | 'unit' | 'digits'

export type Function = {
  args: readonly ArgumentType[]
  /** How many of the last `args` may stay out. */
  optional?: number
  /** The last of `args` may be repeated. */
  repeats?: true
  returns: ValueType
  help: Text
  example: string
  /** Built for the given number of arguments and, for `unit` and `digits`, with the written ones. */
  operation: (count: number, written: readonly string[]) => Operation
}

const half = (value: number, digits: number): number => {
  const factor = 10 ** digits
  const scaled = (Math.sign(value) * Math.round(Math.abs(value) * factor)) / factor
  return Number.isFinite(scaled) ? scaled : value
}
const letters = (value: string): string[] => [...value]
/** A whole number from 1 up, else `low`. GREATEST passes over nulls and would turn an unknown count into a known one. */
const whole = ({ values }: Dialect, n: Sql, low: number): Sql =>
  Sql`(CASE WHEN ${n} >= 1 THEN ${values.cast(Sql`least(${values.whole(n)}, 100000)`, 'BIGINT')} WHEN ${n} IS NOT NULL THEN ${low} END)`

const fold = (name: string, called: Sql, best: (a: number, b: number) => number): Operation =>
  operation(
    name,
    (_, ...args) => Sql`${called}(${args})`,
    (...args: never[]) => (args as number[]).reduce((a, b) => best(a, b)),
  )

export const FUNCTIONS: Readonly<Record<string, Function>> = {
  abs: {
    args: ['number'],
    returns: 'number',
    help: text('绝对值', 'absolute value'),
    example: 'abs(体重 - 70) < 5',
    operation: () => unary<number>('abs', (a) => Sql`abs(${a})`, Math.abs),
  },
  round: {
    args: ['number', 'digits'],
    optional: 1,
    returns: 'number',
    help: text('四舍五入到若干位小数', 'rounded to so many decimals, halves away from zero'),
    example: 'round(bmi, 1) = 22.5',
    operation: (_, [digits = '0']) =>
      unary<number>(
        'round',
        (a) => Sql`round(${a}, ${Number(digits)})`,
        (a) => half(a, Number(digits)),
      ),
  },
  floor: {
    args: ['number'],
    returns: 'number',
    help: text('向下取整', 'next whole number below'),
    example: 'floor(年龄) = 年龄',
    operation: () => unary<number>('floor', (a) => Sql`floor(${a})`, Math.floor),
  },
  ceil: {
    args: ['number'],
    returns: 'number',
    help: text('向上取整', 'next whole number above'),
    example: 'ceil(剂量) <= 3',
    operation: () => unary<number>('ceil', (a) => Sql`ceil(${a})`, Math.ceil),
  },
  sqrt: {
    args: ['number'],
    returns: 'number',
    help: text('平方根；负数为空', 'square root; null for negatives'),
    example: 'sqrt(面积) < 10',
    operation: () =>
      unary<number>(
        'sqrt',
        (a) => Sql`sqrt(CASE WHEN ${a} >= 0 THEN ${a} END)`,
        (a) => (a >= 0 ? Math.sqrt(a) : null),
      ),
  },
  least: {
    args: ['number', 'number'],
    repeats: true,
    returns: 'number',
    help: text('最小的一个；任一为空则为空', 'the smallest; null if one is null'),
    example: 'least(sbp1, sbp2) > 90',
    operation: () => strict(fold('least', Sql`least`, Math.min)),
  },
  greatest: {
    args: ['number', 'number'],
    repeats: true,
    returns: 'number',
    help: text('最大的一个；任一为空则为空', 'the largest; null if one is null'),
    example: 'greatest(sbp1, sbp2) < 200',
    operation: () => strict(fold('greatest', Sql`greatest`, Math.max)),
  },
  number: {
    args: ['text'],
    returns: 'number',
    help: text('把文本读作数值；读不出为空', 'the text read as a number; null if it is none'),
    example: 'number(left(编号, 2)) <= 30',
    operation: () => unary<string>('number', (a, dialect) => readNumber(dialect, a), numberIn),
  },
  text: {
    args: ['text'],
    returns: 'text',
    help: text('把列当作文本（用于比较写法）', 'the cell as text, to compare how it is written'),
    example: "text(编号) < 'S100'",
    operation: () =>
      unary<string>(
        'text',
        (a) => a,
        (a) => a,
      ),
  },
  date: {
    args: ['text'],
    returns: 'date',
    help: text('把文本读作日期或时间；读不出为空', 'the text read as a date or time; null if it is none'),
    example: "date(concat(年, '-', 月, '-01')) <= today()",
    operation: () => unary<string>('date', (a, dialect) => readDate(dialect, a), dateIn),
  },
  length: {
    args: ['text'],
    returns: 'number',
    help: text('字符数', 'number of characters'),
    example: 'length(身份证号) = 18',
    operation: () =>
      unary<string>(
        'length',
        (a, { values }) => values.cast(Sql`length(${a})`, 'DOUBLE'),
        (a) => letters(a).length,
      ),
  },
  lower: {
    args: ['text'],
    returns: 'text',
    help: text('转小写', 'in lower case'),
    example: "lower(组别) = 'a'",
    operation: () =>
      unary<string>(
        'lower',
        (a) => Sql`lower(${a})`,
        (a) => a.toLowerCase(),
      ),
  },
  upper: {
    args: ['text'],
    returns: 'text',
    help: text('转大写', 'in upper case'),
    example: "upper(组别) = 'A'",
    operation: () =>
      unary<string>(
        'upper',
        (a) => Sql`upper(${a})`,
        (a) => a.toUpperCase(),
      ),
  },
  trim: {
    args: ['text'],
    returns: 'text',
    help: text('去掉首尾空格（含全角）', 'without blanks around it, full-width ones too'),
    example: 'trim(姓名) = 姓名',
    operation: () =>
      unary<string>(
        'trim',
        (a, { texts }) => texts.trim(a, Sql`' \t\r\n\v\f\u00a0\u3000'`),
        (a) => trimBoth(a, ' \t\r\n\v\f\u00a0\u3000'),
      ),
  },
  left: {
    args: ['text', 'number'],
    returns: 'text',
    help: text('左起若干字符', 'the first characters'),
    example: "left(编号, 2) = '01'",
    operation: () =>
      binary<string, number>(
        'left',
        (a, n, dialect) => dialect.texts.left(a, whole(dialect, n, 0)),
        (a, n) =>
          letters(a)
            .slice(0, Math.max(0, Math.trunc(n)))
            .join(''),
      ),
  },
  right: {
    args: ['text', 'number'],
    returns: 'text',
    help: text('右起若干字符', 'the last characters'),
    example: "right(编号, 1) = 'X'",
    operation: () =>
      binary<string, number>(
        'right',
        (a, n, dialect) => dialect.texts.right(a, whole(dialect, n, 0)),
        (a, n) => (Math.trunc(n) <= 0 ? '' : letters(a).slice(-Math.trunc(n)).join('')),
      ),
  },
  substring: {
    args: ['text', 'number', 'number'],
    returns: 'text',
    help: text('从第几个字符（1 起）取若干字符', 'so many characters from a position, counted from 1'),
    example: 'number(substring(身份证号, 7, 4)) > 1900',
    operation: () =>
      operation(
        'substring',
        (dialect, a = Sql``, from = Sql``, count = Sql``) => Sql`substring(${a}, ${whole(dialect, from, 1)}, ${whole(dialect, count, 0)})`,
        (a: string, from: number, count: number) => {
          const start = Math.max(1, Math.trunc(from)) - 1
          return letters(a)
            .slice(start, start + Math.max(0, Math.trunc(count)))
            .join('')
        },
      ),
  },
  concat: {
    args: ['text', 'text'],
    repeats: true,
    returns: 'text',
    help: text('连接文本；任一为空则为空', 'joined texts; null if one is null'),
    example: "concat(中心, '-', 编号) = 受试者",
    operation: () =>
      operation(
        'concat',
        (_, ...args) => Sql`(${join(args, ' || ')})`,
        (...args: string[]) => args.join(''),
      ),
  },
  replace: {
    args: ['text', 'text', 'text'],
    returns: 'text',
    help: text('替换文本', 'one text replaced by another'),
    example: "replace(电话, '-', '')  matches '^1'",
    operation: () =>
      operation(
        'replace',
        ({ texts }, a = Sql``, b = Sql``, c = Sql``) => texts.replace(a, b, c),
        (a: string, b: string, c: string) => (b === '' ? a : a.replaceAll(b, () => c)),
      ),
  },
  contains: {
    args: ['text', 'text'],
    returns: 'boolean',
    help: text('是否包含', 'whether it holds the other'),
    example: "contains(诊断, '癌')",
    operation: () =>
      binary<string>(
        'contains',
        (a, b, { texts }) => texts.contains(a, b),
        (a, b) => a.includes(b),
      ),
  },
  starts_with: {
    args: ['text', 'text'],
    returns: 'boolean',
    help: text('是否以之开头', 'whether it begins with the other'),
    example: "starts_with(icd, 'C')",
    operation: () =>
      binary<string>(
        'starts_with',
        (a, b) => Sql`starts_with(${a}, ${b})`,
        (a, b) => a.startsWith(b),
      ),
  },
  ends_with: {
    args: ['text', 'text'],
    returns: 'boolean',
    help: text('是否以之结尾', 'whether it ends with the other'),
    example: "ends_with(文件, '.dcm')",
    operation: () =>
      binary<string>(
        'ends_with',
        (a, b, { texts }) => texts.endsWith(a, b),
        (a, b) => a.endsWith(b),
      ),
  },
  ...DATE_FUNCTIONS,
}

/** Least and greatest of SQL pass over nulls; here an unknown value makes the answer unknown. */
function strict(inner: Operation): Operation {
  return {
    ...inner,
    sql: (dialect, ...args) =>
      Sql`(CASE WHEN ${join(
        args.map((arg) => Sql`${arg} IS NOT NULL`),
        ' AND ',
      )} THEN ${inner.sql(dialect, ...args)} END)`,
  }
}
