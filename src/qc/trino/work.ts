import type { Text } from '../text.ts'
import type { Statistics } from './statement.ts'

/** What a server has done for us: the statements that ended, and those under way. */
export type Work = {
  statements: number
  /** How much of what is under way is done, 0 to 1; undefined where nothing is, or nothing is known of it. */
  share: number | undefined
  rows: number
  bytes: number
  cpuMs: number
  /** Of the one statement that held most. */
  peakBytes: number
  nodes: number
}

export const NO_WORK: Work = { statements: 0, share: undefined, rows: 0, bytes: 0, cpuMs: 0, peakBytes: 0, nodes: 0 }

/** A statement more: what is done adds up, memory and nodes are those of the largest. */
export const addWork = (work: Work, { processedRows, processedBytes, cpuTimeMillis, peakMemoryBytes, nodes }: Statistics): Work => ({
  ...work,
  statements: work.statements + 1,
  rows: work.rows + processedRows,
  bytes: work.bytes + processedBytes,
  cpuMs: work.cpuMs + cpuTimeMillis,
  peakBytes: Math.max(work.peakBytes, peakMemoryBytes),
  nodes: Math.max(work.nodes, nodes),
})

export const shareOf = (running: readonly Statistics[]): number | undefined => {
  const [total, completed] = (['totalSplits', 'completedSplits'] as const).map((name) => running.reduce((sum, one) => sum + one[name], 0))
  return total ? Math.min(1, (completed ?? 0) / total) : undefined
}

/**
 * How far counting is, 0 to 1: what is done, and of what is asked now as much as the server says. The next statement begins at nothing:
 * what was shown is not taken back.
 */
export function gauge() {
  let pieces = { done: 0, total: 1, under: 0 }
  let most = 0
  const shown = (share: number): number => {
    const { done, total, under } = pieces
    return (most = Math.max(most, Math.min(1, (done + under * share) / Math.max(1, total))))
  }
  return {
    counted(done: number, total: number, under: number): number {
      pieces = { done, total, under }
      return shown(0)
    },
    worked: ({ share = 0 }: Work): number => shown(share),
  }
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB']
function sized(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${Number((bytes / 1000 ** step).toPrecision(3))} ${UNITS[step]}`
}

/** For whoever waits: how far it is, and what it costs. */
export function workText({ statements, share, rows, bytes, cpuMs, peakBytes, nodes }: Work): Text {
  const done = share === undefined ? '' : ` · ${Math.round(share * 100)} %`
  const [count, read, cpu] = [rows.toLocaleString('en'), sized(bytes), `${Math.round(cpuMs / 1000).toLocaleString('en')} s`]
  return {
    zh: `Trino：${statements} 条语句${done} · 读 ${count} 行、${read} · CPU ${cpu} · 内存峰值 ${sized(peakBytes)} · ${nodes} 个节点`,
    en: `Trino: ${statements} ${statements === 1 ? 'statement' : 'statements'}${done} · ${count} rows, ${read} read · ${cpu} of CPU · ${sized(peakBytes)} of memory at most · ${nodes} ${nodes === 1 ? 'node' : 'nodes'}`,
  }
}
