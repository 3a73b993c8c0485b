import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Nothing of ours leaks in (PGDATA, PGPORT …). macOS needs a valid locale, Windows its system variables. */
export const environment = process.platform === 'win32' ? {} : { env: { LC_ALL: 'C' } }

const read = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

// A process name may hold spaces and brackets, so count fields after the last bracket.
const procStat = (pid: number) => {
  const stat = read(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** False for a zombie too: under a container's pid 1 that reaps nothing, an orphan never disappears. */
export const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return process.platform !== 'linux' || !['Z', 'X'].includes(procStat(pid)[0] ?? '')
}

/** Tells a process from a later one that got the same pid. Empty on Windows, where only the pid is compared. */
export const identityOf = (pid: number) => {
  if (process.platform === 'linux') return `${read('/proc/sys/kernel/random/boot_id').trim()}:${procStat(pid)[19] ?? ''}`
  if (process.platform === 'win32') return ''
  try {
    return execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

/** Where a process works; undefined where the system does not tell. */
export const workingFolder = (pid: number) => {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`)
    if (process.platform === 'darwin') {
      const fields = execFileSync('/usr/sbin/lsof', ['-a', '-p', String(pid), '-d', 'cwd', '-Fn'], { encoding: 'utf8' })
      return fields.match(/^n(.*)$/m)?.[1]
    }
  } catch {
    return undefined
  }
  return undefined
}

/** True once the process is gone, false when the time is over. */
export const isGone = async (pid: number, milliseconds: number) => {
  const end = Date.now() + milliseconds
  while (isAlive(pid)) {
    if (Date.now() > end) return false
    await sleep(20)
  }
  return true
}
