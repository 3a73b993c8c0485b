import { spawnSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Account, give } from './account.ts'
import { explain } from './failure.ts'

/**
 * On Linux the process finds its data through its own working folder: spawn enters the folder before it drops root's
 * rights, so a data folder below one that only root can enter works without loosening anyone's permissions.
 */
export const clusterArgument = (cluster: string) => (process.platform === 'linux' ? '/proc/self/cwd' : cluster)

const locales = ['C.UTF-8', 'en_US.UTF-8', 'C']

/** Built aside and renamed when complete: an init that was killed half-way is done again from nothing. */
export const createCluster = async (cluster: string, bin: string, password: string, account: Account) => {
  const half = `${cluster}.new`
  const passwordFile = join(dirname(cluster), 'cluster.password')
  let words = ''
  try {
    for (const locale of locales) {
      rmSync(half, { recursive: true, force: true })
      mkdirSync(half, { mode: 0o700 })
      give(half, account)
      writeFileSync(passwordFile, password, { mode: 0o600 })
      give(passwordFile, account)
      const options = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--data-checksums', `--locale=${locale}`]
      const collation = ['--locale-provider=icu', '--icu-locale=zh-Hans-CN', '--lc-messages=C']
      const run = spawnSync(join(bin, 'initdb'), ['-D', clusterArgument(half), ...options, ...collation, '--pwfile=../cluster.password'], {
        ...account,
        cwd: half,
        encoding: 'utf8',
        ...(process.platform !== 'win32' && { env: {} }),
      })
      if (run.status === 0) {
        renameSync(half, cluster)
        return
      }
      words = run.error?.message ?? `${run.stderr}`
      if (!words.includes('invalid locale')) break
    }
  } catch (error) {
    words = (error as Error).message
  } finally {
    rmSync(passwordFile, { force: true })
  }
  rmSync(half, { recursive: true, force: true })
  throw await explain('The database could not be created.', words, cluster)
}
