import type { Locale, Resource } from '#kernel'
import { Sessions } from '../server/auth/session.ts'
import type { Config } from '../server/config.ts'
import type { Database } from '../server/db/database.ts'
import { openListener } from '../server/db/listener.ts'
import { Engine } from '../server/resource/engine.ts'
import { CHANGED } from '../server/resource/memory.ts'
import type { Ctx, Services } from '../server/model/context.ts'
import type { AreaHalf } from '../server/serve.ts'
import { openServices } from '../server/services.ts'
import { Converter } from '../server/storage/converter.ts'
import { Store } from '../server/storage/store.ts'
import { useListener } from '../server/storage/use.ts'
import type { Tools } from '../server/task/tools.ts'

type Setting = {
  config: Config
  database: Database
  url: string
  areas: readonly { resource: Resource; locale: Locale; half: AreaHalf | undefined }[]
  syncRules(system: Ctx): Promise<unknown>
  log: (error: unknown) => void
}

/** The same engine over the same areas as in the server: what a task writes takes the same way. What others change is heard of here too. */
export const openTools = async (setting: Setting): Promise<Tools & { services: Services; close(): Promise<void> }> => {
  const { config, database, url, areas, syncRules, log } = setting
  const store = new Store(config.DATA_DIR)
  const engine = new Engine(database)
  for (const { resource, locale, half } of areas) engine.registry.mount(resource, locale, half)
  engine.listeners.push(useListener(store))
  const { services, system } = await openServices({
    config,
    engine,
    sessions: new Sessions(database),
    store,
    syncRules,
  })
  const refresh = () => services.refresh().catch(log)
  const listener = await openListener(url, {
    hear: { [CHANGED]: (text) => void engine.memory.hear(system, text).catch(log) },
    onReturn: () => void refresh(),
    log,
  })
  await refresh()
  const converter = new Converter({
    program: config.LIBREOFFICE,
    path: config.childEnv['PATH'],
    dataDir: config.DATA_DIR,
    env: config.childEnv,
  })
  return { config, database, system, store, converter, services, close: () => listener.close().then(() => engine.memory.idle()) }
}
