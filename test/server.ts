import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { inject } from 'vitest'
import { areas } from '../src/areas/registry.ts'
import type { Envelope, Locale, Resource } from '../src/kernel/index.ts'
import { createCaptcha } from '../src/server/auth/captcha.ts'
import { cheapPasswordsForTests } from '../src/server/auth/password.ts'
import { readConfig, urlsOf } from '../src/server/config.ts'
import type { ServerHalf } from '../src/server/model/half.ts'
import { openDatabase } from '../src/server/db/database.ts'
import type { Database } from '../src/server/db/database.ts'
import type { DatabaseUrls } from '../src/server/db/role.ts'
import { startBackend } from '../src/server/start.ts'
import type { RunningBackend } from '../src/server/start.ts'
import { smallCohortForTests } from '../src/server/seed/demo-study.ts'
import { buildApp } from '../src/server/app.ts'
import { serve } from '../src/server/kit.ts'
import { gatewaysForTests } from '../src/server/message/setting.ts'
import { everyKind, everyKindLocale } from './every-kind.ts'
import { createDatabase, leftOpen } from './postgres.ts'
import type { Founding } from './postgres.ts'
import { isTwo } from './processes.ts'
import { startRoundRobin } from './round-robin.ts'
import { startSecondProcess } from './second-process.ts'
import type { SecondProcess } from './second-process.ts'
import type { ChildOptions, Fakes, Wish } from './server-child.ts'

export const PASSWORD = 'secret-123'
export const CAPTCHA = '2345'
/** Tests send a thousand at once to see that each is answered right; whether that is too much is a test of its own. */
const CROWD = { REQUESTS_AT_ONCE: '100000' }

const everyKindServer = serve(everyKind, {
  actions: {
    approve: async (ctx, rows) => {
      for (const row of rows) await ctx.engine.move(ctx, 'test.everyKind', { id: row.id, to: 'approved' })
      return { approved: rows.length }
    },
  },
})

export type Extra = { resource: Resource; locale: Locale; half?: ServerHalf }

/** The tables of the test resources, made the way the generator makes one at run time. Copies of a first start have them: reading drizzle costs three seconds of processor. */
const createTables = async (url: string, extra: readonly Extra[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ known: string | null }>(`SELECT to_regclass('test_every_kind') AS known`)
  if (!rows[0]?.known) {
    const [{ generateDrizzleJson, generateMigration }, { tablesOf }] = await Promise.all([
      import('drizzle-kit/api'),
      import('../src/server/db/table.ts'),
    ])
    const before = generateDrizzleJson(Object.fromEntries(tablesOf(areas)))
    const after = generateDrizzleJson(Object.fromEntries(tablesOf([...areas, everyKind, ...extra.map((e) => e.resource)])), before.id)
    await client.query((await generateMigration(before, after)).join('\n'))
  }
  await client.end()
}

export type Call = { method?: string; query?: Record<string, string>; body?: unknown; headers?: Record<string, string> }
export type Answer<T = unknown> = Envelope<T> & { status: number }
/** What a test asks of every process that answers. */
export const WISHES = {
  /** Until what goes on after answers is done. */
  settle: ({ background }: RunningBackend) => background.idle(),
  /** What was changed behind the product holds at once. */
  refresh: ({ services }: RunningBackend) => services.refresh(),
} as const
export type TestServer = {
  address: string
  backend: RunningBackend
  app: FastifyInstance
  /** The database as the role that owns it, for what the server itself may not do. */
  owner: Database
  call<T = Record<string, never>>(path: string, options?: Call): Promise<Answer<T>>
  /** A client signed in as that account. */
  login(username?: string, password?: string): Promise<{ token: string; refreshToken: string; call: TestServer['call'] }>
  ask(wish: Wish): Promise<void>
  close(): Promise<void>
}

