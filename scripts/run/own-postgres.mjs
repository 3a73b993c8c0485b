import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { aptInstall, hasApt } from './apt.mjs'
import { say } from './sentence.mjs'

const version = 15
const bin = `/usr/lib/postgresql/${version}/bin`

// The package would otherwise start a server of its own on port 5432.
const installDebian = () => {
  const settings = '/etc/postgresql-common/createcluster.conf'
  if (!existsSync(settings)) {
    mkdirSync('/etc/postgresql-common', { recursive: true })
    writeFileSync(settings, 'create_main_cluster = false\n')
  }
  return aptInstall(`postgresql-${version}`)
}

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address())
      probe.close(() => resolve(port))
    })
  })

// PostgreSQL refuses root; an ordinary user runs it as themselves.
const account = () => {
  if (process.getuid?.() !== 0) return {}
  const [, uid, gid] = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m) ?? [0, 65_534, 65_534]
  return { uid: Number(uid), gid: Number(gid) }
}

const isReady = (port) => spawnSync(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0

/** A throw-away server of Debian's PostgreSQL: the proof that DATABASE_URL works with a server we did not build. */
export const startOwnPostgres = async () => {
  if (!existsSync(join(bin, 'initdb')) && !(hasApt() && installDebian())) {
    say(
      `PostgreSQL ${version} is not installed and cannot be installed here (that takes root on Debian or Ubuntu). Set TEST_DATABASE_URL and TEST_DATABASE_OWNER_URL to a server of yours to run these tests (docs/database.md).`,
    )
    return undefined
  }
  const home = mkdtempSync(join(tmpdir(), 'qc-postgres-'))
  const data = join(home, 'data')
  const passwordFile = join(home, 'password')
  const password = randomBytes(16).toString('hex')
  const user = account()
  /** @type {import('node:child_process').SpawnSyncOptionsWithStringEncoding} */
  const options = { ...user, cwd: home, encoding: 'utf8' }
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user.uid !== undefined) for (const path of [home, data, passwordFile]) chownSync(path, user.uid, user.gid)
  const remove = () => rmSync(home, { recursive: true, force: true })

  const init = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', '--pwfile', passwordFile],
    options,
  )
  if (init.status !== 0) {
    say(init.stderr)
    remove()
    return undefined
  }
  const port = await freePort()
  const settings = [
    'port=' + port,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'max_connections=200',
    'log_min_messages=fatal',
  ].flatMap((one) => ['-c', one])
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings], { ...options, stdio: 'ignore' })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  while (!isReady(port) && server.exitCode === null) await sleep(50)
  const stop = async () => {
    server.kill('SIGINT')
    await ended
    remove()
  }
  // The two roles as docs/database.md has them.
  const roles = [
    `create role qc_owner login createdb password '${password}'`,
    `create role qc_app login password '${password}'`,
    'grant qc_app to qc_owner',
  ].flatMap((one) => ['-c', one])
  const made = spawnSync(join(bin, 'psql'), ['-q', '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', ...roles], {
    env: { ...process.env, PGPASSWORD: password },
    encoding: 'utf8',
  })
  if (made.status !== 0) {
    say(made.stderr)
    await stop()
    return undefined
  }
  const urlOf = (role) => `postgres://${role}:${password}@127.0.0.1:${port}/postgres`
  return { url: urlOf('qc_app'), ownerUrl: urlOf('qc_owner'), stop }
}
