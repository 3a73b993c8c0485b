// Writes the next migration from the computed tables: `npm run -s migration -- name`. Read it before you commit it.
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { areas } from '../src/areas/registry.ts'
import * as system from '../src/server/db/system-table.ts'
import * as view from '../src/server/db/view-table.ts'
import * as notification from '../src/server/db/notification-table.ts'
import * as record from '../src/server/db/record-table.ts'
import { tablesOf } from '../src/server/db/table.ts'
import * as task from '../src/server/db/task-table.ts'
import * as study from '../src/server/db/study-table.ts'
import * as upload from '../src/server/db/upload-table.ts'

const folder = resolve(import.meta.dirname, '../migrations')
const name = process.argv[2] ?? 'change'
const check = process.argv.includes('--check')
const snapshotFile = resolve(folder, 'snapshot.json')
const previous = JSON.parse(await readFile(snapshotFile, 'utf8').catch(() => '{}')) as { id?: string }
const before = previous.id ? previous : generateDrizzleJson({})
const after = generateDrizzleJson(
  { ...system, ...record, ...task, ...upload, ...notification, ...view, ...study, ...Object.fromEntries(tablesOf(areas)) },
  (before as { id: string }).id,
)
const statements = await generateMigration(before as never, after)
if (statements.length === 0) console.log('The tables and the migrations agree.')
else if (check) {
  console.error(`The definitions need a migration:\n${statements.join('\n')}\nWrite it with: npm run -s migration -- name`)
  process.exitCode = 1
} else {
  // Numbers have gaps: what is counted would stand before what it builds on.
  const last = (await readdir(folder))
    .filter((n) => n.endsWith('.sql'))
    .toSorted()
    .at(-1)
  const file = `${String(Number(last?.slice(0, 4) ?? -1) + 1).padStart(4, '0')}_${name}.sql`
  await writeFile(resolve(folder, file), `${statements.join('\n')}\n`)
  await writeFile(snapshotFile, `${JSON.stringify(after, null, 1)}\n`)
  console.log(`Wrote migrations/${file} (${statements.length} statements).`)
}
