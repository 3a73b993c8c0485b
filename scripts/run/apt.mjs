import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { say } from './sentence.mjs'

export const hasApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** True when the packages are there afterwards. */
export const aptInstall = (...packages) => {
  say(`Installing ${packages.join(', ')} with apt-get …`)
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  const install = () =>
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold', ...packages], options)
  if (install().status === 0) return true
  spawnSync('apt-get', ['update', '-qq'], options)
  return install().status === 0
}
