import { access, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from './database.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'qc-database-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the workspace', () => {
  it('leaves no folder behind when it cannot be opened', async () => {
    const spillDirectory = path.join(folder, 'unopened')
    await expect(openDatabase({ spillDirectory, memory: 'plenty' })).rejects.toThrow('is no size')
    expect(await readdir(spillDirectory)).toEqual([])
  })

  it('answers with plain values', async () => {
    const db = await openDatabase({ threads: 1 })
    const [row] = await db.all(
      `SELECT 7::BIGINT AS safe, 9007199254740993::BIGINT AS large, DATE '2024-02-29' AS day, TIMESTAMP '2024-02-29 08:30:00' AS at, [1, NULL, 3] AS list,
        {'a': 1::BIGINT} AS struct, map {'k': 2} AS map, 1.25::DECIMAL(9, 2) AS price, NULL AS nothing, true AS yes, '文字' AS text`,
    )
    expect(row).toEqual({
      safe: 7,
      large: 9007199254740993n,
      day: '2024-02-29',
      at: '2024-02-29T08:30:00',
      list: [1, null, 3],
      struct: { a: 1 },
      map: [['k', 2]],
      price: 1.25,
      nothing: null,
      yes: true,
      text: '文字',
    })
    expect(await db.all('SELECT ?::INTEGER + 1 AS n', [41])).toEqual([{ n: 42 }])
    await db.close()
  })

  it('opens no other path, loads nothing, and cannot be unlocked', async () => {
    const open = path.join(folder, 'open.csv')
    const closed = path.join(folder, 'closed.csv')
    await Promise.all([writeFile(open, 'a\n1\n'), writeFile(closed, 'a\n1\n')])
    const db = await openDatabase({ threads: 1, allow: { files: [open] } })
    expect(await db.all(`SELECT * FROM read_csv('${open}', all_varchar = true)`)).toEqual([{ a: '1' }])
    await db.run(`COPY (SELECT 1) TO '${path.join(db.directory, 'own.parquet')}'`)
    for (const sql of [
      `SELECT * FROM read_csv('${closed}')`,
      `SELECT * FROM read_text('/etc/hosts')`,
      `COPY (SELECT 1) TO '${path.join(folder, 'out.csv')}'`,
      `ATTACH '${path.join(folder, 'x.db')}'`,
      'INSTALL httpfs',
      `SET memory_limit = '100GB'`,
      'SET enable_external_access = true',
    ]) {
      await expect(db.run(sql), sql).rejects.toThrow(/Permission|Invalid|disabled|locked|Cannot/)
    }
    await db.close()
  })

  it('streams beside other statements, stops when told, and leaves nothing behind', async () => {
    const db = await openDatabase({ threads: 1, spillDirectory: folder })
    let seen = 0
    for await (const rows of db.stream('SELECT * FROM range(10000)')) {
      seen += rows.length
      expect(await db.all('SELECT 1 AS n')).toEqual([{ n: 1 }])
    }
    expect(seen).toBe(10_000)
    const long = db.all('SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b')
    // What has not begun yet hears nothing of it.
    const telling = setInterval(() => db.interrupt(), 50)
    await expect(long).rejects.toThrow(/INTERRUPT/)
    clearInterval(telling)
    await db.close()
    await expect(access(db.directory)).rejects.toThrow()
  })

  it('sorts more than its memory by spilling', async () => {
    const db = await openDatabase({ memory: '80MB', threads: 1, spillDirectory: folder })
    const [row] = await db.all(
      `SELECT count(*) AS n FROM (SELECT hash(range) AS h, repeat('x', 40) || range AS t FROM range(1500000) ORDER BY t DESC) WHERE h IS NOT NULL`,
    )
    expect(row).toEqual({ n: 1_500_000 })
    await db.close()
  })

  it('says which memory sizes it understands', async () => {
    await expect(openDatabase({ memory: 'lots' })).rejects.toThrow('write e.g. 512MB or 1GB')
  })
})
