import type { TokenLife } from '../auth/token.ts'
import type { Furniture } from '../furniture.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** What the routes are built from. */
export type House = Furniture & { terminal: Terminal }
export const tokenLife = ({ config }: House): TokenLife => ({
  accessMinutes: config.ACCESS_TOKEN_MINUTES,
  idleDays: config.REFRESH_TOKEN_DAYS,
  sessionDays: config.SESSION_DAYS,
})
