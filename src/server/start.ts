import { areas, pages } from '#areas/registry.ts'
import { menuGroups } from '#areas/menu.ts'
import { mounted } from '#areas/registry.server.ts'
import type { Locale, Resource } from '#kernel'
import { CheckpointWriter } from './audit/checkpoint-writer.ts'
import { startSealer } from './audit/sealer.ts'
import type { Sealer } from './audit/sealer.ts'
import { continueTrail } from './audit/continue.ts'
import { createCaptcha } from './auth/captcha.ts'
import type { Captcha } from './auth/captcha.ts'
import { Sessions } from './auth/session.ts'
import { sweepTokens } from './auth/token.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/database.ts'
import { LIMITS } from './db/limits.ts'
import { Places } from './db/places.ts'
import { openListener } from './db/listener.ts'
import type { DatabaseUrls } from './db/role.ts'
import type { Backend } from './backend.ts'
import type { AreaHalf } from './serve.ts'
import { Background } from './background.ts'
import { RequestLane } from './lane/lane.ts'
import { sweepOutbox } from './message/retention.ts'
import { sending } from './message/send-task.ts'
import { sweepNotifications } from './notification/sweep.ts'
import { Engine } from './resource/engine.ts'
import { CHANGED } from './resource/memory.ts'
import { demoFounding, loadDemo } from './seed/demo.ts'
import { ensureFirstAdmin, forgetFirstPassword } from './seed/first-admin.ts'
import type { FirstAdmin } from './seed/first-admin.ts'
import { seedMemberCentre } from './seed/member-centre.ts'
import { seedMessages } from './seed/message.ts'
import { syncRules } from './seed/rules.ts'
import { seedSecurity } from './seed/security.ts'
import { openServices } from './services.ts'
import { Signer } from './signer.ts'
import { Converter } from './storage/converter.ts'
import { Store } from './storage/store.ts'
import { fillUses, useListener } from './storage/use.ts'
import { TaskFeed } from './task-stream/feed.ts'
import { countWorkers } from './task/heartbeat.ts'
import { StandIn } from './task/stand-in.ts'
import { NEWS } from './notification/notify.ts'
import { TOLD } from './task/state.ts'
import { closeLostRuns } from './terminal/lost-run.ts'
import { Terminal } from './terminal/terminal.ts'

export type RunningBackend = Backend & { firstAdmin: FirstAdmin | undefined; isDemoLoaded: boolean; sealer: Sealer; close(): Promise<void> }
type Options = {
  captcha?: Captcha
  extra?: readonly { resource: Resource; locale: Locale; half?: AreaHalf }[]
  onError?: (error: unknown) => void
}
/** Connections that only sign-in, sessions and health use: work that fills all others must not close the door. */
const RESERVED = 2
const SWEEP_MS = 10 * 60_000
/** What another process changed is heard of at once; this heals what was not. */
const REFRESH_MS = 60_000

/** Everything between the settings and the routes, on a migrated database. */
export const startBackend = async (config: Config, urls: DatabaseUrls, options: Options = {}): Promise<RunningBackend> => {
  const onError = options.onError ?? (() => {})
  const limits = { ...LIMITS.request, statement: config.STATEMENT_SECONDS * 1000 }
  const database = openDatabase(urls.url, { max: config.DATABASE_POOL - RESERVED, limits, log: onError })
  const reserve = openDatabase(urls.url, { max: RESERVED, limits, log: onError })
  const engine = new Engine(database)
  const areaHalves = [...mounted, ...(options.extra ?? [])]
  for (const { resource, locale, half } of areaHalves) engine.registry.mount(resource, locale, half)
  const sessions = new Sessions(reserve, async (kind, id) => {
    if (kind === 'admin' && id === 1) await forgetFirstPassword(config.DATA_DIR)
  })
  const store = new Store(config.DATA_DIR)
  engine.listeners.push(useListener(store))
  const converter = new Converter({
    program: config.LIBREOFFICE,
    path: config.childEnv['PATH'],
    dataDir: config.DATA_DIR,
    env: config.childEnv,
  })
  const { services, system } = await openServices({
    config,
    engine,
    sessions,
    store,
    syncRules: (ctx) => syncRules(ctx, menuGroups, pages),
  })
  const background = new Background(onError)
  const places = new Places()
  const signer = await Signer.open(config.DATA_DIR)
  const core = {
    config,
    database,
    reserve,
    engine,
    sessions,
    captcha: options.captcha ?? createCaptcha(),
    store,
    converter,
    services,
    background,
    places,
    feed: new TaskFeed(system, onError),
    lane: new RequestLane(config.DATA_DIR),
    standIn: new StandIn({ database, tools: { config, database, system, store, converter }, tasks: [sending], onError }),
    signer,
    checkpoints: new CheckpointWriter(database, config.CHECKPOINT_DIR, signer),
  }
  const backend: Backend = { ...core, terminal: new Terminal({ backend: core, ...urls }) }
  await database.transaction(continueTrail)
  const isEmpty = (await database.query('SELECT 1 FROM auth_admin LIMIT 1')).length === 0
  // The demo hospital has been at work for three weeks.
  const founder = config.demo && isEmpty ? { ...system, at: demoFounding() } : system
  for (const { half } of areaHalves) await half?.seed?.(founder)
  const isFresh = (await syncRules(founder, menuGroups, pages)) > areas.length
  await seedMemberCentre(founder)
  await seedMessages(founder)
  await seedSecurity(founder)
  const firstAdmin = await ensureFirstAdmin(founder, config.DATA_DIR, config.ADMIN_PASSWORD)
  const isDemoLoaded = config.demo && isFresh && firstAdmin?.isNew === true
  if (isDemoLoaded) {
    const tellings = areaHalves.flatMap(({ half }) => half?.demo ?? [])
    await loadDemo(system, config.ADMIN_PASSWORD ?? firstAdmin.password, store, tellings)
  }
  await closeLostRuns(database)
  const refresh = () => void services.refresh().catch(onError)
  // Listening first: what is changed after the first reading is heard.
  const listener = await openListener(urls.url, {
    hear: {
      [CHANGED]: (text) => void engine.memory.hear(system, text).catch(onError),
      [TOLD]: (text) => core.feed.hear(text),
      [NEWS]: (text) => core.feed.ring(text),
    },
    onReturn: () => {
      refresh()
      core.feed.look()
    },
    log: onError,
  })
  places.open(listener)
  await services.refresh()
  await database.transaction((tx) => fillUses(tx, engine.registry, store))
  const refresher = setInterval(refresh, REFRESH_MS)
  await backend.checkpoints.begin()
  const sealer = startSealer(database, { witness: backend.checkpoints, onError })
  // A worker does the same as a task.
  const sweepAlone = async (): Promise<void> => {
    if ((await countWorkers(database)) > 0) return
    await Promise.all([
      sweepTokens(database),
      sweepOutbox(database),
      sweepNotifications(database),
      store.sweep(database),
      converter.sweep(),
    ])
  }
  core.standIn.begin()
  const sweeper = setInterval(() => void sweepAlone().catch(onError), SWEEP_MS)
  return {
    ...backend,
    firstAdmin,
    isDemoLoaded,
    sealer,
    close: async () => {
      clearInterval(sweeper)
      clearInterval(refresher)
      await listener.close()
      await engine.memory.idle()
      await background.idle()
      await core.standIn.stop()
      await sealer.stop()
      await reserve.close()
      await database.close()
    },
  }
}
