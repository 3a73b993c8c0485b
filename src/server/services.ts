import { readFile } from 'node:fs/promises'
import type { Sessions } from './auth/session.ts'
import type { Config } from './config.ts'
import type { Ctx, Services } from './model/context.ts'
import { systemContext } from './model/system-context.ts'
import type { Engine } from './resource/engine.ts'
import type { Store } from './storage/store.ts'
import { Vault } from './vault.ts'

type Parts = { config: Config; engine: Engine; sessions: Sessions; store: Store; syncRules(system: Ctx): Promise<unknown> }

/** What areas may ask of the process that they run in, the server or a worker, and the process itself as one who acts. */
export const openServices = async ({ config, engine, sessions, store, syncRules }: Parts): Promise<{ services: Services; system: Ctx }> => {
  const services: Services = {
    endSessions: (kind, id) => sessions.endSessions(kind, id),
    forgetActors: () => sessions.forgetActors(),
    passwordChanged: (kind, id) => sessions.passwordChanged(kind, id),
    releaseFile: async (sha256) => void (await store.release(engine.database, sha256)),
    readStored: (sha256) => readFile(store.pathOf(sha256), 'utf8'),
    vault: await Vault.open(config.DATA_DIR, config.SECRET_KEY),
    syncRules: async (request = system.request) => {
      await syncRules({ ...system, request })
      sessions.forgetActors()
    },
    refresh: async () => {
      sessions.forgetActors()
      await engine.memory.loadAll(system)
    },
  }
  const system = systemContext({ engine, services })
  return { services, system }
}
