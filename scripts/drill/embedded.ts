import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startEmbedded } from '../../src/server/db/embedded.ts'

/**
 * Kills the server with SIGKILL while clients create records over HTTP, every third time PostgreSQL with it; then starts it again.
 * What a client was told to be saved must be found afterwards; what it was not told about it sends again with the same
 * idempotency key, and that must not make a second record. Usage: node scripts/drill/embedded.ts [rounds]
 */
const clients = 4
const password = 'Drill-123456'
const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url))

type Write = { code: string; key: string }
type Books = { acknowledged: Set<string>; unanswered: Write[]; refused: string[] }
type Server = { process: ChildProcess; address: string; ended: Promise<void> }

const startServer = async (dataDir: string): Promise<Server> => {
  const env = { ...process.env, PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: password, LOGIN_CAPTCHA: 'never' }
  const child = spawn(process.execPath, [main, '--empty'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const words: string[] = []
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      words.push(line)
      const found = line.match(/http:\/\/[^/\s]+/)
      if (found) resolve(found[0])
    })
    void ended.then(() => reject(new Error(`the server did not start:\n${words.join('\n')}`)))
  })
  return { process: child, address, ended }
}

const post = async (address: string, path: string, body: object, headers: Record<string, string> = {}) => {
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { server: '1', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { code: number; msg: string; data: { userInfo?: { token: string } } }
}

const signIn = async (address: string) => {
  const { data, msg } = await post(address, '/admin/index/login', { username: 'admin', password })
  if (!data.userInfo) throw new Error(`sign-in was refused: ${msg}`)
  return data.userInfo.token
}

/** False once the server is gone. */
const send = async (address: string, token: string, write: Write, books: Books) => {
  try {
    const body = { name: write.code, code: write.code, category: 'data' }
    const { code, msg } = await post(address, '/admin/job/add', body, { batoken: token, 'idempotency-key': write.key })
    if (code === 1) books.acknowledged.add(write.code)
    else books.refused.push(`${write.code}: ${msg}`)
    return true
  } catch {
    books.unanswered.push(write)
    return false
  }
}

const killDuringWrites = async (server: Server, dataDir: string, round: number, token: string, books: Books) => {
  const again = books.unanswered.splice(0)
  for (const write of again) await send(server.address, token, write, books)
  const write = async (client: number) => {
    for (let n = 0; await send(server.address, token, { code: `D${round}-${client}-${n}`, key: randomUUID() }, books); n++);
  }
  const writing = Promise.all(Array.from({ length: clients }, (_, client) => write(client)))
  await sleep(200 + Math.random() * 800)
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])
  server.process.kill('SIGKILL')
  if (round % 3 === 2) process.kill(postmaster, 'SIGKILL')
  await Promise.all([writing, server.ended])
}

const readBack = async (dataDir: string) => {
  const { url, stop } = await startEmbedded({ dataDir, log: () => {} })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ code: string }>(`select code from job where code like 'D%'`)
  await client.end()
  await stop()
  return rows.map((row) => row.code)
}

const drill = async (rounds: number) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'qc-drill-'))
  chmodSync(dataDir, 0o755)
  const books: Books = { acknowledged: new Set(), unanswered: [], refused: [] }
  const starts: number[] = []
  let token = ''
  let resent = 0
  for (let round = 0; round <= rounds; round++) {
    const began = performance.now()
    const server = await startServer(dataDir)
    starts.push(performance.now() - began)
    token ||= await signIn(server.address)
    resent += books.unanswered.length
    await killDuringWrites(server, dataDir, round, token, books)
    process.stdout.write('.')
  }
  const codes = await readBack(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
  const found = new Set(codes)
  const lost = [...books.acknowledged].filter((code) => !found.has(code))
  const [median, longest] = [0.5, 1].map((part) =>
    Math.round(starts.slice(1).toSorted((a, b) => a - b)[Math.floor((rounds - 1) * part)] ?? 0),
  )
  console.log(`\n${rounds + 1} kills, ${rounds} starts by itself: median ${median} ms, longest ${longest} ms`)
  console.log(`sent again after a kill: ${resent}; doubled: ${codes.length - found.size}; refused: ${books.refused.length}`)
  for (const line of books.refused.slice(0, 5)) console.log(`  ${line}`)
  console.log(`acknowledged ${books.acknowledged.size}, found ${found.size}, lost ${lost.length}`)
  if (lost.length + books.refused.length + codes.length - found.size > 0) process.exitCode = 1
}

await drill(Number(process.argv[2] ?? 30))
