import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { onServer, provideDatabase, provideEmptyDatabase } from './postgres.ts'

const tables = async (url: string) => {
  const { rows } = await onServer(url, `select count(*)::int as n from pg_tables where schemaname = 'public'`)
  return (rows[0] as { n: number }).n
}

describe('the databases of the tests', () => {
  it('are migrated copies that do not see each other, and many can be made at once', async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => provideDatabase()))
    const [first, second] = all
    await onServer(first?.ownerUrl ?? '', 'create table only_here ()')
    expect(await tables(second?.url ?? '')).toBeGreaterThan(0)
    expect(await tables(first?.url ?? '')).toBe((await tables(second?.url ?? '')) + 1)
    await Promise.all(all.map((one) => one.drop()))
  })

  it('can be dropped while a client is still connected', async () => {
    const { url, name, drop } = await provideEmptyDatabase()
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    await drop()
    const { rowCount } = await onServer(inject('postgres').url, `select from pg_database where datname = '${name}'`)
    expect(rowCount).toBe(0)
    await client.end().catch(() => {})
  })
})
