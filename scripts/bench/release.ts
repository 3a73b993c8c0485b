// The records of a form, 1,000,000 × 20, from their snapshot to the package of a release: read, de-identified by every kind of treatment, people
// hidden among k, written with evidence and sums, zipped.   npm run -s bench:release -- [--rows 1000000] [--also xlsx,xpt]
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../src/qc/database.ts'
import { writeWorkbook } from '../../src/server/excel/writer.ts'
import { zipped } from '../../src/server/excel/zip.ts'
import { pack } from '../../src/study/release/package.ts'
import { ALSO, EMPTY_PLAN, type Offered, type Plan, type Treatment } from '../../src/study/release/plan.ts'
import { stageSource, withWorkspace } from '../../src/study/run/judge.ts'
import { isBusy, machine } from './machine.ts'

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' }, also: { type: 'string', default: '' } } })
const ROWS = Number(values.rows)
const FURTHER = ALSO.filter((format) => values.also.split(',').includes(format))
const VISITS = 5
const BAR_SECONDS = 60

type Spec = [code: string, type: Offered['type'], sensitivity: Offered['sensitivity'], treatment: Treatment, quasi: boolean, sql: string]
const keep: Treatment = { kind: 'keep' }
const numbers = Array.from({ length: 9 }, (_, i): Spec => [`x${i}`, 'number', 0, keep, false, `((i * ${7919 + i}) % 100000) / 100.0`])
const SPECS: readonly Spec[] = [
  ['name', 'text', 3, { kind: 'drop' }, false, `'赵' || (p % 99991)`],
  ['mrn', 'text', 3, { kind: 'pseudonym' }, false, `'M' || (100000 + p)`],
  ['phone', 'text', 3, { kind: 'drop' }, false, `'138' || (10000000 + p)`],
  ['birth', 'date', 2, { kind: 'year' }, true, `(DATE '1940-01-01' + (p * 7919 % 20000)::INTEGER)`],
  ['sex', 'choice', 0, keep, true, `CASE WHEN p % 20011 = 7 THEN 3 ELSE 1 + p % 2 END`],
  ['measured', 'date', 0, { kind: 'shift' }, false, `(DATE '2025-01-01' + (i % 700)::INTEGER)`],
  ['entered', 'dateTime', 0, { kind: 'shift' }, false, `(TIMESTAMP '2025-01-01' + (i % 9000) * INTERVAL 1 HOUR)`],
  ['weight', 'number', 0, { kind: 'band', width: 10, top: 120 }, false, `40 + (i * 31) % 900 / 10.0`],
  ['note', 'text', 1, { kind: 'mask', first: 2, last: 0 }, false, `'note ' || (i % 5000)`],
  // A transport file holds ASCII alone: beside Chinese texts it would be left out and cost nothing.
  [
    'comment',
    'longText',
    0,
    keep,
    false,
    `'${FURTHER.includes('xpt') ? 'reported' : '患者自诉'}' || (i % 300) || CASE WHEN i % 50 = 0 THEN ' M' || (100000 + p) ELSE '' END`,
  ],
  ['arm', 'choice', 0, keep, false, `p % 3`],
  ...numbers,
]

const folder = await mkdtemp(join(tmpdir(), 'bench-release-'))
const file = join(folder, 'form.csv')
const cpu = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
try {
  const generator = await openDatabase({ memory: '1GB', threads: 2, allow: { files: [], directories: [folder] } })
  const columns = SPECS.map(([code, , , , , sql]) => `${sql} AS ${code}`).join(', ')
  await generator.run(`COPY (SELECT p AS "subject.id", 'S-' || p AS subject, 'V' || (1 + i % ${VISITS}) AS visit, 1 AS instance, 'D' || (p % 12) AS department,
    ${columns} FROM (SELECT i, i // ${VISITS} AS p FROM range(${ROWS}) r(i))) TO '${file}' (FORMAT csv, HEADER true, FORCE_QUOTE *)`)
  await generator.close()
  const offered: Offered[] = SPECS.map(([code, type, sensitivity], i) => ({
    form: 1,
    formCode: 'form',
    slot: i + 1,
    code,
    label: code,
    labelEn: code,
    unit: '',
    type,
    sensitivity,
    missingCodes: [],
    items: [],
  }))
  const variables = SPECS.map(([, , , treatment, quasi], i) => ({ form: 1, slot: i + 1, treatment, quasi }))
  const plan: Plan = { ...EMPTY_PLAN, site: 'pseudonym', k: 5, also: FURTHER, variables }
  const read = { format: 'csv', encoding: 'utf-8', delimiter: ',', quote: '"', header: true } as const
  const source = { file, name: 'form', place: 'form:1', read, cells: {}, hidden: [] }
  console.log(`${ROWS} rows × ${SPECS.length}, ${machine}: judged by ${isBusy ? 'CPU' : 'the clock'}`)

  const times: [string, number, number][] = []
  let [began, spent] = [performance.now(), cpu()]
  const lap = (what: string) => {
    times.push([what, (performance.now() - began) / 1000, cpu() - spent])
    ;[began, spent] = [performance.now(), cpu()]
  }
  const packed = await withWorkspace(folder, [], new AbortController().signal, async (db) => {
    const table = await stageSource(db, folder, source)
    lap('read the snapshot')
    const tables = [{ id: 1, code: 'form', table }]
    const about = { project: {}, study: 'BENCH', dictionary: 1, engine: 'bench', madeAt: new Date().toISOString(), withdrawnSubjects: 0 }
    const key = Buffer.alloc(32, 7)
    const done = await pack({ db, tables, offered, cohort: null, plan, key, now: '2026-01-01T00:00:00' }, about, {
      folder: join(folder, 'package'),
      workbook: writeWorkbook,
    })
    lap('de-identify, hide, write')
    return done
  })
  if (!packed) throw new Error('nothing was left to release')
  const zip = join(folder, 'package.zip')
  const members = async function* () {
    for (const { name, path } of packed.files) yield { name, text: createReadStream(path) }
  }
  await pipeline(zipped(members()), createWriteStream(zip))
  lap('zip')
  for (const [what, seconds, used] of times) console.log(`${what}: ${seconds.toFixed(1)} s, CPU ${used.toFixed(1)} s`)
  const seconds = times.reduce((sum, [, one]) => sum + one, 0)
  const used = times.reduce((sum, [, , one]) => sum + one, 0)
  const { before, after } = packed
  console.log(
    `people: ${packed.subjects} left, ${before.exposed} left out; k ${before.k} → ${after.k}; ${((await stat(zip)).size / 1e6).toFixed(1)} MB`,
  )
  for (const { name, why } of packed.evidence.leftOut) console.log(`left out ${name}: ${why.en}`)
  console.log(`memory: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB at most`)
  const judged = isBusy ? used : seconds
  const isMet = judged < BAR_SECONDS && before.exposed > 0 && (after.k ?? 0) >= plan.k && packed.rows === packed.subjects * VISITS
  console.log(`bench:release ${isMet ? 'met' : 'MISSED'}: ${seconds.toFixed(1)} s, CPU ${used.toFixed(1)} s (bar ${BAR_SECONDS} s)`)
  process.exitCode = isMet ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
