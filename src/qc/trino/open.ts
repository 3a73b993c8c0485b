import type { TrinoDatabase, TrinoOptions } from './database.ts'
import { openTrino } from './database.ts'

/** A pattern that RE2 refuses and the other library takes. */
const PROBE = `SELECT regexp_like('a', '(?=a)') AS other`

/** A connection whose server reads regular expressions as we do. By another library, numbers, dates and patterns would mean something else. */
export async function openChecked(options: TrinoOptions): Promise<TrinoDatabase> {
  const database = openTrino(options)
  try {
    await database.all('SELECT 1 AS one')
    const other = await database.all(PROBE).then(
      () => true,
      () => false,
    )
    if (!other) return database
    throw new Error('the Trino server reads regular expressions with JONI; set regex-library=RE2J in config.properties of all its nodes')
  } catch (error) {
    await database.close()
    throw error
  }
}
