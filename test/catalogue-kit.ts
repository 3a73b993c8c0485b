import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findingsOf, historyOf, queriesOf } from '#qc/context.ts'
import { openDatabase, type CheckResult, type Parameter } from '#qc'
import type { SqlRow } from '#qc/table.ts'
import { main } from '../src/qc/cli.ts'
import { everyCase, type Question } from '../src/qc/testing/every-case.ts'
import { RECORD_KEY } from '../src/study/record/snapshot.ts'
import { add, collecting, form, post, publish, variable } from './study-kit.ts'
import type { Call } from './study-kit.ts'

/** A running product: its doors, its database, its files. A worker judges beside it. */
export type House = {
  call: Call
  sql<T extends object>(text: string, params?: unknown[]): Promise<T[]>
  dataDir: string
  pathOf(sha256: string): string
  /** Until all that was asked for has ended. */
  quiet(): Promise<void>
}
/** What the server and the command say of the same bytes, ready to be compared. */
export type Said = { facts: Record<string, unknown>[]; counts: unknown; violations: object[] }
export type Pair = { name: string; server: Said; command: Said; entered: number; found: number }

const MAIN = 'main'
const isAlone = ({ example }: Question): boolean => example.others === undefined
/** One file each: what a data file can be asked. */
export const fileCases = (): Question[] => everyCase().filter(isAlone)
/** With a second table: what the forms of a study can be asked. */
export const formCases = (): Question[] => everyCase().filter((one) => !isAlone(one))

const cell = (text: string | null | undefined): string => (text === null || text === undefined ? '' : `"${text.replaceAll('"', '""')}"`)
const csvOf = ({ example: { columns, rows } }: Question): string =>
  [columns, ...rows].map((row) => `${columns.map((_, at) => cell(row[at])).join(',')}\n`).join('')
const ruleOf = ({ check, example }: Question, id: string): Parameter => ({ id, check: check.id, table: MAIN, ...example.parameter })

const factOf = ({ code, parameter, check, status, rows, denominator, violated, value, score }: Record<string, unknown>) => ({
  parameter: code ?? parameter,
  check,
  status,
  rows: Number(rows),
  denominator: Number(denominator),
  violated: Number(violated),
  value: value ?? null,
  score,
})
const byCode = (all: Said['facts']): Said['facts'] => all.toSorted((a, b) => (String(a['parameter']) < String(b['parameter']) ? -1 : 1))
const VIOLATIONS = (path: string) => `SELECT parameter, "row", "key", field, "value", hash FROM read_parquet('${path}') ORDER BY ALL`

/** A kept snapshot as the CSV that it stands for; typed copies are nobody's columns. */
const asCsv = async (kept: string, to: string): Promise<void> => {
  const db = await openDatabase({ threads: 1 })
  try {
    await db.run(
      `COPY (SELECT COLUMNS(name -> NOT ends_with(name, '§typed')) FROM read_parquet('${kept}')) TO '${to}' (FORMAT csv, HEADER true, FORCE_QUOTE *)`,
    )
  } finally {
    await db.close()
  }
}

const read = async <T extends SqlRow>(text: string): Promise<T[]> => {
  const db = await openDatabase({ threads: 1 })
  try {
    return await db.all<T>(text)
  } finally {
    await db.close()
  }
}

/** The command over these files, as somebody would type it. */
export const byCommand = async (folder: string, files: readonly string[], rules: unknown, now: string): Promise<Said> => {
  const [parameters, out] = [join(folder, 'rules.json'), join(folder, 'out.parquet')]
  await writeFile(parameters, JSON.stringify(rules))
  const [said, complaints]: [string[], string[]] = [[], []]
  const args = ['check', ...files, '--parameters', parameters, '--json', '--violations', out, '--now', now, '--threads', '1']
  const code = await main(
    args,
    (text) => said.push(text),
    (text) => complaints.push(text),
  )
  if (code > 1) return { facts: [], counts: 'unreadable', violations: [] }
  const { results, score }: { results: CheckResult[]; score: { score: number; applicable: number; total: number } } = JSON.parse(
    said.join('\n'),
  )
  return {
    facts: byCode(results.map((result) => factOf(result))),
    counts: [score.score, score.applicable, score.total],
    violations: await read(VIOLATIONS(out)),
  }
}

