import type { DatabaseUrls } from '../db/role.ts'
import type { Furniture } from '../furniture.ts'

export type Desk = DatabaseUrls & { house: Furniture }
/** Work of the server itself that is started like a command: it says lines, and what it throws is its failure. */
export type Duty = (desk: Desk, say: (line: string) => void, signal: AbortSignal) => Promise<void>
