import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { say } from './sentence.mjs'

export const hasApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** @param {string[]} args @param {'inherit' | 'ignore'} [errors] */
const apt = (args, errors = 'inherit') =>
  spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', errors], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status ===
  0

/** @param {string[]} packages @param {'inherit' | 'ignore'} [errors] */
const install = (packages, errors) =>
  apt(['install', '-y', '-qq', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold', ...packages], errors)

/** True when the packages are there afterwards. */
export const aptInstall = (...packages) => {
  say(`Installing ${packages.join(', ')} with apt-get …`)
  if (install(packages)) return true
  apt(['update', '-qq'])
  return install(packages)
}

/** Packages that one can do without: no word when they do not exist. */
export const aptTry = (...packages) => install(packages, 'ignore')
