import { createHash } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { alone } from './lock.mjs'
import { at } from './place.mjs'
import { runNpm } from './runtime.mjs'
import { say, Sentence } from './sentence.mjs'

const stamp = at('node_modules', '.installed')

const read = (file) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const wanted = () =>
  `${createHash('sha256')
    .update(read(at('package-lock.json')))
    .digest('hex')} ${process.platform}-${process.arch}\n`

/** npm writes this list when an install is complete: a folder someone installed by hand is accepted if every version agrees. */
const isInstalledByHand = () => {
  const hidden = read(at('node_modules', '.package-lock.json'))
  if (!hidden) return false
  const there = JSON.parse(hidden).packages
  const lock = JSON.parse(read(at('package-lock.json'))).packages
  return Object.entries(lock).every(([path, entry]) => path === '' || entry.optional || there[path]?.version === entry.version)
}

const confirm = () => {
  writeFileSync(`${stamp}.new`, wanted())
  renameSync(`${stamp}.new`, stamp)
}

const install = async (runtime, note) => {
  if (read(stamp) === wanted()) return
  if (isInstalledByHand()) return confirm()
  say('Installing the libraries of the lockfile (once, about a minute) …')
  rmSync(stamp, { force: true })
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const code = await note(runNpm(runtime, args))
  if (code !== 0)
    throw new Sentence(
      'npm could not install the libraries (see above). Check the network and the free disk space, then run the command again.',
    )
  confirm()
}

export const ensureInstalled = async (runtime) => {
  if (read(stamp) !== wanted()) await alone((note) => install(runtime, note))
}