type Run = {
  id: number
  state: string
  score: number
  applicable: number
  total: number
  violations: string
  judged_at: string
  datafile: number | null
  study: number
}
/** What a run of the server said: its results, its list of violations, and how many of them the ledger has. */
export const byServer = async (
  { sql, pathOf }: Pick<House, 'sql' | 'pathOf'>,
  id: number,
): Promise<{ said: Said; run: Run; entered: number; found: number }> => {
  const [run] = await sql<Run>('SELECT * FROM qc_run WHERE id = $1', [id])
  if (!run) throw new Error(`no run ${id}`)
  if (run.state === 'failed') return { said: { facts: [], counts: 'unreadable', violations: [] }, run, entered: 0, found: 0 }
  const results = await sql<Record<string, unknown>>('SELECT * FROM qc_result WHERE run = $1', [id])
  const passed = new Set(results.flatMap(({ code, status }) => (status === 'passed' ? [code] : [])))
  const all = await read<{ parameter: string }>(VIOLATIONS(pathOf(run.violations)))
  const [{ found } = { found: 0 }] = await read<{ found: number | bigint }>(
    `SELECT count(DISTINCT fingerprint) AS found FROM read_parquet('${pathOf(run.violations)}')`,
  )
  const [{ entered } = { entered: 0 }] = await sql<{ entered: number }>(
    `SELECT count(*)::int AS entered FROM finding WHERE first_run = $1 AND mass_count IS NULL`,
    [id],
  )
  const facts = byCode(results.map(factOf))
  const counts = [run.score, Number(run.applicable), Number(run.total)]
  return { said: { facts, counts, violations: all.filter(({ parameter }) => !passed.has(parameter)) }, run, entered, found: Number(found) }
}

let made = 0
/** Rules in force and a set for each: how they come into force is told elsewhere. */
const setsOf = async ({ call, sql }: House, rules: readonly Parameter[], study?: number): Promise<number[]> => {
  const own = study === undefined ? {} : { study }
  const { code, msg } = await post(call, 'control.parameter/take', { file: JSON.stringify({ parameters: rules }), ...own })
  if (code !== 1) throw new Error(msg)
  const rows = await sql<{ id: number; code: string }>('SELECT id::int AS id, code FROM control_parameter WHERE code = ANY($1)', [
    rules.map(({ id }) => id),
  ])
  const ids = new Map(rows.map((row) => [row.code, row.id]))
  await sql(`UPDATE control_version SET state = 'active' WHERE parameter = ANY($1)`, [[...ids.values()]])
  const sets: number[] = []
  for (const { id } of rules)
    sets.push((await add(call, 'control.set', { code: id, name: id, nameEn: id, parameters: [ids.get(id)], ...own })).id)
  return sets
}

type Lineage = { id: number; version: number }
/** What the example says is known beside its table, as a house knows it: earlier runs over the file, queries and findings about it. */
const remember = async ({ sql }: House, { check, example }: Question, code: string, datafile: number, study: number): Promise<void> => {
  const { context = {} } = example
  const [own] = await sql<Lineage>(
    'SELECT p.id::int AS id, v.id::int AS version FROM control_parameter p JOIN control_version v ON v.parameter = p.id WHERE p.code = $1',
    [code],
  )
  if (!own) throw new Error(code)
  const runAt = async (at: string): Promise<number> => {
    const [run] = await sql<{ id: number }>(
      `INSERT INTO qc_run (title, title_en, datafile, state, judged_at) VALUES ('then', 'then', $1, 'done', $2) RETURNING id::int AS id`,
      [datafile, at],
    )
    return run?.id ?? 0
  }
  for (const { at, value } of historyOf(context, 'p', '9999-12-31'))
    await sql(
      `INSERT INTO qc_result (run, parameter, parameter_version, code, "check", status, result) VALUES ($1, $2, $3, $4, $5, 'not_applicable', $6)`,
      [await runAt(at), own.id, own.version, code, check.id, JSON.stringify({ parameter: code, measures: { metric: value } })],
    )
  for (const { status, opened } of queriesOf(context) ?? [])
    await sql(`INSERT INTO query (title, study, datafile, text, state, created_at) VALUES ('q', $1, $2, 'q', $3, $4::date)`, [
      study,
      datafile,
      status,
      opened,
    ])
  // What a rule about findings has found itself is none of what it asks about.
  const [other] = await sql<{ id: number }>('SELECT min(id)::int AS id FROM control_parameter WHERE "check" <> $1', [check.id])
  for (const { id, severity, state } of findingsOf(context) ?? []) {
    const run = await runAt('2026-01-01')
    await sql(
      `INSERT INTO finding (name, parameter, severity, state, datafile, fingerprint, hash, first_run, state_run)
       VALUES ($1, $2, $3, $4, $5, $6, 'h', $7, $7)`,
      [id, other?.id, severity, state, datafile, `${code} ${id}`, run],
    )
  }
}

