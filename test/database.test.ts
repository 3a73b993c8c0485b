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
