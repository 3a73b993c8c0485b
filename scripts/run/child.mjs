import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { at, root } from './place.mjs'

/** Node keeps the compiled and type-stripped modules: less than half the time to load a program from the second start on. */
export const compiled = (env) => ({ NODE_COMPILE_CACHE: at('.runtime', 'compiled'), ...env })

let stopped = false
/** Someone has asked this command to end: do not go on with its next step. */
export const isStopped = () => stopped

const isTerminal = process.stdin.isTTY

/** Runs to the end, signals passed on, output shared. Resolves with the exit code. */
export const run = (command, args, options = {}) => {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
  return { child, code: follow(child) }
}

/** A program of node_modules; its first line finds the runtime on the PATH we set. */
export const runBin = (runtime, name, args, options = {}) => {
  const isWindows = process.platform === 'win32'
  return run(at('node_modules', '.bin', isWindows ? `${name}.cmd` : name), args, { env: runtime.env, shell: isWindows, ...options })
}

// "kill" on npm ends npm and its shell, but the shell passes nothing on: without this the server would stay behind and hold the port.
const watchParent = (whenGone) => {
  if (!process.env.npm_lifecycle_event) return undefined
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    whenGone()
  }, 300)
  return watch
}

/** Calls back with the signal when someone asks this command to end; returns how to stop listening. */
export const onStop = (callback) => {
  const pass = (signal) => {
    stopped = true
    callback(signal)
  }
  const watch = watchParent(() => pass('SIGTERM'))
  process.on('SIGTERM', pass).on('SIGHUP', pass).on('SIGINT', pass)
  return () => {
    clearInterval(watch)
    process.off('SIGTERM', pass).off('SIGHUP', pass).off('SIGINT', pass)
  }
}

const follow = (child) =>
  new Promise((resolve, reject) => {
    const done = onStop((signal) => {
      // A terminal sends Ctrl+C to the whole group: passing it on would make it arrive twice.
      if (signal !== 'SIGINT' || !isTerminal) child.kill(signal)
    })
    child.once('error', (error) => {
      done()
      reject(error)
    })
    child.once('exit', (code, signal) => {
      done()
      resolve(code ?? 128 + (constants.signals[signal] ?? 0))
    })
  })
