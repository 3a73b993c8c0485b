import type { CheckpointWriter } from './audit/checkpoint-writer.ts'
import type { Captcha } from './auth/captcha.ts'
import type { Sessions } from './auth/session.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { Places } from './db/places.ts'
import type { Services } from './model/context.ts'
import type { Background } from './background.ts'
import type { RequestLane } from './lane/lane.ts'
import type { Engine } from './resource/engine.ts'
import type { Signer } from './signer.ts'
import type { Converter } from './storage/converter.ts'
import type { Store } from './storage/store.ts'
import type { TaskFeed } from './task-stream/feed.ts'
import type { StandIn } from './task/stand-in.ts'

/** What stands in this system: the routes, the terminal's duties and the seeds work with it. */
export type Core = {
  config: Config
  database: Database
  /** A few connections of their own for sign-in, sessions and health. */
  reserve: Database
  engine: Engine
  sessions: Sessions
  captcha: Captcha
  store: Store
  converter: Converter
  services: Services
  background: Background
  places: Places
  feed: TaskFeed
  /** Short questions to a worker. */
  lane: RequestLane
  /** Sends messages while no worker lives. */
  standIn: StandIn
  signer: Signer
  checkpoints: CheckpointWriter
}
