import type { TokenLife } from './auth/token.ts'
import type { Core } from './core.ts'
import type { Terminal } from './terminal/terminal.ts'

/** What the routes are built from. */
export type Backend = Core & { terminal: Terminal }
export const tokenLife = ({ config }: Backend): TokenLife => ({
  accessMinutes: config.ACCESS_TOKEN_MINUTES,
  idleDays: config.REFRESH_TOKEN_DAYS,
  sessionDays: config.SESSION_DAYS,
})
