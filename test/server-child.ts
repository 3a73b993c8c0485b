import { createInterface } from 'node:readline'
import { inspect } from 'node:util'
import type { DatabaseUrls } from '../src/server/db/role.ts'
import type { gatewaysForTests } from '../src/server/message/setting.ts'
import type { Command } from '../src/server/terminal/command.ts'
import { WISHES, startOn } from './server.ts'

/** What a test puts beside the product, in every process of it. */
export type Fakes = {
  /** Programs that the terminal has besides. */
  commands?: Record<string, Extract<Command, { program: string }>>
  /** Where the gateways for messages are. */
  gateways?: Parameters<typeof gatewaysForTests>[0]
}
/** A server in a process of its own, on a database that others use too. Tells its address, and ends when the parent does or says so. */
export type ChildOptions = DatabaseUrls & { env: Record<string, string>; args: string[]; fakes?: Fakes }
export type Wish = keyof typeof WISHES

const { env, args, fakes, ...urls } = JSON.parse(process.argv[2] ?? '{}') as ChildOptions
const server = await startOn(urls, env, args, fakes)
process.stdout.write(`${server.address}\n`)
const fail = (error: unknown) => {
  process.stderr.write(`${inspect(error)}\n`)
  process.exit(1)
}
createInterface(process.stdin)
  .on('line', (wish) => void WISHES[wish as Wish](server.backend).then(() => process.stdout.write('done\n'), fail))
  .once('close', () => void server.close().then(() => process.exit(0), fail))