export const caller = (address: string, headers: Record<string, string>) =>
  async function call<T>(path: string, { method, query, body, headers: more }: Call = {}): Promise<Answer<T>> {
    const url = `${address}${path}${query ? `?${new URLSearchParams(query)}` : ''}`
    const response = await fetch(url, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { server: '1', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers, ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, ...((await response.json()) as Envelope<T>) }
  }

export const startOn = async (
  { url, ownerUrl }: DatabaseUrls,
  env: Record<string, string> = {},
  args: string[] = ['--demo'],
  fakes: Fakes = {},
  extra: readonly Extra[] = [],
): Promise<Omit<TestServer, 'login'>> => {
  cheapPasswordsForTests()
  smallCohortForTests()
  const dataDir = await mkdtemp(join(tmpdir(), 'server-'))
  await createTables(ownerUrl, extra)
  const urls = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, ...urls, ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'error', ...CROWD, ...env }, args)
  const failures: unknown[] = []
  const backend = await startBackend(config, urlsOf(config)!, {
    captcha: createCaptcha(() => CAPTCHA),
    extra: [{ resource: everyKind, locale: everyKindLocale, half: everyKindServer }, ...extra],
    onError: (error) => void failures.push(error),
  })
  gatewaysForTests(fakes.gateways ?? {})
  for (const [key, command] of Object.entries(fakes.commands ?? {})) backend.terminal.commands.set(key, command)
  const app = await buildApp(backend)
  await app.listen({ port: config.PORT, host: '127.0.0.1' })
  const address = `http://127.0.0.1:${(app.server.address() as { port: number }).port}`
  const owner = openDatabase(ownerUrl, { max: 2 })
  return {
    address,
    backend,
    app,
    owner,
    call: caller(address, {}),
    ask: (wish) => WISHES[wish](backend),
    close: async () => {
      await app.close()
      await backend.close()
      await owner.close()
      await rm(dataDir, { recursive: true, force: true })
      if (failures.length) throw new AggregateError(failures, 'the server met errors in the background')
    },
  }
}

/** For `npm run test:two`: a second process with the same data, and requests that go to either in turn. */
const startBeside = async (address: string, options: ChildOptions): Promise<Pick<SecondProcess, 'address' | 'ask' | 'close'>> => {
  const second = await startSecondProcess(options)
  const balancer = await startRoundRobin([address, second.address])
  return {
    address: balancer.address,
    ask: (wish) => second.ask(wish),
    close: async () => {
      await balancer.close()
      await second.close()
    },
  }
}

/** What a first start makes of these stays; a test that gives them, or resources of its own, has a first start of its own. */
const isAtFirstStart = (name: string) => name === 'ADMIN_PASSWORD' || name === 'SECRET_KEY'

/** A database of its own, with the demo hospital in it or without, and the folder that belongs to it. */
const provideHospital = async (founding: Founding, isNew: boolean) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'house-'))
  if (isNew) return { dataDir, database: await createDatabase() }
  const founded = inject('founded')[founding]
  await cp(founded.dataDir, dataDir, { recursive: true })
  return { dataDir, database: await createDatabase(founded.template) }
}

type Wanted = { env: Record<string, string>; args: string[]; fakes: Fakes; extra: readonly Extra[] }
const start = async ({ env, args, fakes, extra }: Wanted, hasSecond: boolean): Promise<TestServer> => {
  const isNew = extra.length > 0 || Object.keys(env).some(isAtFirstStart)
  const { dataDir, database } = await provideHospital(args.includes('--empty') ? 'empty' : 'demo', isNew)
  const shared = { DATA_DIR: dataDir, ...env }
  const server = await startOn(database, shared, args, fakes, extra)
  const { url, ownerUrl } = database
  const options = { url, ownerUrl, env: shared, args, fakes }
  const beside = hasSecond ? await startBeside(server.address, options) : undefined
  const address = beside?.address ?? server.address
  return {
    ...server,
    address,
    call: caller(address, {}),
    ask: async (wish) => void (await Promise.all([server.ask(wish), beside?.ask(wish)])),
    login: async (username = 'admin', password = PASSWORD) => {
      const { code, msg, data } = await caller(address, {})<{ userInfo: { token: string; refreshToken: string } }>('/admin/index/login', {
        body: { username, password, keep: true },
      })
      if (code !== 1) throw new Error(`login as ${username}: ${msg}`)
      return { ...data.userInfo, call: caller(address, { batoken: data.userInfo.token }) }
    },
    close: async () => {
      await beside?.close()
      await server.close()
      const left = await leftOpen(database)
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
      if (left.length) throw new Error(`Database connections still open after the server was closed: ${left.join('; ')}`)
    },
  }
}

/** A whole server on a database of its own, with the demo hospital in it. A resource of the test's own is known to one process alone. */
export const startTestServer = (
  env: Record<string, string> = {},
  args: string[] = ['--demo'],
  fakes: Fakes = {},
  extra: readonly Extra[] = [],
): Promise<TestServer> => start({ env, args, fakes, extra }, isTwo && extra.length === 0)
/** For a test that mounts resources while the server runs: no second process knows them. */
export const startAlone = (): Promise<TestServer> => start({ env: {}, args: ['--demo'], fakes: {}, extra: [] }, false)
