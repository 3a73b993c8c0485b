// One worker of the drill, to be killed and paused: `node task-worker.ts <url> <lease in ms>`.
import { readConfig } from '../../src/server/config.ts'
import { openDatabase } from '../../src/server/db/database.ts'
import type { Services } from '../../src/server/model/context.ts'
import { systemContext } from '../../src/server/model/system-context.ts'
import { Engine } from '../../src/server/resource/engine.ts'
import { Converter } from '../../src/server/storage/converter.ts'
import { Store } from '../../src/server/storage/store.ts'
import { startWorker } from '../../src/server/task/worker.ts'
import { bare, everySecond, fenced, tick } from './task-work.ts'

const [url = '', lease = '2000'] = process.argv.slice(2)
const database = openDatabase(url, { max: 12 })
await startWorker({
  url,
  tools: {
    config: readConfig({}),
    database,
    system: systemContext({ engine: new Engine(database), services: {} as Services }),
    store: new Store('/nowhere'),
    converter: new Converter({ program: undefined, path: undefined, dataDir: '/nowhere', env: {} }),
  },
  tasks: [fenced, bare, tick],
  schedules: [everySecond],
  leaseMs: Number(lease),
  lookMs: 250,
  onError: (error) => process.stderr.write(`${String(error)}\n`),
})
process.stdout.write('ready\n')
