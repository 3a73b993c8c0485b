import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { QcInputError } from '../source/input-error.ts'
import { textOf } from '../text.ts'
import type { TrinoOptions } from '../trino/database.ts'
import { bucketShare, folderShare, type Share } from '../trino/share.ts'
import type { Invocation } from './arguments.ts'

export const wrong = (zh: string, en: string) => new QcInputError('usage', { file: 'qc --trino' }, { zh, en })
export const said = (error: unknown): never => {
  const { zh, en } = textOf(error)
  throw wrong(zh, en)
}
const secret = async (file: string | undefined): Promise<string | undefined> =>
  file === undefined ? undefined : (await readFile(path.resolve(file), 'utf8')).trimEnd()

type Option = Invocation['option']
type Needed = Parameters<Option>[0]
const needed = (option: Option, name: Needed): string => {
  const value = option(name)
  if (!value) throw wrong(`缺少 --${name}`, `--${name} is missing`)
  return value
}

export type Reached = TrinoOptions & { catalog: string; schema: string }
/** How the server is reached, and what a statement may take there. */
export async function accessOf({ option }: Invocation): Promise<Reached> {
  const [password, token, ca] = await Promise.all((['password-file', 'token-file', 'ca'] as const).map(option).map(secret))
  const [minutes, rows, gigabytes] = (['max-minutes', 'max-rows', 'max-gb'] as const).map((name) => Number(option(name) ?? 0))
  return {
    url: needed(option, 'trino'),
    catalog: needed(option, 'catalog'),
    schema: needed(option, 'schema'),
    user: option('user') ?? 'qc',
    ...(password === undefined ? {} : { password }),
    ...(token === undefined ? {} : { token }),
    ...(ca === undefined ? {} : { ca }),
    limits: {
      ...(minutes ? { seconds: minutes * 60 } : {}),
      ...(rows ? { rows } : {}),
      ...(gigabytes ? { bytes: gigabytes * 1e9 } : {}),
    },
  }
}

/** Where files of this machine are handed over: a folder that the nodes have too, or a bucket. */
export async function shareOf({ option }: Invocation): Promise<Share> {
  const location = needed(option, 'share-location')
  const folder = option('share')
  if (folder !== undefined) return folderShare(path.resolve(folder), location)
  if (!location.startsWith('s3://')) throw wrong('缺少 --share（共用目录）', '--share, the folder that is shared, is missing')
  const [key, hidden] = ((await secret(needed(option, 's3-key-file'))) ?? '').split(/\s+/)
  if (!key || !hidden) throw wrong('--s3-key-file 应有两行：访问密钥和密码', '--s3-key-file holds two lines: the access key and its secret')
  return bucketShare(location, {
    endpoint: needed(option, 's3-endpoint'),
    region: option('s3-region') ?? 'us-east-1',
    key,
    secret: hidden,
  })
}
