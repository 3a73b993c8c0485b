import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runBin } from './child.mjs'
import { alone } from './lock.mjs'
import { at } from './place.mjs'
import { say, Sentence } from './sentence.mjs'

const stamp = at('dist', 'web.json')
const folders = ['src/web', 'src/kernel', 'src/areas', 'public', 'scripts/vite']
const files = ['index.html', 'home.html', 'vite.config.ts', 'package-lock.json']
const isInput = (name) => !/\.test\.tsx?$/.test(name) && !/(^|[/\\])(registry\.)?server\.ts$/.test(name)

const inputs = () => {
  const found = folders.flatMap((folder) =>
    readdirSync(at(folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && isInput(entry.name))
      .map((entry) => join(entry.parentPath ?? entry['path'], entry.name)),
  )
  return [...found, ...files.map((file) => at(file))].sort((a, b) => (a < b ? -1 : 1))
}

const sizes = (list) =>
  list.map((file) => {
    const { size, mtimeMs } = statSync(file)
    return `${file.slice(at().length)} ${size} ${mtimeMs}`
  })

const contents = (list) => {
  const hash = createHash('sha256')
  for (const file of list) hash.update(file.slice(at().length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

const readStamp = () => {
  try {
    return JSON.parse(readFileSync(stamp, 'utf8'))
  } catch {
    return {}
  }
}

/** 'same' by size and time alone; contents are read only where those differ, as after a fresh checkout. */
const compare = () => {
  const list = inputs()
  const now = sizes(list).join('\n')
  const last = readStamp()
  if (last.sizes === now && existsSync(at('dist', 'web'))) return undefined
  return { sizes: now, contents: contents(list), isBuilt: existsSync(at('dist', 'web')) && last.contents !== undefined, last }
}

const build = async (runtime, note) => {
  const change = compare()
  if (!change) return
  const { sizes: now, contents: hash, isBuilt, last } = change
  if (!isBuilt || last.contents !== hash) {
    say('Building the web app (once) …')
    rmSync(stamp, { force: true })
    const code = await note(runBin(runtime, 'vite', ['build', '--logLevel', 'warn']))
    if (code !== 0) throw new Sentence('The web app could not be built (see above).')
  }
  mkdirSync(at('dist'), { recursive: true })
  writeFileSync(stamp, JSON.stringify({ sizes: now, contents: hash }))
}

export const ensureWeb = async (runtime) => {
  if (compare()) await alone((note) => build(runtime, note))
}
