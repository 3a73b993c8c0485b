import type { DatabaseUrls } from './db/role.ts'
import type { Core } from './core.ts'
import type { Rows } from './model/context.ts'

type Keeper = Pick<Core, 'config' | 'database' | 'store' | 'services' | 'signer'> & { engine: Rows }
/** What a duty works with, in the server or in a worker. */
export type DutyContext = DatabaseUrls & { backend: Keeper }
/** Only the server has these: one process writes the checkpoints of a folder. */
export type ServerContext = DatabaseUrls & { backend: Keeper & Pick<Core, 'checkpoints'> }
type Work<Context> = (context: Context, say: (line: string) => void, signal: AbortSignal) => Promise<void>
/** Work of the server itself that is started like a command: it says lines, and what it throws is its failure. */
export type Duty = Work<DutyContext>
export type ServerDuty = Work<ServerContext>
