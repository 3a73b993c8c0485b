import type { DatabaseUrls } from '../src/server/db/role.ts'
import { startOn } from './server.ts'

/** A server in a process of its own, on a database that others use too. Tells its address, and ends when the parent does or says so. */
export type ChildOptions = DatabaseUrls & { env: Record<string, string>; args: string[] }

const { env, args, ...urls } = JSON.parse(process.argv[2] ?? '{}') as ChildOptions
const server = await startOn(urls, env, args)
process.stdout.write(`${server.address}\n`)
process.stdin.resume().once('end', () => {
  server.close().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
})
