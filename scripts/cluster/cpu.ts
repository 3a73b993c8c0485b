import { spawnSync } from 'node:child_process'
import type { ClusterNode } from './node.ts'

/** Seconds of CPU that a node has taken since it started, garbage collection and compilation included; 0 when it is gone. */
export function cpuSeconds({ process: child }: ClusterNode): number {
  const { stdout } = spawnSync('ps', ['-o', 'time=', '-p', String(child.pid)], { encoding: 'utf8' })
  const [seconds = 0, minutes = 0, hours = 0, days = 0] = stdout.trim().split(/[-:]/).map(Number).toReversed()
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds
}
