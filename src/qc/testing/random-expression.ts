import * as fc from 'fast-check'

export const COLUMNS = ['年龄', 'b', '体 重', 'd'] as const

export const randomCell: fc.Arbitrary<string | null> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -20, max: 20 }).map(String) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '110101199003071234',
      '110101199003071235',
      '0110101199003071234',
      '-110101199003071234',
      '-110101199003071235',
      ' 110101199003071234',
      '1.10101199003071234e17',
      '9007199254740993',
      '9999999999999999',
      '10000000000000000',
      '-9999999999999999',
      '-10000000000000000',
      '9007199254740992.0',
      '1234567890123456789012345678901234567890123',
      '1234567890123456789012345678901234567890124',
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom('1.5', '-0.25', '1e3', '007', '1_000', ' 7 ', '+5', '.5', '3.') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '2024-01-31',
      '2024-02-29',
      '2023-02-28',
      '2024/3/1',
      '2024-01-31 23:30:00',
      '1999-12-31',
      '2024-02-30',
      '24-1-5',
      ' 2024-01-31',
      '2024-01-31 ',
      '2024-01-31T10:00Z',
      '2024-01-31T10:00:00+08:00',
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom('', ' ', '　', 'NA', 'NaN', 'inf', 'abc', 'ABC', '男', '女', 'a%b_c', "it's", '中文😀', '１２') },
  { weight: 1, arbitrary: fc.constant(null) },
)

const column = fc.constantFrom(...COLUMNS).map((name) => (name.includes(' ') ? `[${name}]` : name))
const word = fc.constantFrom('', 'a', 'abc', 'ABC', '男', '%', '_', "it's", '12', '😀').map((value) => `'${value.replaceAll("'", "''")}'`)
const dateText = fc.constantFrom("'2024-01-31'", "'2024-02-29'", "'1999-12-31'", "'2023/3/1'")
const unit = fc.constantFrom("'day'", "'week'", "'month'", "'year'", "'hour'", "'minute'")
const comparison = fc.constantFrom('=', '!=', '<', '<=', '>', '>=')

type Tied = { number: string; text: string; date: string; boolean: string; choice: string }

/** Well-typed sources of every kind, nested a few levels deep. */
export const randomExpression = fc.letrec<Tied>((tie) => {
  const of = (...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
    fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map((list) => list.join(''))
  const { number, text, date, boolean } = { number: tie('number'), text: tie('text'), date: tie('date'), boolean: tie('boolean') }
  return {
    number: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      column,
      fc.integer({ min: 0, max: 30 }).map(String),
      fc.constantFrom('0.5', '1e2', '2.25'),
      of('(', number, fc.constantFrom(' + ', ' - ', ' * ', ' / ', ' % ', ' ^ '), number, ')'),
      of('-', number),
      of(fc.constantFrom('abs', 'floor', 'ceil', 'round', 'sqrt'), '(', number, ')'),
      of('round(', number, ', ', fc.constantFrom('0', '1', '2'), ')'),
      of(fc.constantFrom('least', 'greatest'), '(', number, ', ', number, ')'),
      of('length(', text, ')'),
      of('number(', text, ')'),
      of(fc.constantFrom('year', 'month', 'day', 'weekday'), '(', date, ')'),
      of('datediff(', date, ', ', date, ', ', unit, ')'),
      of('age(', date, ', ', date, ')'),
      of('count(', boolean, ', ', column, ')'),
      of('if(', boolean, ', ', number, ', ', number, ')'),
      of('coalesce(', number, ', ', number, ')'),
    ),
    text: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      column,
      word,
      of(fc.constantFrom('lower', 'upper', 'trim', 'text'), '(', text, ')'),
      of(fc.constantFrom('left', 'right'), '(', text, ', ', number, ')'),
      of('substring(', text, ', ', number, ', ', number, ')'),
      of('concat(', text, ', ', text, ')'),
      of('replace(', text, ', ', word, ', ', word, ')'),
      of('if(', boolean, ', ', text, ', ', text, ')'),
    ),
    date: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      column,
      of('date(', text, ')'),
      dateText.map((value) => `date(${value})`),
      fc.constantFrom('today()', 'now()'),
      of(
        fc.constantFrom('earliest', 'latest'),
        '(',
        fc.oneof(text, fc.constantFrom("'2024'", "'2024-02'", "'2024-02-UN'", "'2024-13'")),
        ')',
      ),
      of('dateadd(', date, ', ', fc.integer({ min: -40, max: 40 }).map(String), ', ', unit, ')'),
      of('if(', boolean, ', ', date, ', ', date, ')'),
    ),
    choice: fc.oneof(
      column,
      of('lookup(subjects, ', column, ' = key, w)'),
      fc.constant("lookup(subjects, 'abc' = key, w)"),
      fc.constant("lookup(subjects, d = key, '9' = w, w)"),
      of('if(', boolean, ', ', column, ', ', column, ')'),
    ),
    boolean: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      of(tie('choice'), ' ', comparison, ' ', tie('choice')),
      of('(', number, ' + 0) ', comparison, ' ', number),
      of('text(', text, ') ', comparison, ' ', word),
      of(
        column,
        ' ',
        comparison,
        ' ',
        fc.oneof(dateText, word, fc.constantFrom('110101199003071234', '9007199254740993', '10000000000000000', '7')),
      ),
      of(tie('choice'), ' differs from ', fc.oneof(tie('choice'), dateText, word, fc.constantFrom('7', 'null', "''"))),
      of(column, fc.constantFrom(' in ', ' not in '), '(7, 110101199003071235)'),
      of('dateadd(', date, ', 0) ', comparison, ' ', date),
      of(column, fc.constantFrom(' in ', ' not in '), '(', word, ', ', word, ')'),
      of('abs(', number, ') in (1, 2, ', fc.integer({ min: 0, max: 20 }).map(String), ')'),
      of(column, fc.constantFrom(' between ', ' not between '), '0 and ', number),
      of(column, ' is null'),
      of('abs(', number, ') is not null'),
      of(text, fc.constantFrom(' like ', ' not like '), fc.constantFrom("'a%'", "'_b_'", "'%\\%%'", "'%中%'", "''")),
      of(text, ' matches ', fc.constantFrom("'^a'", "'[0-9]+'", "'^.$'", "'b|男'")),
      of(fc.constantFrom('contains', 'starts_with', 'ends_with'), '(', text, ', ', word, ')'),
      of(fc.constantFrom('isblank', 'isnumber', 'isdate'), '(', column, ')'),
      of('(', boolean, fc.constantFrom(' and ', ' or '), boolean, ')'),
      of('not (', boolean, ')'),
      of(fc.constantFrom('any', 'all'), '(', boolean, ', ', column, ')'),
      of(fc.constantFrom('exists(b) and ', 'exists(none) or '), boolean),
      of('if(', boolean, ', ', boolean, ', ', boolean, ')'),
    ),
  }
})
