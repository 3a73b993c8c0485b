import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
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

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const isHeld = () => {
  try {
    const pids = readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number)
    // The pid is written just after the file is made.
    return pids.length === 0 ? Date.now() - statSync(file).mtimeMs < 5_000 : pids.some(isAlive)
  } catch {
    return false
  }
}

// An npm that outlives its killed starter still writes: it holds the lock as well.
const note = (job) => {
  appendFileSync(file, ` ${job.child.pid}`)
  return job.code
}

/** Two starts at once must not install into the same folder. The work gets a function for each process it starts. */
export const alone = async (work) => {
  mkdirSync(at('.runtime'), { recursive: true })
  for (let said = false; !take(); await sleep(200)) {
    if (!isHeld()) rmSync(file, { force: true })
    else if (!said) {
      say('Another start is preparing this folder; waiting for it.')
      said = true
    }
  }
  try {
    return await work(note)
  } finally {
    rmSync(file, { force: true })
  }
}
