import { text, type Text } from '../text.ts'
import { FUNCTIONS, type ArgumentType, type Function } from './functions.ts'

/** `written`: what stands between the brackets. `across`: looks at other rows or tables, and so has nothing to look at in a form. */
type Special = { written: Text; returns: Text; help: Text; example: string; across?: true }

const CONDITION = text('条件', 'condition')
const ANY = text('任意', 'any')

/** Functions whose arguments may be anything; the type check knows them by name. */
export const SPECIAL = {
  if: {
    written: text('条件, 是, 否', 'condition, then, else'),
    returns: ANY,
    help: text('条件成立取前者，否则取后者', 'one value where the condition holds, the other where it does not'),
    example: "if(性别 = '1', 血红蛋白 < 120, 血红蛋白 < 110)",
  },
  coalesce: {
    written: text('值, …', 'value, …'),
    returns: ANY,
    help: text('第一个不为空的值', 'the first value that is not null'),
    example: 'coalesce(体重, 0) > 0',
  },
  isblank: {
    written: text('值', 'value'),
    returns: CONDITION,
    help: text('是否为空', 'whether it is blank'),
    example: 'isblank(死亡日期)',
  },
  isnumber: {
    written: text('值', 'value'),
    returns: CONDITION,
    help: text('能否读作数值', 'whether it reads as a number'),
    example: 'isnumber(结果)',
  },
  isdate: {
    written: text('值', 'value'),
    returns: CONDITION,
    help: text('能否读作日期', 'whether it reads as a date'),
    example: 'isdate(日期)',
  },
  today: { written: text('', ''), returns: text('日期', 'date'), help: text('今天', 'today'), example: '就诊日期 <= today()' },
  now: { written: text('', ''), returns: text('日期', 'date'), help: text('此刻', 'this moment'), example: '录入时间 <= now()' },
  lookup: {
    written: text('表, 键, 列', 'table, key, column'),
    returns: ANY,
    help: text('另一张表里同一主键的值', 'the value of a column in the row of another table with the same key'),
    example: "lookup(人口学, 编号, 性别) = '1'",
    across: true,
  },
  exists: {
    written: text('列', 'column'),
    returns: CONDITION,
    help: text('表中有没有这一列', 'whether the table has this column'),
    example: 'exists(备注)',
    across: true,
  },
  count: {
    written: text('条件, 键, …', 'condition, key, …'),
    returns: text('数值', 'number'),
    help: text('同一组中满足条件的行数', 'how many rows of the same group meet the condition'),
    example: 'count(结果 > 0, 编号) <= 5',
    across: true,
  },
  any: {
    written: text('条件, 键, …', 'condition, key, …'),
    returns: CONDITION,
    help: text('同一组中是否有一行满足条件', 'whether one row of the same group meets the condition'),
    example: 'any(结果 > 0, 编号)',
    across: true,
  },
  all: {
    written: text('条件, 键, …', 'condition, key, …'),
    returns: CONDITION,
    help: text('同一组中是否每一行都满足条件', 'whether every row of the same group meets the condition'),
    example: 'all(结果 > 0, 编号)',
    across: true,
  },
} as const satisfies Record<string, Special>

const TYPES: Readonly<Record<ArgumentType, Text>> = {
  number: text('数值', 'number'),
  text: text('文本', 'text'),
  date: text('日期', 'date'),
  boolean: CONDITION,
  unit: text('单位', 'unit'),
  digits: text('位数', 'digits'),
}
const writtenIn = ({ args, optional = 0, repeats }: Function, language: keyof Text): string => {
  const names = args.map((type) => TYPES[type][language])
  const least = names.slice(0, names.length - optional).join(', ')
  const rest = names.slice(names.length - optional).map((name) => `, ${name}`)
  return `${least}${rest.length > 0 ? `[${rest.join('')}]` : ''}${repeats ? ', …' : ''}`
}
/** `least(number, number, …) → number` */
const signed = (name: string, written: string, returns: string): string => `${name}(${written}) → ${returns}`

/** A function as somebody who writes an expression reads of it. */
export type Described = { name: string; signature: Text; help: Text; takesNothing?: true; across?: true }
export const describedFunctions = (): Described[] => {
  const common = Object.entries(FUNCTIONS).map(([name, one]): Described => {
    const say = (language: keyof Text): string => signed(name, writtenIn(one, language), TYPES[one.returns][language])
    return { name, signature: text(say('zh'), say('en')), help: one.help, ...(one.args.length === 0 ? { takesNothing: true } : {}) }
  })
  const special = Object.entries<Special>(SPECIAL).map(([name, { written, returns, help, across }]): Described => {
    const say = (language: keyof Text): string => signed(name, written[language], returns[language])
    return {
      name,
      signature: text(say('zh'), say('en')),
      help,
      ...(written.en === '' ? { takesNothing: true } : {}),
      ...(across ? { across } : {}),
    }
  })
  return [...common, ...special].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Words of the language as they are written, by where they may stand: between two values, or where a value is expected. */
export const DESCRIBED_WORDS: readonly { name: string; between: boolean; help: Text }[] = [
  { name: 'and', between: true, help: text('两者都成立', 'both hold') },
  { name: 'or', between: true, help: text('至少一个成立', 'at least one holds') },
  { name: 'in', between: true, help: text("是其中之一：in ('1', '2')", "is one of them: in ('1', '2')") },
  { name: 'not in', between: true, help: text('不是其中之一', 'is none of them') },
  { name: 'between', between: true, help: text('在两者之间：between 1 and 5', 'lies between: between 1 and 5') },
  { name: 'is null', between: true, help: text('为空', 'is blank') },
  { name: 'is not null', between: true, help: text('不为空', 'is not blank') },
  { name: 'like', between: true, help: text('符合样式，% 代表任意字符', 'looks like it; % stands for any characters') },
  { name: 'matches', between: true, help: text('符合正则表达式', 'matches a regular expression') },
  { name: 'not', between: false, help: text('不成立', 'does not hold') },
  { name: 'null', between: false, help: text('空值', 'no value') },
  { name: 'true', between: false, help: text('真', 'true') },
  { name: 'false', between: false, help: text('假', 'false') },
]
