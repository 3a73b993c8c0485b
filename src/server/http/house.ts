import type { Furniture } from '../furniture.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** What the routes are built from. */
export type House = Furniture & { terminal: Terminal }
export const tokenLife = ({ config }: House) => ({ accessMinutes: config.ACCESS_TOKEN_MINUTES, refreshDays: config.REFRESH_TOKEN_DAYS })
