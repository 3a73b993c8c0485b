import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { openDatabase } from '../../src/qc/database.ts'
import { literal } from '../../src/qc/sql.ts'
import type { QcDatabase, StagedTable } from '../../src/qc/table.ts'
import { stageIn, type Stage } from '../../src/qc/testing/ask.ts'
import { declareSnapshot, dropSnapshot, snapshotRows } from '../../src/qc/trino/snapshot.ts'

/** So many files of each table, dealt out row by row: no worker has all rows of a subject. */
const FILES = 4
const OWN = 'qc_cases'

/** Tables as external ones of the catalog `hive`, each in several files; `share` is where it reads `local:///`. Gone afterwards. */
export async function spreadOut(there: QcDatabase, share: string, work: (stage: Stage) => Promise<number>): Promise<number> {
  const folder = path.join(share, OWN)
  await rm(folder, { recursive: true, force: true })
  const here = await openDatabase({ threads: 1, allow: { directories: [share] } })
  const stageHere = stageIn(here)
  const drops: (() => Promise<void>)[] = []
  const known = new Map<string, Promise<StagedTable>>()
  let serial = 0

  const declare: Stage = async (name, columns, rows, typed) => {
    const own = `case_${process.pid}_${(serial += 1)}`
    const table = await stageHere(name, columns, rows, typed)
    await mkdir(path.join(folder, own), { recursive: true })
    for (let file = 0; file < FILES; file++) {
      const some = `SELECT * FROM (${snapshotRows(table)}) WHERE r % ${FILES} = ${file}`
      await here.run(`COPY (${some}) TO ${literal(path.join(folder, own, `${file}.parquet`))} (FORMAT parquet)`)
    }
    const place = { catalog: 'hive', schema: OWN, table: own }
    drops.push(() => dropSnapshot(there, place))
    return declareSnapshot(there, table, `local:///${OWN}/${own}`, place)
  }
  /** Many cases ask about the same rows. */
  const stage: Stage = async (name, columns, rows, typed) => {
    const key = JSON.stringify([name, columns, rows, typed])
    const table = known.get(key) ?? declare(name, columns, rows, typed)
    known.set(key, table)
    return table
  }
  try {
    await there.run(`CREATE SCHEMA IF NOT EXISTS hive.${OWN}`)
    const different = await work(stage)
    const dealt = await there.all<{ node_id: string; splits: number }>(
      'SELECT node_id, sum(splits) AS splits FROM system.runtime.tasks GROUP BY node_id ORDER BY node_id',
    )
    const shown = dealt.map(({ node_id: node, splits }) => `${node} ${splits}`).join(', ')
    console.log(`${known.size} tables of ${FILES} files each; splits of the last statements by node: ${shown}`)
    return different
  } finally {
    for (let some = drops.splice(0, 8); some.length > 0; some = drops.splice(0, 8)) await Promise.all(some.map((drop) => drop()))
    await here.close()
    await rm(folder, { recursive: true, force: true })
  }
}
