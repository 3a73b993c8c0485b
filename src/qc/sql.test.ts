import { expect, it } from 'vitest'
import { identifier, join, literal, replaced, Sql } from './sql.ts'

it('is put together of SQL, numbers and lists; what a user wrote comes in as a name or a literal', () => {
  const user = `x'; DROP TABLE t; --`
  expect(Sql`SELECT ${identifier('a"b')} FROM t WHERE c = ${literal(user)} LIMIT ${3}`).toBe(
    `SELECT "a""b" FROM t WHERE c = 'x''; DROP TABLE t; --' LIMIT 3`,
  )
  expect(Sql`f(${[Sql`a`, Sql`b`, 1]})`).toBe('f(a, b, 1)')
  expect(join([Sql`a`, Sql`b`], ' OR ')).toBe('a OR b')
})

it('takes no plain text: this file does not compile if it does', () => {
  const user: string = 'x'
  // @ts-expect-error a text is no SQL
  const fragment: Sql = user
  // @ts-expect-error nor as a part of some
  const whole = Sql`SELECT ${user}`
  // @ts-expect-error nor written in place
  const written: Sql = 'SELECT 1'
  expect([fragment, whole, written]).toHaveLength(3)
})

it('replaces every occurrence of a piece, and what a pattern finds once, whatever stands in it', () => {
  expect(replaced(Sql`a $1 a`, Sql`a`, () => Sql`$&`)).toBe('$& $1 $&')
  expect(replaced(Sql`q[1]`, /(\[\d+\])?$/, (found) => Sql` FILTER${found}`)).toBe('q FILTER[1]')
})
