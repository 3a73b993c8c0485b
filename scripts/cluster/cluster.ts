import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { openTrino } from '../../src/qc/trino/database.ts'
import type { Access } from '../../src/qc/trino/transport.ts'
import { serverFolder } from './archive.ts'
import { findJava } from './java.ts'
import { startNode, type ClusterNode, type Extra } from './node.ts'
import { settings } from './settings.ts'

export type Cluster = { url: string; coordinator: ClusterNode; workers: ClusterNode[]; stop(): Promise<void> }

/** One coordinator and some workers; resolves when all of them answer. */
export async function startCluster(workers = settings.workers, extra: Extra = {}, access: Partial<Access> = {}): Promise<Cluster> {
  const program = { server: await serverFolder(), java: findJava(), extra }
  const url = access.url ?? `http://127.0.0.1:${settings.port}`
  const coordinator = await startNode('coordinator', settings.port, true, program)
  const others: ClusterNode[] = []
  for (let at = 1; at <= workers; at++) others.push(await startNode(`worker${at}`, settings.port + at, false, program))
  const all = [coordinator, ...others]
  const stop = async (): Promise<void> => {
    await Promise.all(
      all.map(async ({ process: child }) => {
        if (child.exitCode !== null || child.signalCode !== null) return
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await Promise.race([ended, wait(10_000).then(() => child.kill('SIGKILL'))])
      }),
    )
  }
  try {
    await untilThere({ user: 'qc', ...access, url }, all)
    return { url, coordinator, workers: others, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function untilThere(access: Access, nodes: readonly ClusterNode[]): Promise<void> {
  const database = openTrino(access)
  try {
    for (let tried = 0; ; tried++) {
      const gone = nodes.find(({ process: child }) => child.exitCode !== null)
      if (gone) throw new Error(`${gone.name} ended; its log: ${gone.log}`)
      const there = await database.all(`SELECT node_id FROM system.runtime.nodes WHERE state = 'active'`).catch(() => [])
      if (there.length >= nodes.length) return
      if (tried > 200) throw new Error(`not all nodes came; logs: ${nodes.map(({ log }) => log).join(', ')}`)
      await wait(1500)
    }
  } finally {
    await database.close()
  }
}
