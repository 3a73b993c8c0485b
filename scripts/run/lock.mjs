import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { at } from './place.mjs'
import { say, Sentence } from './sentence.mjs'

const file = at('.runtime', 'lock')

const take = () => {
  try {
    const fd = openSync(file, 'wx')
    writeSync(fd, String(process.pid))
    closeSync(fd)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw new Sentence(`This folder cannot be written (${error.message}). Run the command as the user who owns it.`)
  }
}

const holder = () => {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    // The pid is written just after the file is made.
    if (!pid) return Date.now() - statSync(file).mtimeMs < 5_000 ? -1 : 0
    process.kill(pid, 0)
    return pid
  } catch (error) {
    return error.code === 'EPERM' ? -1 : 0
  }
}

/** Two starts at once must not install into the same folder. */
export const alone = async (work) => {
  mkdirSync(at('.runtime'), { recursive: true })
  for (let said = false; !take(); await sleep(200)) {
    const pid = holder()
    if (pid === 0) rmSync(file, { force: true })
    else if (!said) {
      say('Another start is preparing this folder; waiting for it.')
      said = true
    }
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}
