import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, pbkdf2Sync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { runChecks } from '../../src/qc/engine.ts'
import { openChecked } from '../../src/qc/trino/open.ts'
import { trinoTable } from '../../src/qc/trino/table.ts'
import { startEmbedded } from '../../src/server/db/embedded.ts'
import { startCluster } from './cluster.ts'
import { settings } from './settings.ts'

const PASSWORD = 'trino-password-1'

/** An authority of our own and a certificate of it for loopback, key and certificate in one file as Trino reads them. */
async function makeCertificate(folder: string): Promise<{ ca: string; keystore: string }> {
  const at = (name: string): string => path.join(folder, name)
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { stdio: 'ignore' })
  const key = ['-newkey', 'rsa:2048', '-nodes']
  openssl('req', '-x509', ...key, '-keyout', at('ca.key'), '-out', at('ca.pem'), '-days', '2', '-subj', '/CN=qc test authority')
  openssl('req', ...key, '-keyout', at('server.key'), '-out', at('server.csr'), '-subj', '/CN=localhost')
  await writeFile(at('san'), 'subjectAltName=DNS:localhost,IP:127.0.0.1')
  const signed = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '2', '-extfile', at('san')]
  openssl('x509', '-req', '-in', at('server.csr'), ...signed, '-out', at('server.pem'))
  const both = await Promise.all(['server.key', 'server.pem'].map((name) => readFile(at(name), 'utf8')))
  await writeFile(at('keystore.pem'), both.join(''))
  return { ca: await readFile(at('ca.pem'), 'utf8'), keystore: at('keystore.pem') }
}

/** As the file authenticator reads it: rounds, salt and hash. */
function passwordLine(user: string): string {
  const salt = randomBytes(16)
  const hash = pbkdf2Sync(PASSWORD, salt, 1000, 64, 'sha1')
  return `${user}:1000:${salt.toString('hex')}:${hash.toString('hex')}\n`
}

/** A token that names its user, signed with RS256; good for so many seconds. */
function tokenFor(user: string, key: KeyObject, seconds: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const claimed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ sub: user, iat: now - 60, exp: now + seconds })}`
  return `${claimed}.${sign('sha256', Buffer.from(claimed), key).toString('base64url')}`
}

const said = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'let in',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

/**
 * A cluster with TLS by an authority of its own, a password or a signed token, and a PostgreSQL as a catalog: `npm run -s test:secure`. Not beside another
 * cluster of the same folder. The number of differences comes back.
 */
async function trySecure(): Promise<number> {
  const folder = path.join(settings.folder, 'secure')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const { ca, keystore } = await makeCertificate(folder)
  const passwords = path.join(folder, 'passwords')
  await writeFile(passwords, passwordLine('qc'))
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwtKey = path.join(folder, 'jwt.pem')
  await writeFile(jwtKey, pair.publicKey.export({ type: 'spki', format: 'pem' }))
  const postgres = await startEmbedded({ dataDir: path.join(folder, 'postgres'), log: () => {}, isThrowAway: true })
  const { hostname, port, username, password, pathname } = new URL(postgres.ownerUrl)
  const client = new pg.Client({ connectionString: postgres.ownerUrl })
  await client.connect()
  await client.query(
    `CREATE TABLE visits AS SELECT n AS nr, CASE WHEN n % 10 = 0 THEN NULL ELSE 60 + n END AS sbp, DATE '2026-01-01' + n AS seen FROM generate_series(1, 300) n`,
  )
  await client.end()
  const secure = { port: settings.port + 50, keystore, passwords, jwtKey, secret: randomBytes(32).toString('base64') }
  const access = { url: `https://127.0.0.1:${secure.port}`, user: 'qc', password: PASSWORD, ca }
  const cluster = await startCluster(
    1,
    { tls: secure, postgres: { url: `jdbc:postgresql://${hostname}:${port}${pathname}`, user: username, password } },
    access,
  )
  const wrong: string[] = []
  const expectThat = (name: string, isSo: boolean, found: string): void => {
    if (!isSo) wrong.push(name)
    console.log(`${isSo ? '=' : '≠'} ${name}: ${found.slice(0, 160)}`)
  }
  try {
    const { ca: _, ...stranger } = access
    const short = { tries: 1 }
    const unknown = await said(openChecked({ ...stranger, ...short }))
    expectThat('an authority that nobody named is not trusted', /certificate/i.test(unknown), unknown)
    const refused = await said(openChecked({ ...access, ...short, password: 'wrong' }))
    expectThat('a wrong password is refused', refused.includes('401'), refused)
    const { password: _password, ...bearer } = access
    const token = async (key: KeyObject, seconds: number): Promise<string> =>
      said(openChecked({ ...bearer, ...short, token: tokenFor('qc', key, seconds) }).then((database) => database.close()))
    const signed = await token(pair.privateKey, 600)
    expectThat('a token signed with the key of the server is let in', signed === 'let in', signed)
    const old = await token(pair.privateKey, -30)
    expectThat('one that is over is refused', old.includes('401'), old)
    const forged = await token(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey, 600)
    expectThat('one of another key is refused', forged.includes('401'), forged)
    const there = await openChecked(access)
    try {
      const table = await trinoTable(there, { catalog: 'postgresql', schema: 'public', table: 'visits', row: 'nr' })
      const parameters = [
        { id: 'filled', check: 'not_null', table: 'visits', columns: ['sbp'] },
        { id: 'range', check: 'range', table: 'visits', columns: ['sbp'], params: { max: 300 } },
        { id: 'future', check: 'not_future', table: 'visits', columns: ['seen'] },
        { id: 'outlier', check: 'outlier_iqr', table: 'visits', columns: ['sbp'] },
      ]
      const { results } = await runChecks({ database: there, tables: [table], parameters, now: '2026-06-13T08:00:00' })
      const counts = results.map((result) => `${result.parameter} ${result.violated}/${result.denominator}`).join(', ')
      expectThat(
        'a table of PostgreSQL is judged where it lies',
        counts === 'filled 30/300, range 54/270, future 137/300, outlier 0/270',
        counts,
      )
    } finally {
      await there.close()
    }
  } finally {
    await cluster.stop()
    await postgres.stop()
  }
  console.log(`TLS, password, JWT and PostgreSQL: ${wrong.length === 0 ? 'as meant' : 'not as meant'}`)
  return wrong.length
}

process.exitCode = (await trySecure()) > 0 ? 1 : 0
