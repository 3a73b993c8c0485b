import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, scoreRun, type QcWorkspace } from '#qc'
import type { Asked } from '../src/areas/qc-run/server/asked.ts'
import { enter } from '../src/areas/qc-run/server/ledger.ts'
import { BEFORE } from '../src/areas/qc-run/server/ledger-sql.ts'
import { writeResults } from '../src/areas/qc-run/server/results.ts'
import type { Ctx } from '../src/server/model/context.ts'
import { coverOf, findingFingerprint } from '../src/study/finding/identity.ts'
import { stepFinding } from '../src/study/finding/step.ts'
import { hitsOf, RULES, runPlainly, type RuleName } from '../src/study/finding/testing/plain-model.ts'
import { begin, perform, sequence, stepsOf, TRIED, type Decided, type Play } from '../src/study/finding/testing/sequence.ts'
import type { Judged } from '../src/study/run/judge.ts'
import { filePlace } from '../src/study/run/source.ts'
import { startTestServer } from './server.ts'
import type { TestServer } from './server.ts'
import { add } from './study-kit.ts'
import { toolsOf } from './worker.ts'

const SEQUENCES = 500
let server: TestServer
let system: Ctx
let duck: QcWorkspace
let folder: string
let datafile: number
let departments: Record<string, number>
const sql = <T extends object>(text: string, params: unknown[] = []) => server.backend.database.query<T>(text, params)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'finding-model-'))
  server = await startTestServer({}, ['--empty'])
  system = toolsOf(server.backend).system
  duck = await openDatabase({ threads: 1 })
  const { call } = await server.login()
  departments = {
    A: (await add(call, 'department', { name: 'A', code: 'A' })).id,
    B: (await add(call, 'department', { name: 'B', code: 'B' })).id,
  }
  const [file] = await sql<{ id: number }>(
    `INSERT INTO datafile (name, kind, state) VALUES ('model.csv', 'table', 'staged') RETURNING id::int AS id`,
  )
  datafile = file!.id
})
afterAll(async () => {
  await duck.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Two lineages for each sequence, with as many versions as its rules will have. */
const lineagesOf = async (plays: readonly Play[]): Promise<(play: Play, rule: RuleName) => { id: number; versions: number[] }> => {
  const MOST = Math.max(...plays.map(({ steps }) => 1 + steps.flatMap(({ deeds }) => deeds).filter(({ kind }) => kind === 'rule').length))
  const rows = await sql<{ id: number; code: string; versions: number[] }>(
    `WITH p AS (INSERT INTO control_parameter (code, name, name_en, "check") SELECT g || '.' || r, 'rule', 'rule', 'C02'
        FROM generate_series(0, $1::int - 1) g, unnest($2::text[]) r RETURNING id, code),
      v AS (INSERT INTO control_version (title, parameter, number, "check", state) SELECT code || n, id, n, 'C02', 'active'
        FROM p, generate_series(1, $3::int) n RETURNING id, parameter, number)
     SELECT p.id::int AS id, p.code, array_agg(v.id::int ORDER BY v.number) AS versions FROM p JOIN v ON v.parameter = p.id GROUP BY 1, 2`,
    [plays.length, RULES, MOST],
  )
  const byCode = new Map(rows.map((row) => [row.code, row]))
  return (play, rule) => byCode.get(`${play.id}.${rule}`)!
}

const text = (value: string | number | null): string => (value === null ? 'NULL' : `'${String(value).replaceAll("'", "''")}'`)

test(
  '500 random sequences of deliveries, accepts and rule changes through the ledger itself: it equals the plain model',
  { timeout: 300_000 },
  async () => {
    const { seed } = fc.readConfigureGlobal()
    console.log(`FUZZ_SEED=${seed} plays the same sequences`)
    const plays = fc.sample(sequence, SEQUENCES).map(begin)
    const lineageOf = await lineagesOf(plays)
    const place = filePlace(datafile)
    const placeOf = (play: Play, rule: RuleName) => ({ study: '', lineage: String(lineageOf(play, rule).id), form: place })
    const isRule = (name: string): name is RuleName => RULES.some((rule) => rule === name)
    const fingerprintOf = (play: Play, id: string): string => {
      const [rule = '', key = '', occurrence = ''] = id.split(' ')
      if (!isRule(rule)) throw new Error(id)
      return findingFingerprint(placeOf(play, rule), JSON.stringify({ id: key }), '', Number(occurrence))
    }

    /** As a person decides, between two runs. A day passes with each of these. */
    const decide = async (decided: readonly (Decided & { play: Play })[], now: number): Promise<void> => {
      await sql(`UPDATE finding SET accepted_until = accepted_until - 1 WHERE accepted_until IS NOT NULL`)
      const rows = await sql<{ id: number; fingerprint: string; state: string; value: string | null }>(
        'SELECT id::int AS id, fingerprint, state, value FROM finding',
      )
      const known = new Map(rows.map((row) => [row.fingerprint, row]))
      const [{ today } = { today: '' }] = await sql<{ today: string }>(`SELECT (now() AT TIME ZONE 'Asia/Shanghai')::date::text AS today`)
      await server.backend.engine.write(system, async (ctx) => {
        const write = {
          move: (resource: string, input: { id: number; to: string }, facts: object) => ctx.engine.move(ctx, resource, input, { ...facts }),
          add: (resource: string, facts: object) => ctx.engine.add(ctx, resource, {}, { ...facts }),
        }
        for (const { play, id, to, until } of decided) {
          const one = known.get(fingerprintOf(play, id))
          if (!one) throw new Error(`sequence ${play.id}: ${id} is not in the ledger`)
          const day = until === null ? null : new Date(Date.parse(today) + (until - now) * 86_400_000).toISOString().slice(0, 10)
          await stepFinding(write, one, { to, cause: 'person', by: null, reason: 'x', facts: { acceptedUntil: day } })
          one.state = to
        }
      })
    }

    /** One run over the file: the rules that are on, of all these sequences. */
    const judge = async (group: readonly Play[]): Promise<void> => {
      const rules: Asked['rules'] = []
      const results: Judged['results'][number][] = []
      const lines: string[] = []
      for (const play of group)
        for (const rule of RULES) {
          const { isOff, why, limit, version } = play.rules[rule]
          if ((isOff && why === 'absent') || play.rows.length === 0) continue
          const { id, versions } = lineageOf(play, rule)
          const code = `${play.id}.${rule}`
          const hits = isOff ? [] : [...hitsOf(rule, play.rows, limit)]
          // Whatever its thresholds make of them, violations are entered.
          const found = (['failed', 'warned', 'passed'] as const)[play.id % 3] ?? 'failed'
          rules.push({ id, code, check: 'C02', name: code, nameEn: code, version: versions[version - 1]!, number: version, body: {} })
          results.push({
            parameter: code,
            place,
            check: 'C02',
            slug: 'range',
            dimension: 'validity',
            kahn: 'plausibility.atemporal',
            level: 'cell',
            severity: 'major',
            table: null,
            columns: [],
            judgesEmpty: false,
            measured: false,
            filtered: false,
            minDenominator: 0,
            fields: [],
            rows: play.rows.length,
            base: play.rows.length,
            denominator: play.rows.length,
            violated: hits.length,
            status: isOff ? (why === 'error' ? 'error' : 'not_applicable') : hits.length > 0 ? found : 'passed',
            score: 0,
          })
          for (const [at, [finding, { seen, department }]] of hits.entries()) {
            const cells = [
              code,
              JSON.stringify({ id: finding }),
              '',
              seen,
              seen,
              coverOf(placeOf(play, rule)),
              departments[department]!,
              null,
              null,
            ]
            lines.push(`(${[at, ...[...cells, fingerprintOf(play, finding)].map(text)].join(', ')})`)
          }
        }
      const violations = join(folder, 'violations.parquet')
      await duck.run(`COPY (SELECT * FROM (VALUES ${[...lines, `(-1, ${Array(10).fill("''").join(', ')})`].join(', ')})
        v("row", parameter, "key", field, "value", hash, lineage, department, record, name, fingerprint) WHERE "row" >= 0) TO '${violations}' (FORMAT parquet)`)
      const [{ id: run } = { id: 0 }] = await sql<{ id: number }>(
        `INSERT INTO qc_run (title, title_en, datafile, state) VALUES ('m', 'm', $1, 'running') RETURNING id::int AS id`,
        [datafile],
      )
      const judged: Judged = {
        engine: '1',
        by: { engine: 'duckdb', why: { 'zh-cn': '', en: '' }, server: null },
        formula: '',
        now: '',
        rows: 0,
        sourceHash: '',
        snapshots: [],
        score: scoreRun(results),
        results,
        hidden: {},
        discreet: [],
        slots: {},
        evidence: '',
        sites: [],
        scores: { forms: [], sites: [] },
      }
      const subject = { kind: 'file', datafile, sha256: '', name: 'model.csv', secret: [] } as const
      const asked: Asked = { id: run, title: 'm', study: null, isRecheck: false, rules, overrides: [], subject }
      await server.backend.database.transaction(async (tx) => {
        await writeResults(tx, run, asked, results)
        await enter(tx, run, { asked, judged, folder, violations, signal: new AbortController().signal })
        await tx.query(`UPDATE qc_run SET state = 'done' WHERE id = $1`, [run])
      })
    }

    for (let now = 1; plays.some(({ steps }) => steps.length >= now); now++) {
      const group = plays.filter(({ steps }) => steps.length >= now)
      const decided: (Decided & { play: Play })[] = []
      for (const play of group) {
        for (const rule of RULES) play.rules[rule].isOff = false
        for (const deed of play.steps[now - 1]!.deeds) {
          const one = perform(play, deed)
          if (one) decided.push({ ...one, play })
        }
      }
      await decide(decided, now)
      await judge(group)
      for (const play of group) runPlainly(play.book, { ...play, now })
    }

    // Each rule is looked up from its newest result back; over all results it is the same.
    const ids = [...new Set(plays.flatMap((play) => RULES.map((rule) => lineageOf(play, rule).id)))]
    const newest = await sql<{ cover: string }>(BEFORE, [datafile, 0, null, ids, ids.map(() => null)])
    const all = await sql<{ cover: string }>(
      `SELECT DISTINCT ON (1) r.parameter || '@' || $2 AS cover, r.parameter_version AS version, r.run FROM qc_result r JOIN qc_run q ON q.id = r.run
        WHERE q.datafile = $1 AND q.state = 'done' AND r.status IN ('passed', 'warned', 'failed') ORDER BY 1, r.id DESC`,
      [datafile, place],
    )
    expect(newest.toSorted((a, b) => (a.cover < b.cover ? -1 : 1))).toEqual(all.toSorted((a, b) => (a.cover < b.cover ? -1 : 1)))

    type Told = { fingerprint: string; state: string; story: string[] }
    const real = await sql<Told>(`SELECT f.fingerprint, f.state, array_agg(e."to" || ' ' || e.cause ORDER BY e.id) AS story
      FROM finding f JOIN finding_event e ON e.finding = f.id GROUP BY f.id`)
    const ledger = new Map(real.map(({ fingerprint, ...told }) => [fingerprint, told]))
    for (const play of plays)
      for (const [id, { state, story }] of play.book)
        expect(ledger.get(fingerprintOf(play, id)), `sequence ${play.id}: ${id}`).toEqual({ state, story })
    expect(ledger.size).toBe(plays.reduce((sum, { book }) => sum + book.size, 0))
    expect(ledger.size).toBeGreaterThan(SEQUENCES)
    expect([...stepsOf(real.map(({ story }) => story))]).toEqual(expect.arrayContaining(TRIED))
  },
)
