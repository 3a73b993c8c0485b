import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Account, give } from './account.ts'
import { explain } from './failure.ts'
import { environment } from './process.ts'

/**
 * On Linux the process finds its data through its own working folder: spawn enters the folder before it drops root's
 * rights, so a data folder below one that only root can enter works without loosening anyone's permissions.
 */
export const clusterArgument = (cluster: string) => (process.platform === 'linux' ? '/proc/self/cwd' : cluster)

const locales = ['C.UTF-8', 'en_US.UTF-8', 'C']

const sweep = (home: string) => {
  for (const name of readdirSync(home).filter((one) => one.startsWith('new-'))) {
    try {
      rmSync(join(home, name), { recursive: true, force: true, maxRetries: 3 })
    } catch {
      // An initdb that outlived its server still writes there: it fails by itself, and the next start sweeps again.
    }
  }
}

/** Built aside and renamed when complete: a creation that was killed half-way is done again from nothing. */
export const createCluster = async (cluster: string, bin: string, password: string, account: Account) => {
  const home = dirname(cluster)
  sweep(home)
  const aside = mkdtempSync(join(home, 'new-'))
  const half = join(aside, 'cluster')
  const passwordFile = join(aside, 'password')
  let words = ''
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 })
    for (const path of [aside, passwordFile]) give(path, account)
    for (const locale of locales) {
      rmSync(half, { recursive: true, force: true })
      mkdirSync(half, { mode: 0o700 })
      give(half, account)
      const options = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--data-checksums', '--pwfile=../password']
      const collation = [`--locale=${locale}`, '--locale-provider=icu', '--icu-locale=zh-Hans-CN', '--lc-messages=C']
      const run = spawnSync(join(bin, 'initdb'), ['-D', clusterArgument(half), ...options, ...collation], {
        ...account,
        cwd: half,
        encoding: 'utf8',
        ...environment,
      })
      if (run.status === 0) {
        renameSync(half, cluster)
        return
      }
      words = run.error?.message ?? run.stderr
      if (!words.includes('invalid locale')) break
    }
  } catch (error) {
    words = (error as Error).message
  } finally {
    sweep(home)
  }
  throw await explain('The database could not be created.', words, home)
}
