// Processor and memory of other processes, from Linux's own account of them.
import { readFileSync, readdirSync } from 'node:fs'

const statOf = (pid: number): string[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}
export const parentOf = (pid: number): number => Number(statOf(pid)[1])
const TICKS = 100
/** Processor seconds of a process, of its children that ended, and of those that live. */
export const cpuOf = (pid: number): number => {
  const [, parentAt, utimeAt] = [0, 1, 11]
  const own = (of: number): number => {
    const stat = statOf(of)
    return [0, 1, 2, 3].reduce((sum, i) => sum + Number(stat[utimeAt + i]), 0) / TICKS
  }
  const children = readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && Number(statOf(Number(name))[parentAt]) === pid
    } catch {
      return false // ended since
    }
  })
  return own(pid) + children.reduce((sum, name) => sum + own(Number(name)), 0)
}
const status = (pid: number, name: string): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
export const peakMB = (pid: number): number => status(pid, 'VmHWM')
export const residentMB = (pid: number): number => status(pid, 'VmRSS')
