import type { Captcha } from '../auth/captcha.ts'
import type { Sessions } from '../auth/session.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Services } from '../context.ts'
import type { PostOffice } from '../message/post-office.ts'
import type { Engine } from '../resource/engine.ts'
import type { Office } from '../storage/office.ts'
import type { Store } from '../storage/store.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** What the routes are built from. */
export type House = {
  config: Config
  database: Database
  engine: Engine
  sessions: Sessions
  captcha: Captcha
  store: Store
  office: Office
  services: Services
  terminal: Terminal
  postOffice: PostOffice
}
export const tokenLife = ({ config }: House) => ({ accessMinutes: config.ACCESS_TOKEN_MINUTES, refreshDays: config.REFRESH_TOKEN_DAYS })
