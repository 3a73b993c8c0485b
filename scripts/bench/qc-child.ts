import { writeFileSync } from 'node:fs'
import { main } from '../../src/qc/cli.ts'
import { openDatabase } from '../../src/qc/database.ts'
import { diffTables } from '../../src/qc/diff/diff.ts'
import { stageFile } from '../../src/qc/source/stage.ts'
import { VARIANTS } from './qc-handwritten.ts'
import { plainCounts } from './qc-plain.ts'
import { polarsCounts } from './qc-polars.ts'

/** One measurement per process, so that neither warm caches of another nor its memory count. */
const [task, answer, ...args] = process.argv.slice(2) as [string, string, ...string[]]
const started = performance.now()
let result: unknown
if (task === 'engine') {
  let output = ''
  const code = await main(args, (text) => (output += text))
  result = { code, output: output.startsWith('{') ? JSON.parse(output) : output.length }
} else if (task === 'sql') {
  const [variant, file, scratch, memory] = args as [string, string, string, string]
  const db = await openDatabase({ memory, spillDirectory: scratch })
  result = await VARIANTS[variant]!(file, (sql) => db.all(sql), scratch)
  await db.close()
} else if (task === 'summarize') {
  const db = await openDatabase({ memory: args[1] as string })
  result = (await db.all(`SUMMARIZE SELECT * FROM read_parquet('${args[0]}')`)).length
  await db.close()
} else if (task === 'diff') {
  const [before, after, memory] = args as [string, string, string]
  const db = await openDatabase({ memory })
  const [old, fresh] = [await stageFile(db, before), await stageFile(db, after)]
  const start = process.cpuUsage()
  const { counts } = await diffTables(db, old, fresh, { key: ['subject', 'visit'] })
  const spent = process.cpuUsage(start)
  result = { counts, cpu: (spent.user + spent.system) / 1e6 }
  await db.close()
} else if (task === 'plain') result = await plainCounts(args[0] as string)
else if (task === 'polars') result = polarsCounts(args[0] as string, args[1] as string)
else throw new Error(`no task ${task}`)
const seconds = (performance.now() - started) / 1000
const { user, system } = process.cpuUsage()
writeFileSync(answer, JSON.stringify({ seconds, cpu: (user + system) / 1e6, megabytes: process.resourceUsage().maxRSS / 1024, result }))
