import { spawn, type ChildProcess } from 'node:child_process'
import { openSync } from 'node:fs'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { S3_KEY } from '../../src/qc/testing/s3-server.ts'
import { PLUGINS } from './archive.ts'
import { settings } from './settings.ts'

export type ClusterNode = { name: string; log: string; process: ChildProcess }

/** TLS, passwords and signed tokens at the coordinator, and a PostgreSQL as a catalog. */
export type Extra = {
  tls?: { port: number; keystore: string; passwords: string; jwtKey: string; secret: string }
  postgres?: { url: string; user: string; password: string }
  /** An S3 service, which the catalog `hive` reads too. */
  s3?: string
}

const lines = (values: Readonly<Record<string, string | number | boolean>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')

/** Where all nodes read and write: tables of the catalog `hive`, and what stages hand on, so that a lost worker loses nothing. */
const shared = (part: string): string => path.join(settings.folder, 'data', part)

function catalogs({ postgres, s3 }: Extra): Record<string, string> {
  const files: Record<string, string> = {
    memory: lines({ 'connector.name': 'memory', 'memory.max-data-per-node': '256MB' }),
    tpch: lines({ 'connector.name': 'tpch' }),
    hive: lines({
      'connector.name': 'hive',
      'hive.metastore': 'file',
      'hive.metastore.catalog.dir': 'local:///metastore',
      'hive.security': 'allow-all',
      'fs.native-local.enabled': true,
      'local.location': shared('hive'),
      ...(s3
        ? {
            'fs.native-s3.enabled': true,
            's3.endpoint': s3,
            's3.region': S3_KEY.region,
            's3.path-style-access': true,
            's3.aws-access-key': S3_KEY.key,
            's3.aws-secret-key': S3_KEY.secret,
          }
        : {}),
    }),
  }
  if (settings.postgres) files['postgresql'] = lines({ 'connector.name': 'postgresql', 'connection-url': settings.postgres })
  else if (postgres) {
    const { url, user, password } = postgres
    files['postgresql'] = lines({
      'connector.name': 'postgresql',
      'connection-url': url,
      'connection-user': user,
      'connection-password': password,
    })
  }
  return files
}

/** One node on loopback. Regular expressions by RE2J: with the default library, patterns mean something else. */
export async function startNode(
  name: string,
  port: number,
  coordinator: boolean,
  { server, java, extra = {} }: { server: string; java: string; extra?: Extra },
): Promise<ClusterNode> {
  const folder = path.join(settings.folder, 'node', name)
  await rm(folder, { recursive: true, force: true })
  const etc = path.join(folder, 'etc')
  await mkdir(path.join(etc, 'catalog'), { recursive: true })
  for (const part of ['hive', 'hive/metastore', 'exchange']) await mkdir(shared(part), { recursive: true })
  const config = {
    coordinator,
    ...(coordinator ? { 'node-scheduler.include-coordinator': false } : {}),
    'http-server.http.port': port,
    'discovery.uri': `http://127.0.0.1:${settings.port}`,
    'node.internal-address': '127.0.0.1',
    'regex-library': 'RE2J',
    ...(extra.tls ? { 'internal-communication.shared-secret': extra.tls.secret } : {}),
    ...(extra.tls && coordinator
      ? {
          'http-server.authentication.type': 'PASSWORD,JWT',
          'http-server.authentication.jwt.key-file': extra.tls.jwtKey,
          'http-server.https.enabled': true,
          'http-server.https.port': extra.tls.port,
          'http-server.https.keystore.path': extra.tls.keystore,
        }
      : {}),
    'retry-policy': 'TASK',
    'query.max-memory-per-node': `${Math.floor(settings.heap * 0.5)}MB`,
    'memory.heap-headroom-per-node': `${Math.floor(settings.heap * 0.2)}MB`,
    'task.concurrency': 2,
    'fault-tolerant-execution-task-memory': `${Math.floor(settings.heap * 0.2)}MB`,
  }
  await writeFile(path.join(etc, 'config.properties'), lines(config))
  await writeFile(
    path.join(etc, 'exchange-manager.properties'),
    lines({ 'exchange-manager.name': 'filesystem', 'exchange.base-directories': shared('exchange') }),
  )
  if (extra.tls && coordinator)
    await writeFile(
      path.join(etc, 'password-authenticator.properties'),
      lines({ 'password-authenticator.name': 'file', 'file.password-file': extra.tls.passwords }),
    )
  for (const [catalog, text] of Object.entries(catalogs(extra))) await writeFile(path.join(etc, 'catalog', `${catalog}.properties`), text)
  const plugins = path.join(folder, 'plugin')
  await mkdir(plugins)
  for (const plugin of PLUGINS) await symlink(path.join(server, 'plugin', plugin), path.join(plugins, plugin))
  const log = path.join(folder, 'log')
  const settingsOfNode = {
    'node.environment': 'test',
    'node.id': name,
    'node.data-dir': path.join(folder, 'data'),
    'node.bind-ip': '127.0.0.1',
    config: 'etc/config.properties',
    'plugin.dir': plugins,
    'catalog.config-dir': 'etc/catalog',
  }
  const flags = [
    `-Xmx${settings.heap}m`,
    '-XX:+UseG1GC',
    '-XX:ReservedCodeCacheSize=256M',
    '-Djdk.attach.allowAttachSelf=true',
    '--enable-native-access=ALL-UNNAMED',
  ]
  const properties = Object.entries(settingsOfNode).map(([key, value]) => `-D${key}=${value}`)
  const output = openSync(log, 'w')
  const child = spawn(java, [...flags, ...properties, '-cp', `${server}/lib/*`, 'io.trino.server.TrinoServer'], {
    cwd: folder,
    stdio: ['ignore', output, output],
  })
  return { name, log, process: child }
}
