import {
  category,
  change,
  code,
  coded,
  counted,
  dependent,
  end,
  free,
  key,
  mobile,
  normal,
  optional,
  pad,
  person,
  scale,
  skewed,
  start,
  term,
  uniform,
  visit,
  type Column,
  type Random,
  type Shape,
} from './suggest-shape.ts'

const CATEGORIES: readonly (readonly [string, readonly string[]])[] = [
  ['sex', ['male', 'female']],
  ['性别', ['男', '女']],
  ['arm', ['A', 'B', 'C']],
  ['smoking', ['never', 'former', 'current']],
  ['route', ['oral', 'iv', 'sc', 'im']],
  ['blood_group', ['A', 'B', 'AB', 'O']],
  ['转归', ['痊愈', '好转', '未愈', '死亡']],
  ['stage', ['I', 'II', 'III', 'IV']],
  ['colour', ['red', 'green', 'blue', 'white', 'yellow']],
  ['science', ['botany', 'geology', 'physics', 'chemistry', 'zoology', 'history']],
  ['certainty', ['definite', 'probable', 'possible', 'unlikely']],
]
const NUMBERS = ['weight', 'height', '血压', 'glucose', 'creatinine', 'volume', 'dose', '剂量', 'score', 'length', 'titre', 'albumin']
const CODES = ['lot', 'batch', 'licence', '批号', 'specimen', 'device', 'protocol']
const STARTS = ['begun', 'onset', 'opened', '入院日期', 'ordered', 'visit_date']
const ENDS = ['ended', 'resolved', 'closed', '出院日期', 'done', 'entry_date']
const OWNERS = ['centre', 'ward', '科室', 'lab', 'region', 'vendor']
const LETTERS = [...'ABCDEFGHJKLMNPRSTVWXYZ']

const between = (random: Random, low: number, high: number): number => low + random.below(high - low + 1)
const letters = (random: Random, size: number): string => Array.from({ length: size }, () => random.pick(LETTERS)).join('')

/** Names are drawn without putting them back: a table has each once. */
const draw = <T>(random: Random, pool: T[]): T => pool.splice(random.below(pool.length), 1)[0]!

function number(random: Random, name: string): Column {
  const size = 10 ** (random.next() * 3.5)
  const digits = size > 300 ? 0 : random.below(3)
  const kinds = [
    () => normal(name, size, size * (0.03 + random.next() * 0.2), size < 10 ? 1 + random.below(2) : digits),
    () => normal(name, size, size * (0.03 + random.next() * 0.2), size < 10 ? 1 + random.below(2) : digits),
    () => skewed(name, size, 0.2 + random.next() * 0.5, size < 10 ? 2 : digits),
    () => uniform(name, between(random, 10, 100), between(random, 200, 1000)),
    () => coded(normal(name, 20 + 30 * random.next(), 2 + 3 * random.next(), 1), random.pick(['-9', '999']), 0.03 + random.next() * 0.1),
  ]
  return random.pick(kinds)()
}

function codes(random: Random, name: string): Column {
  const [prefix, mark, size] = [letters(random, between(random, 1, 4)), random.pick(['-', '/', '']), between(random, 3, 6)]
  const tail = random.next() < 0.4
  return code(name, (each) => `${prefix}${mark}${pad(each.below(10 ** size), size)}${tail ? `-${each.pick(LETTERS)}` : ''}`)
}

/** A column and another that it decides. */
function pair(random: Random, name: string): Column[] {
  const owners = Array.from({ length: between(random, 3, 10) }, (_, index) => `${name.slice(0, 1).toUpperCase()}${pad(index + 1, 2)}`)
  const decided = Object.fromEntries(owners.map((owner) => [owner, `${letters(random, 3)}${random.below(100)}`]))
  return [{ ...category(name, owners), role: 'other' }, dependent(`${name}_code`, name, decided)]
}

function others(random: Random): Column[] {
  const pool = [
    () => scale('grade', between(random, 4, 10)),
    () => counted('count'),
    () => change('change'),
    () => term('term'),
    () => free('remark', ['复查', '溶血', 'late', 'moved']),
    () => person('姓名'),
    () => mobile('mobile'),
    () => optional(uniform('age', 18, 90), random.next() * 0.4),
  ]
  return Array.from({ length: between(random, 1, 4) }, () => draw(random, pool)())
}

/** A table that nobody has seen: how long, which columns, how their values are spread and where they stand. */
export function generateShape(random: Random, index: number): Shape {
  const [categories, numbers, names] = [[...CATEGORIES], [...NUMBERS], [...CODES]]
  const visits = Array.from({ length: between(random, 2, 6) }, (_, at) => `V${at + 1}`)
  const [from, to] = [random.pick(STARTS), random.pick(ENDS)]
  const rest = [
    ...pair(random, random.pick(OWNERS)),
    ...Array.from({ length: between(random, 1, 3) }, () => {
      const [name, values] = draw(random, categories)
      return category(
        name,
        values,
        values.map(() => 1 + random.below(6)),
      )
    }),
    ...Array.from({ length: between(random, 2, 6) }, () => number(random, draw(random, numbers))),
    ...Array.from({ length: between(random, 1, 2) }, () => codes(random, draw(random, names))),
    start(from),
    end(to, from, between(random, 5, 200)),
    ...others(random),
  ]
  const own =
    random.next() < 0.3
      ? visit('subject', letters(random, 2), visits)
      : [key('record', letters(random, between(random, 1, 3)), between(random, 4, 7))]
  return { name: `generated ${index + 1}`, rows: between(random, 300, 1200), columns: [...own, ...rest] }
}