/** Each case as a file of its own, as if somebody had sent it, judged by its one rule; `study`: whose queries its files have. */
export const compareFiles = async (house: House, cases: readonly Question[], study: number): Promise<Pair[]> => {
  const { call, sql, pathOf, quiet } = house
  const rules = cases.map((one) => ruleOf(one, `case.${++made}`))
  const sets = await setsOf(house, rules)
  const runs: number[] = []
  for (const [at, one] of cases.entries()) {
    const csv = csvOf(one)
    const sha256 = createHash('sha256').update(csv).digest('hex')
    await mkdir(dirname(pathOf(sha256)), { recursive: true })
    await writeFile(pathOf(sha256), csv)
    const [file] = await sql<{ id: number }>(
      `WITH f AS (INSERT INTO datafile (name, kind, state, number, sha256) VALUES ('main.csv', 'table', 'staged', 1, $1) RETURNING id),
        v AS (INSERT INTO datafile_version (datafile, number, name, kind, size, sha256) SELECT id, 1, 'main.csv', 'table', $2, $1 FROM f)
       SELECT id::int AS id FROM f`,
      [sha256, Buffer.byteLength(csv)],
    )
    await remember(house, one, rules[at]?.id ?? '', file?.id ?? 0, study)
    const begun = await post<{ id: number }>(call, 'qc.run/start', { datafile: file?.id, set: sets[at] })
    if (begun.code !== 1) throw new Error(`${one.name}: ${begun.msg}`)
    runs.push(begun.data.id)
  }
  await quiet()
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-'))
  try {
    const pairs: Pair[] = []
    for (const [at, one] of cases.entries()) {
      const { said, run, entered, found } = await byServer(house, runs[at] ?? 0)
      const file = join(folder, `${MAIN}.csv`)
      await writeFile(file, csvOf(one))
      // A run that could not read its file has kept nothing that could be asked again.
      const kept = run.state === 'done' ? (await call<object>('/admin/qc.run/rules', { query: { id: String(run.id) } })).data : {}
      const asked = { parameters: [rules[at]], ...kept }
      const command = await byCommand(folder, [file], asked, run.judged_at ?? '2026-01-01T00:00:00')
      pairs.push({ name: one.name, server: said, command, entered, found })
    }
    return pairs
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Each case as forms of a study; the command reads the very files that the server read of them. */
export const compareForms = async (house: House, cases: readonly Question[], department: number, pi: number): Promise<Pair[]> => {
  const { call, sql, dataDir, quiet } = house
  const pairs: Pair[] = []
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-'))
  try {
    for (const [check, own] of Map.groupBy(cases, (one) => one.check.id)) {
      type Tables = Record<string, { columns: readonly string[]; rows: readonly (readonly (string | null)[])[] }>
      const tablesOf = ({ example }: Question): Tables => ({ [MAIN]: { columns: example.columns, rows: example.rows }, ...example.others })
      const columns = new Map<string, Set<string>>()
      for (const one of own)
        for (const [name, table] of Object.entries(tablesOf(one)))
          columns.set(name, new Set([...(columns.get(name) ?? []), ...table.columns]))
      const code = `CAT${check}-${++made}`
      const { study, visit } = await collecting(call, code, department, pi)
      const { forms, variables } = await publish(call, study, () => ({
        forms: [...columns.keys()].map((name) => form(name, { repeats: true })),
        codelists: [],
        variables: [...columns].flatMap(([name, all]) => [...all].map((column) => variable(name, column))),
      }))
      const subject = (await add(call, 'study.subject', { study, code: `${code}-1`, department })).id
      const rules = own.map((one) => ruleOf(one, `form.${++made}`))
      const sets = await setsOf(house, rules, study)
      for (const [at, one] of own.entries()) {
        for (const { id, code: name } of forms) {
          const table = tablesOf(one)[name]
          const slots = (table?.columns ?? []).map((column) => variables.find((v) => v['form'] === name && v['code'] === column)?.['slot'])
          await sql(`DELETE FROM record.t${id}`)
          for (const [n, row] of (table?.rows ?? []).entries())
            await sql(
              `INSERT INTO record.t${id} (subject, visit, instance, department, state${slots.map((slot) => `, v${Number(slot)}`).join('')})
               VALUES ($1, $2, $3, $4, 'draft'${slots.map((_, i) => `, $${i + 5}`).join('')})`,
              [subject, visit, n + 1, department, ...slots.map((_, i) => row[i] ?? null)],
            )
        }
        const begun = await post<{ id: number }>(call, 'qc.run/judge', { study, set: sets[at] })
        if (begun.code !== 1) throw new Error(`${one.name}: ${begun.msg}`)
        await quiet()
        const { said, run, entered, found } = await byServer(house, begun.data.id)
        const kept = await readdir(join(dataDir, 'work', 'snapshot'))
        const files: string[] = []
        for (const { id, code: name } of forms) {
          const snapshot = kept.find((file) => file.startsWith(`form${id}-`) && file.endsWith('.whole.parquet'))
          if (!snapshot) throw new Error(`no snapshot of ${name}`)
          files.push(join(folder, `${name}.csv`))
          await asCsv(join(dataDir, 'work', 'snapshot', snapshot), join(folder, `${name}.csv`))
        }
        const given = await call<{ parameters: Parameter[] }>('/admin/qc.run/rules', { query: { id: String(run.id) } })
        const keys = Object.fromEntries(forms.map(({ code: name }) => [name, RECORD_KEY]))
        const command = await byCommand(folder, files, { ...given.data, keys }, run.judged_at)
        pairs.push({ name: one.name, server: said, command, entered, found })
      }
    }
    return pairs
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Where the two differ, or the ledger lacks what the run found; in words. */
export const differing = (pairs: readonly Pair[]): string[] =>
  pairs.flatMap(({ name, server, command, entered, found }) => [
    ...(JSON.stringify(server) === JSON.stringify(command)
      ? []
      : [`${name}: ${JSON.stringify(server)} instead of ${JSON.stringify(command)}`]),
    ...(entered === found ? [] : [`${name}: ${entered} findings of ${found} violations`]),
  ])
