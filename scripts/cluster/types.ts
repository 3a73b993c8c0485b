import type { QcDatabase } from '../../src/qc/table.ts'
import { trinoTable } from '../../src/qc/trino/table.ts'

/** A literal of every type, and what the engine reads in it: its text, and the number or date beside it. */
const VALUES: readonly (readonly [type: string, literal: string, text: string | null, copy?: number | string | null])[] = [
  ['tinyint', '7', '7', 7],
  ['bigint', '-9007199254740991', '-9007199254740991', -9007199254740991],
  ['double', '120.5', '120.5', 120.5],
  ['double', '1e7', '10000000.0', 10000000],
  ['double', '1e-4', '0.0001', 0.0001],
  ['double', 'nan()', null, null],
  ['double', 'infinity()', null, null],
  ['real', '2.5', '2.5', 2.5],
  ['real', '0.1', '0.1', 0.1],
  ['char(5)', "'ab'", 'ab'],
  ['json', `JSON '{"a": 1}'`, '{"a":1}'],
  ['uuid', "UUID '12151fd2-7586-11e9-8f9e-2a86e4085a59'", '12151fd2-7586-11e9-8f9e-2a86e4085a59'],
  ['decimal(10,2)', '12.30', '12.30', 12.3],
  ['decimal(38,10)', '1234567890123456789.5', '1234567890123456789.5000000000'],
  ['date', "DATE '2026-01-31'", '2026-01-31', '2026-01-31'],
  ['date', "DATE '0999-12-31'", null, null],
  ['timestamp(3)', "TIMESTAMP '2026-01-31 08:30:00.250'", '2026-01-31 08:30:00.25', '2026-01-31T08:30:00.250000'],
  ['timestamp(6)', "TIMESTAMP '2026-01-31 08:30:00'", '2026-01-31 08:30:00', '2026-01-31T08:30:00'],
  ['timestamp(3) with time zone', "TIMESTAMP '2026-01-31 08:30:00.000 Asia/Shanghai'", '2026-01-31 00:30:00', '2026-01-31T00:30:00'],
  ['boolean', 'true', 'true'],
  ['varchar', "' 1 '", ' 1 '],
  ['array(varchar)', "ARRAY['a', 'b']", '["a","b"]'],
  ['varbinary', "X'0aff'", '0AFF'],
  ['varchar', 'NULL', null],
]

/** Types of a table that is there already; the number of differences comes back. */
export async function compareTypes(there: QcDatabase): Promise<number> {
  const place = { catalog: 'memory', schema: 'default', table: `qc_types_${Date.now()}` }
  const name = `${place.catalog}.${place.schema}.${place.table}`
  const columns = VALUES.map(([type, literal], at) => `CAST(${literal} AS ${type}) AS c${at}`)
  await there.run(`CREATE TABLE ${name} AS SELECT ${columns.join(', ')}`)
  try {
    const table = await trinoTable(there, place)
    const [row = {}] = await there.all(`SELECT * FROM ${table.relation}`)
    const wrong = VALUES.filter(([type, literal, text, copy], at) => {
      const beside = table.typed?.[`c${at}`]
      const found = [row[`c${at}`], beside ? row[beside.name] : undefined]
      if (found[0] === text && found[1] === copy) return false
      console.log(`≠ ${type} ${literal}: ${JSON.stringify(found)} instead of ${JSON.stringify([text, copy])}`)
      return true
    })
    console.log(`types of columns: ${VALUES.length - wrong.length} of ${VALUES.length} as meant`)
    return wrong.length
  } finally {
    await there.run(`DROP TABLE ${name}`)
  }
}
