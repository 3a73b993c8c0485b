import { isIP } from 'node:net'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { matches } from '#kernel'
import type { DatabaseUrls } from './db/role.ts'

const flag = z.stringbool({ truthy: ['1', 'true', 'on', 'yes'], falsy: ['0', 'false', 'off', 'no'] })
const whole = (low: number, high: number) => z.coerce.number().int().min(low).max(high)

/** Never "all": whoever writes X-Forwarded-For writes its left end, and would choose the address that limits and trail know. */
const readProxies = (text: string, ctx: z.RefinementCtx): string[] | ((address: string, hop: number) => boolean) | false => {
  if (['0', 'false', 'off', 'no'].includes(text)) return false
  if (/^[1-9]$/.test(text)) return (_, hop) => hop < Number(text)
  const list = text.split(',').map((part) => part.trim())
  const isAddress = (part: string) => {
    const [address = '', bits, more] = part.split('/')
    const most = isIP(address) === 6 ? 128 : 32
    return (
      isIP(address) !== 0 &&
      more === undefined &&
      (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most))
    )
  }
  if (list.every(isAddress)) return list
  ctx.addIssue({ code: 'custom', message: 'neither a count nor addresses' })
  return false
}

/** Every setting of the process, each with the sentence that mends it. Nothing else reads the environment. */
export const SETTINGS = {
  PORT: [whole(0, 65535).default(8000), 'a port number from 1 to 65535, for example PORT=8000'],
  HOST: [z.string().min(1).default('127.0.0.1'), 'an address to listen on: 127.0.0.1 for this machine only, 0.0.0.0 for the network'],
  DATA_DIR: [z.string().min(1).default('data'), 'a folder for the embedded database, uploads and the first password'],
  DATABASE_URL: [
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    'postgres://user:password@host:5432/database, or leave it out for the embedded database',
  ],
  DATABASE_OWNER_URL: [
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    'the same database as DATABASE_URL for the role that owns its tables and migrates them (docs/database.md)',
  ],
  DATABASE_POOL: [whole(6, 200).default(16), 'the number of database connections, 6 to 200; two of them only for sign-in and health'],
  STATEMENT_SECONDS: [whole(1, 3600).default(30), 'seconds that one statement of a request may take, 1 to 3600'],
  ADMIN_PASSWORD: [
    z
      .string()
      .refine((s) => matches('password', s))
      .optional(),
    '6 to 32 characters without & < > " \' ; used once, when the first admin is created',
  ],
  SECRET_KEY: [
    z.string().min(16).optional(),
    'at least 16 characters that seal the kept passwords of mail and message services; the same for every process',
  ],
  ACCESS_TOKEN_MINUTES: [whole(1, 100_000).default(1440), 'minutes until an access token expires'],
  REFRESH_TOKEN_DAYS: [whole(1, 400).default(30), 'days until a refresh token that nobody uses expires'],
  SESSION_DAYS: [whole(1, 4000).default(90), 'days after which a kept session ends, however much it is used'],
  LOGIN_CAPTCHA: [z.enum(['always', 'afterFailure', 'never']).default('afterFailure'), 'always, afterFailure or never'],
  STRICT_URL_TOKENS: [flag.default(false), '1 to accept only one-time tickets in addresses'],
  TRUST_PROXY: [
    z.string().default('0').transform(readProxies),
    'how many reverse proxies stand in front (TRUST_PROXY=1), or their addresses (TRUST_PROXY=10.0.0.5,192.168.0.0/24)',
  ],
  WORKERS: [whole(0, 16).default(1), 'how many worker processes npm start keeps running beside the server, 0 to 16'],
  UPLOAD_MAX_GB: [whole(1, 10_000).default(50), 'the largest data file in gigabytes, 1 to 10000'],
  UPLOAD_QUOTA_GB: [whole(1, 100_000).default(200), 'how many gigabytes of unfinished uploads one person may have, 1 to 100000'],
  UNPACK_MAX_GB: [whole(1, 100_000).default(200), 'the most gigabytes that a packed data file may unpack to, 1 to 100000'],
  UNPACK_RATIO: [whole(2, 100_000).default(250), 'how many times its size a packed data file may unpack to, 2 to 100000'],
  TERMINAL: [flag.default(true), 'off to start no programs from the terminal; backup and verification stay'],
  REQUESTS_AT_ONCE: [
    whole(8, 100_000).optional(),
    'a fixed number of requests that are worked on at once, 8 to 100000, instead of the one that the server finds by itself',
  ],
  METRICS_TOKEN: [
    z.string().min(16).optional(),
    'at least 16 characters: whoever sends them as Authorization: Bearer may then read /metrics',
  ],
  READY_BACKUP_HOURS: [whole(0, 10_000).default(0), 'hours after which an older backup makes /readyz say no; 0 for never'],
  BACKUP_KEEP: [whole(1, 1000).default(7), 'how many backups stay in the data folder, 1 to 1000'],
  CHECKPOINT_DIR: [
    z.string().min(1).optional(),
    'a folder for the signed checkpoints of the audit trail, best on another disk or machine; without it, checkpoint in the data folder',
  ],
  LIBREOFFICE: [
    z.string().min(1).optional(),
    'the path of soffice, if it is not on the PATH; it converts old Office files for the preview',
  ],
  TRINO_SHARE_DIR: [
    z.string().min(1).optional(),
    'a folder that this server writes and all Trino nodes read: snapshots go there when a run is judged on Trino (docs/scale.md)',
  ],
  TRINO_SHARE_LOCATION: [z.string().min(1).optional(), 'what Trino calls TRINO_SHARE_DIR, for example local:///qc or s3://bucket/qc'],
  TRINO_SHARE_S3: [
    z.url({ protocol: /^https?$/ }).optional(),
    'https://host:port of an S3 service, if TRINO_SHARE_LOCATION is s3://bucket/prefix and no folder of this machine (docs/scale.md)',
  ],
  TRINO_SHARE_S3_REGION: [z.string().min(1).default('us-east-1'), 'the region of that service, as it is signed'],
  TRINO_SHARE_S3_KEY: [z.string().min(1).optional(), 'the access key for that bucket: read, write and delete below the prefix'],
  TRINO_SHARE_S3_SECRET: [z.string().min(1).optional(), 'the secret that belongs to TRINO_SHARE_S3_KEY'],
  LOG_LEVEL: [z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('warn'), 'trace, debug, info, warn, error or silent'],
} as const
type Settings = { [K in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[K][0]> }

/** What programs that the server starts may know of its environment. */
const FOR_CHILDREN = ['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TMPDIR', 'TEMP', 'SystemRoot', 'APPDATA', 'LOCALAPPDATA', 'USERPROFILE']

export type Config = Settings & {
  CHECKPOINT_DIR: string
  demo: boolean
  pages?: string
  webDir: string
  childEnv: Readonly<Record<string, string>>
}

/** The server that the settings name; undefined means the embedded one. */
export const urlsOf = ({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }: Config): DatabaseUrls | undefined =>
  url ? { url, ownerUrl: ownerUrl ?? url } : undefined

export class ConfigError extends Error {}

export const readConfig = (env: Record<string, string | undefined>, argv: readonly string[] = []): Config => {
  const values: Record<string, unknown> = {}
  const wrong: string[] = []
  for (const [name, [schema, mend]] of Object.entries(SETTINGS)) {
    const given = env[name] === '' ? undefined : env[name]
    const result = schema.safeParse(given)
    if (result.success) values[name] = result.data
    // A password must not end up in a log because it was mistyped.
    else wrong.push(`${name}=${/PASSWORD|SECRET|TOKEN$/.test(name) ? '…' : JSON.stringify(given)} cannot be used: give ${mend}.`)
  }
  const flags = readFlags(argv, wrong)
  if (flags.demo && flags.empty) wrong.push('--demo and --empty contradict each other: give one of them.')
  if (values['DATABASE_OWNER_URL'] && !values['DATABASE_URL'])
    wrong.push('DATABASE_OWNER_URL needs DATABASE_URL: the one role owns the tables, the other works with them.')
  const isBucket = String(values['TRINO_SHARE_LOCATION'] ?? '').startsWith('s3://') && !values['TRINO_SHARE_DIR']
  const bucket = ['TRINO_SHARE_S3', 'TRINO_SHARE_S3_KEY', 'TRINO_SHARE_S3_SECRET'].filter((name) => values[name])
  if (bucket.length > 0 && (bucket.length < 3 || !isBucket))
    wrong.push(
      'TRINO_SHARE_S3 needs TRINO_SHARE_S3_KEY, TRINO_SHARE_S3_SECRET and TRINO_SHARE_LOCATION=s3://bucket/prefix, and no TRINO_SHARE_DIR.',
    )
  const settings = values as Settings
  const dataDir = resolve(settings.DATA_DIR ?? '')
  const checkpointDir = resolve(settings.CHECKPOINT_DIR ?? join(dataDir, 'checkpoint'))
  // Whoever may change the database's files would change these with them.
  if (!relative(join(dataDir, 'postgres'), checkpointDir).startsWith('..'))
    wrong.push(`CHECKPOINT_DIR=${checkpointDir} cannot be used: give a folder outside that of the database.`)
  if (wrong.length) throw new ConfigError(wrong.join('\n'))
  return {
    ...settings,
    DATA_DIR: dataDir,
    CHECKPOINT_DIR: checkpointDir,
    demo: flags.demo || (!flags.empty && !settings.DATABASE_URL),
    childEnv: Object.fromEntries(FOR_CHILDREN.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
    ...(flags.pages ? { pages: flags.pages } : {}),
    webDir: resolve(import.meta.dirname, '../../dist/web'),
  }
}

const readFlags = (argv: readonly string[], wrong: string[]): { demo: boolean; empty: boolean; pages?: string } => {
  try {
    const { values } = parseArgs({
      args: [...argv],
      // --pages: where a developer finds the pages while Vite serves them; only npm run dev gives it.
      options: { demo: { type: 'boolean', default: false }, empty: { type: 'boolean', default: false }, pages: { type: 'string' } },
    })
    return values
  } catch (error) {
    wrong.push(`${(error as Error).message} Known: --demo, --empty.`)
    return { demo: false, empty: false }
  }
}
