import type { DatabaseUrls } from './db/role.ts'
import type { Core } from './core.ts'

export type DutyContext = DatabaseUrls & { backend: Core }
/** Work of the server itself that is started like a command: it says lines, and what it throws is its failure. */
export type Duty = (context: DutyContext, say: (line: string) => void, signal: AbortSignal) => Promise<void>
