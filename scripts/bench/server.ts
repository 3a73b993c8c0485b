// The real server in a process of its own, and workers beside it, on a database that is there.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseUrls } from '../../src/server/db/role.ts'
import type { Call } from '../../test/study-kit.ts'

const PASSWORD = 'bench-password'

const freePort = () =>
  new Promise<number>((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const place = probe.address()
      probe.close(() => done(typeof place === 'object' && place ? place.port : 0))
    })
  })

/** Signed in as the first admin. */
export const startServer = async ({ url, ownerUrl }: DatabaseUrls, dataDir: string) => {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl,
    ADMIN_PASSWORD: PASSWORD,
    LOGIN_CAPTCHA: 'never',
    LOG_LEVEL: 'error',
  }
  const launch = (file: string, ...args: string[]): ChildProcess =>
    spawn(process.execPath, [resolve(file), ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const server = launch('src/server/main.ts', '--empty')
  const isUp = () =>
    fetch(`${address}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
  while (!(await isUp())) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    await sleep(200)
  }
  let token = ''
  const headers = () => ({ server: '1', batoken: token })
  const call: Call = async (path, { method, query, body, headers: more } = {}) => {
    const response = await fetch(`${address}${path}${query ? `?${new URLSearchParams(query)}` : ''}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...headers(), ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, ...(await response.json()) }
  }
  const login = await call<{ userInfo: { token: string } }>('/admin/index/login', { body: { username: 'admin', password: PASSWORD } })
  token = login.data.userInfo.token
  return {
    address,
    call,
    headers,
    server,
    launchWorker: () => launch('src/worker/main.ts'),
    stop: async () => {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
    },
  }
}
