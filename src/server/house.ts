import { areas, pages } from '#areas/registry.ts'
import { menuGroups } from '#areas/menu.ts'
import { mounted } from '#areas/registry.server.ts'
import type { Locale, Resource } from '#kernel'
import { startSealer } from './audit/sealer.ts'
import type { Sealer } from './audit/sealer.ts'
import { createCaptcha } from './auth/captcha.ts'
import type { Captcha } from './auth/captcha.ts'
import { Sessions } from './auth/session.ts'
import { sweepTokens } from './auth/token.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/database.ts'
import type { House } from './http/house.ts'
import { systemContext } from './http/visit.ts'
import type { ServerHalf, Services } from './kit.ts'
import { Engine } from './resource/engine.ts'
import { loadDemo } from './seed/demo.ts'
import { ensureFirstAdmin, forgetFirstPassword } from './seed/first-admin.ts'
import type { FirstAdmin } from './seed/first-admin.ts'
import { syncRules } from './seed/rules.ts'
import { Store } from './storage/store.ts'

export type Furnished = House & { firstAdmin: FirstAdmin | undefined; isDemoLoaded: boolean; sealer: Sealer; close(): Promise<void> }
type Options = {
  captcha?: Captcha
  extra?: readonly { resource: Resource; locale: Locale; half?: ServerHalf }[]
  onError?: (error: unknown) => void
}
const SWEEP_MS = 10 * 60_000

/** Everything between the settings and the routes, on a migrated database. */
export const furnish = async (config: Config, url: string, options: Options = {}): Promise<Furnished> => {
  const onError = options.onError ?? (() => {})
  const database = openDatabase(url, { max: config.DATABASE_POOL, log: onError })
  const engine = new Engine(database)
  for (const { resource, locale, half } of [...mounted, ...(options.extra ?? [])]) engine.registry.mount(resource, locale, half)
  const sessions = new Sessions(database, async (kind, id) => {
    if (kind === 'admin' && id === 1) await forgetFirstPassword(config.DATA_DIR)
  })
  const store = new Store(config.DATA_DIR)
  const services: Services = {
    endSessions: (kind, id) => sessions.endSessions(kind, id),
    forgetActors: () => sessions.forgetActors(),
    passwordChanged: (kind, id) => sessions.passwordChanged(kind, id),
    releaseFile: async (sha256) => void (await store.release(database, sha256)),
  }
  const house: House = { config, database, engine, sessions, captcha: options.captcha ?? createCaptcha(), store, services }
  const system = systemContext(house)
  const isFresh = (await syncRules(system, menuGroups, pages)) > areas.length
  const firstAdmin = await ensureFirstAdmin(system, config.DATA_DIR, config.ADMIN_PASSWORD)
  const isDemoLoaded = config.demo && isFresh && firstAdmin?.isNew === true
  if (isDemoLoaded) await loadDemo(system, config.ADMIN_PASSWORD ?? firstAdmin.password)
  const sealer = startSealer(database, { onError })
  const sweeper = setInterval(() => void Promise.all([sweepTokens(database), store.sweep(database)]).catch(onError), SWEEP_MS)
  return {
    ...house,
    firstAdmin,
    isDemoLoaded,
    sealer,
    close: async () => {
      clearInterval(sweeper)
      await sealer.stop()
      await database.close()
    },
  }
}
