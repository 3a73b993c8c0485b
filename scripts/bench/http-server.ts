// The two servers of the HTTP benchmark, each in a process of its own.
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import pg from 'pg'
import { areas } from '../../src/areas/registry.ts'
import { defineLocale, defineResource, f } from '../../src/kernel/index.ts'
import { readConfig } from '../../src/server/config.ts'
import { tablesOf } from '../../src/server/db/table.ts'
import { startBackend } from '../../src/server/start.ts'
import { buildApp } from '../../src/server/app.ts'
import { systemContext } from '../../src/server/model/system-context.ts'

const [, , kind, url = '', dataDir = '', ownerUrl = ''] = process.argv
const PASSWORD = 'bench-password'

const record = defineResource('bench.record', {
  menu: { group: 'org', icon: 'file' },
  label: 'name',
  fields: {
    name: f.string({ required: true, max: 100, search: true }),
    status: f.select({ options: ['active', 'waiting', 'closed', 'archived'], default: 'active' }),
    score: f.integer(),
    code: f.string({ max: 50 }),
    note: f.textarea(),
  },
  traits: ['timestamps', 'scoped', 'exportable', 'audited'],
  indexes: [['status', 'createdAt']],
  list: { columns: ['id', 'name', 'status', 'score', 'createdAt'], sort: '-createdAt' },
})
const words = {
  title: 'Records',
  remark: '',
  fields: { name: 'Name', status: 'Status', score: 'Score', code: 'Code', note: 'Note' },
  options: { status: { active: 'a', waiting: 'w', closed: 'c', archived: 'x' } },
}

/** The whole product, and an account that sees five departments but not everything, so that the scope is really in the query. */
const backend = async () => {
  const before = generateDrizzleJson(Object.fromEntries(tablesOf(areas)))
  const after = generateDrizzleJson(Object.fromEntries(tablesOf([...areas, record])), before.id)
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query((await generateMigration(before, after)).join('\n'))
  await client.end()
  const config = readConfig({ PORT: '0', DATABASE_URL: url, DATA_DIR: dataDir, ADMIN_PASSWORD: PASSWORD }, ['--demo'])
  const built = await startBackend(
    config,
    { url, ownerUrl },
    { extra: [{ resource: record, locale: defineLocale(record, { 'zh-cn': words, en: words }) }] },
  )
  const system = systemContext(built)
  const rules = await built.database.query<{ id: number }>(`SELECT id FROM auth_rule WHERE name LIKE 'bench/%'`)
  const departments = await built.database.query<{ id: number }>('SELECT id FROM department ORDER BY id LIMIT 5')
  const ids = departments.map((d) => d.id)
  const group = await built.engine.add(system, 'auth.group', {
    name: 'bench',
    scope: 'chosen',
    departments: ids,
    rules: rules.map((r) => r.id),
  })
  await built.engine.add(system, 'auth.admin', {
    username: 'bench',
    nickname: 'bench',
    groups: [group.id],
    department: ids[0],
    password: PASSWORD,
  })
  const app = await buildApp(built)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = `http://127.0.0.1:${(app.server.address() as { port: number }).port}`
  const login = await fetch(`${address}/admin/index/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'bench', password: PASSWORD }),
  })
  const { data } = (await login.json()) as { data: { userInfo: { token: string } } }
  process.send!({ address, headers: { batoken: data.userInfo.token } })
}

const COLUMNS =
  't."version" AS "version", t."id" AS "id", t."name" AS "name", t."status" AS "status", t."score" AS "score", t."department_id" AS "departmentId", t."owner_id" AS "ownerId", t."created_at" AS "createdAt", t."updated_at" AS "updatedAt"'
const SCOPE = '(t."department_id" = ANY($2::bigint[]) OR t."owner_id" = $3::bigint)'
const WHERE = `WHERE t."status" = $1 AND ${SCOPE}`
const DEPARTMENTS = 'SELECT id FROM department ORDER BY id LIMIT 5'
const LIST = `SELECT ${COLUMNS}, (SELECT count(*) FROM (SELECT 1 FROM bench_record t ${WHERE} LIMIT 10001) c) AS "_total" FROM (SELECT t.* FROM bench_record t ${WHERE} ORDER BY t."created_at" DESC, t."id" DESC LIMIT $4 OFFSET 0) t ORDER BY t."created_at" DESC, t."id" DESC`
const GET = `SELECT ${COLUMNS} FROM bench_record t WHERE t."id" = $1`
const CREATE = `INSERT INTO bench_record AS t (name, status, score, department_id, owner_id) VALUES ($1, $2, $3, $4, $5) RETURNING ${COLUMNS}`

/** The same statements, prepared, and nothing else: no session, no rights, no validation, no audit, and nothing of ours on the way to the database. */
const bare = async () => {
  const pool = new pg.Pool({ connectionString: url, max: 16 })
  const ask = async (name: string, text: string, values: unknown[]) =>
    (await pool.query<Record<string, unknown>>({ name, text, values })).rows
  const departments = (await ask('departments', DEPARTMENTS, [])).map((d) => Number(d['id']))
  const server = createServer((request, response) => {
    const answer = (data: unknown) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ code: 1, msg: '', time: 0, data }))
    if (request.headers['batoken'] !== 'static') return void response.writeHead(401).end()
    const target = new URL(request.url!, 'http://x')
    if (request.method === 'POST') {
      const chunks: Buffer[] = []
      request
        .on('data', (c: Buffer) => chunks.push(c))
        .on('end', () => {
          const { name, status, score } = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
          void ask('create', CREATE, [name, status, score, departments[0], 1]).then(([row]) => answer({ row }))
        })
    } else if (target.pathname.endsWith('/edit'))
      void ask('get', GET, [Number(target.searchParams.get('id'))]).then(([row]) => answer({ row }))
    else void ask('list', LIST, ['active', departments, 1, 10]).then((list) => answer({ list, total: list[0]?.['_total'] }))
  })
  server.listen(0, '127.0.0.1', () =>
    process.send!({ address: `http://127.0.0.1:${(server.address() as { port: number }).port}`, headers: { batoken: 'static' } }),
  )
}

// Benches and drills ask what this process holds.
const held = () => ({
  /** Microseconds of this process since it began. */
  cpu: Object.values(process.cpuUsage()).reduce((sum, part) => sum + part),
  rss: process.memoryUsage().rss,
  descriptors: readdirSync(process.platform === 'linux' ? '/proc/self/fd' : '/dev/fd').length,
  timers: process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length,
})
export type HeldByServer = ReturnType<typeof held>
process.on('message', () => process.send!(held()))

await (kind === 'product' ? backend() : bare())
