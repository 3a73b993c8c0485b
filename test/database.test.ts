import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../src/server/db/database.ts'
import type { Database } from '../src/server/db/database.ts'
import { provideEmptyDatabase } from './postgres.ts'
import type { TestDatabase } from './postgres.ts'

let place: TestDatabase
let database: Database
beforeAll(async () => {
  place = await provideEmptyDatabase()
  database = openDatabase(place.ownerUrl, { max: 2 })
})
afterAll(async () => {
  await database.close()
  await place.drop()
})

const STACKED = 'CREATE TABLE first_of_two (); CREATE TABLE second_of_two ()'
const REFUSED = 'cannot insert multiple commands into a prepared statement'
const tables = () => database.query(`SELECT relname FROM pg_class WHERE relname LIKE '%_of_two'`)
const ID = 'SELECT pg_current_xact_id()::text AS id'
/** Another text each time, as a person does who varies a filter. */
const varied = (count: number) => Array.from({ length: count }, (_, i) => `SELECT ${i} AS "varied"`)

describe.each([
  ['while statements are kept by name', 0],
  ['once more of them were kept by name than there are places', 1100],
])('one statement per text, %s', (_, before) => {
  it('on the pool, in a transaction and on a connection of its own, with and without parameters', async () => {
    for (const text of varied(before)) for (const _time of [1, 2, 3]) await database.query(text)
    const [held] = await database.query<{ n: number }>('SELECT count(*) AS n FROM pg_prepared_statements')
    expect(held?.n).toBeLessThanOrEqual(1000)
    await expect(database.query(STACKED)).rejects.toThrow(REFUSED)
    await expect(database.query('SELECT $1::int; SELECT 2', [1])).rejects.toThrow(REFUSED)
    await expect(database.transaction((tx) => tx.query(STACKED))).rejects.toThrow(REFUSED)
    await expect(database.withConnection((connection) => connection.query(STACKED))).rejects.toThrow(REFUSED)
    await expect(database.withConnection((connection) => connection.query({ text: STACKED }))).rejects.toThrow(REFUSED)
    expect(await tables()).toEqual([])
  })

  it('a single one is answered as ever, and a transaction begins and ends', async () => {
    expect(await database.query('SELECT $1::int AS n', [7])).toEqual([{ n: 7 }])
    await database.transaction((tx) => tx.query('CREATE TABLE one_of_two ()'))
    expect(await tables()).toEqual([{ relname: 'one_of_two' }])
    await database.query('DROP TABLE one_of_two')
  })
})

describe('a transaction', () => {
  it.each(['new', 'known'])('begins with its first statement, on a connection that is %s', async () => {
    const ids = await database.transaction(async (tx) => [await tx.query(ID), await tx.query(ID), await tx.query(ID)])
    expect(new Set(ids.map(([row]) => row?.['id'])).size).toBe(1)
    const [after] = await database.query<{ id: string }>(ID)
    expect(after?.id).not.toBe(ids[0]?.[0]?.['id'])
  })
  it('answers the rows of its first statement, and none where it has none', async () => {
    expect(await database.transaction((tx) => tx.query('SELECT $1::int AS n UNION ALL SELECT 8', [7]))).toEqual([{ n: 7 }, { n: 8 }])
    expect(await database.transaction((tx) => tx.query('CREATE TABLE one_of_two ()'))).toEqual([])
    expect(await database.transaction((tx) => tx.query('DROP TABLE one_of_two'))).toEqual([])
  })
  it('that ends badly has done nothing, whichever statement failed, and its connection serves the next', async () => {
    const ends = ['SELECT 1 / $1::int', 'SELECT * FROM no_such_table WHERE $1 = 0']
    for (const text of [...ends, ...ends, ...ends, ...ends]) {
      await expect(database.transaction((tx) => tx.query(text, [0]))).rejects.toThrow(/division by zero|does not exist/)
      const work = database.transaction(async (tx) => {
        await tx.query('CREATE TABLE one_of_two ()')
        await tx.query(text, [0])
      })
      await expect(work).rejects.toThrow(/division by zero|does not exist/)
      expect(await tables()).toEqual([])
    }
    expect(await database.transaction((tx) => tx.query('SELECT $1::int AS n', [7]))).toEqual([{ n: 7 }])
  })
  it('in which nothing is asked is none', async () => {
    expect(await database.transaction(async () => 7)).toBe(7)
    expect(database.load()).toMatchObject({ waiting: 0 })
  })
})
