import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startEmbedded } from '../../src/server/db/embedded.ts'

/**
 * Kills a writing server with SIGKILL again and again, every third time PostgreSQL with it, and counts what was acknowledged and
 * what is found afterwards. Usage: node scripts/drill/embedded.ts [rounds]
 */
const writers = 4

const write = async (dataDir: string, round: number) => {
  const { url } = await startEmbedded({ dataDir, log: () => {} })
  const pool = new pg.Pool({ connectionString: url, max: writers })
  await pool.query('create table if not exists drill (id text primary key)')
  const loop = async (writer: number) => {
    for (let n = 0; ; n++) {
      const id = `${round}-${writer}-${n}`
      await pool.query('insert into drill values ($1)', [id])
      process.stdout.write(`${id}\n`)
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => loop(writer)))
}

const killAtRandom = async (dataDir: string, round: number, acknowledged: Set<string>) => {
  const began = performance.now()
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'write', dataDir, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const ended = new Promise((resolve) => lines.once('close', resolve))
  const first = new Promise((resolve) => lines.once('line', resolve))
  lines.on('line', (id) => acknowledged.add(id))
  await Promise.race([first, ended.then(() => Promise.reject(new Error(`round ${round}: the server did not start`)))])
  const ready = performance.now() - began
  await sleep(100 + Math.random() * 700)
  const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid')
  if (round % 3 === 2) process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL')
  child.kill('SIGKILL')
  await ended
  return ready
}

const count = async (dataDir: string, acknowledged: Set<string>) => {
  const { url, stop } = await startEmbedded({ dataDir, log: () => {} })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ id: string }>('select id from drill')
  await client.end()
  await stop()
  const found = new Set(rows.map((row) => row.id))
  return { found: found.size, lost: [...acknowledged].filter((id) => !found.has(id)) }
}

const drill = async (rounds: number) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'qc-drill-'))
  chmodSync(dataDir, 0o755)
  const acknowledged = new Set<string>()
  const starts: number[] = []
  for (let round = 0; round < rounds; round++) {
    starts.push(await killAtRandom(dataDir, round, acknowledged))
    process.stdout.write('.')
  }
  const { found, lost } = await count(dataDir, acknowledged)
  rmSync(dataDir, { recursive: true, force: true })
  const sorted = starts.slice(1).toSorted((a, b) => a - b)
  const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)
  console.log(`\n${rounds} kills; start to first write: median ${at(0.5)} ms, longest ${at(1)} ms`)
  console.log(`acknowledged ${acknowledged.size}, found ${found}, lost ${lost.length}`)
  if (lost.length > 0) process.exitCode = 1
}

const [mode = '30', dataDir = '', round = '0'] = process.argv.slice(2)
if (mode === 'write') await write(dataDir, Number(round))
else await drill(Number(mode))
