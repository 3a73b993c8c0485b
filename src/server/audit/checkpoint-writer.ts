import { mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SYSTEM } from '../model/actor.ts'
import type { Database, Db } from '../db/database.ts'
import { LIMITS } from '../db/limits.ts'
import type { Signer } from '../signer.ts'
import { NO_LINE, PUBLIC_KEY_FILE, checkpointFiles, fileAt, lineHash, rangesOf, readLine, signedLine } from './checkpoint.ts'
import type { Checkpoint } from './checkpoint.ts'
import { record } from './entry.ts'
import { FRAME, GENESIS, SEALS, hashOf, rowsHash } from './seal.ts'
import type { Seal } from './seal.ts'

const LOCK = 7_340_025
const EVERY_MS = 5000
const SEALS_AT_ONCE = 500
const OPEN_AT_ONCE = 5000
const OPEN = `SELECT id, txid::text AS txid, ${FRAME} AS frame FROM audit_entry WHERE txid >= $1::xid8 AND NOT id = ANY($2::bigint[]) ORDER BY id LIMIT ${OPEN_AT_ONCE}`
const REMEMBER = `INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value`
/** Where the database remembers the last line signed with a key: files that were cut no longer have it. */
export const rememberedKey = (key: string): string => `checkpoint:${key}`
/** The entry with which signing begins, and begins anew when the files or the key were not there. */
export const BEGINNING = 'checkpoint'

type Tail = { file: string; end: number; hash: string; checkpoint: Checkpoint }
type Open = { id: number; txid: string; frame: string }
/** Longer than the longest line. */
const TAIL_BYTES = 512 * 1024

const lastLine = async (path: string): Promise<{ line: string; end: number } | undefined> => {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const start = Math.max(0, size - TAIL_BYTES)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
    // A line that a crash cut off was never a checkpoint.
    const whole = buffer.subarray(0, bytesRead).subarray(0, buffer.lastIndexOf('\n') + 1)
    const line = whole.toString('utf8').trimEnd().split('\n').at(-1)
    return line ? { line, end: start + whole.length } : undefined
  } finally {
    await handle.close()
  }
}

const tailOf = async (folder: string): Promise<Tail | undefined> => {
  for (const file of (await checkpointFiles(folder)).toReversed()) {
    const last = await lastLine(join(folder, file))
    if (!last) continue
    const checkpoint = readLine(last.line)
    if (!checkpoint)
      throw new Error(`The last line of ${file} cannot be read. Put your copy of it back, or move the file away to begin anew.`)
    return { file, end: last.end, hash: lineHash(last.line), checkpoint }
  }
  return undefined
}

/**
 * Says outside the database, signed, what the trail holds: whoever changes or shortens the trail afterwards does not match it any more.
 * It never signs a trail that does not continue what was signed before.
 */
export class CheckpointWriter {
  readonly #database: Database
  readonly #folder: string
  readonly #signer: Signer
  #tail: Tail | undefined
  #to = '0'
  /** Open entries that a line names already, and their transactions. */
  #named = new Map<number, string>()
  #wroteAt = 0
  #told = ''
  #writing: Promise<void> = Promise.resolve()
  constructor(database: Database, folder: string, signer: Signer) {
    this.#database = database
    this.#folder = folder
    this.#signer = signer
  }

  /** Goes on where the files end; where there are none, or they are signed with another key, that stands in the trail. */
  async begin(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await writeFile(join(this.#folder, PUBLIC_KEY_FILE), this.#signer.publicKey.pem, { mode: 0o644 })
    await this.#database.transaction((tx) => this.#begin(tx), LIMITS.task)
  }
  get lastAt(): string | undefined {
    return this.#tail?.checkpoint.at
  }

  /** At most every few seconds; what keeps it from writing is told once. */
  async writeSoon(): Promise<void> {
    if (Date.now() - this.#wroteAt < EVERY_MS) return
    try {
      await this.write()
      this.#told = ''
    } catch (error) {
      const { message } = error as Error
      if (message === this.#told) return
      this.#told = message
      throw error
    }
  }
  /** Everything committed up to now; nothing when that is signed already. */
  write(): Promise<void> {
    this.#wroteAt = Date.now()
    const written = this.#writing.catch(() => {}).then(() => this.#database.transaction((tx) => this.#write(tx), LIMITS.task))
    this.#writing = written
    return written
  }

  async #begin(tx: Db): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    this.#tail = await tailOf(this.#folder)
    const { id, pem } = this.#signer.publicKey
    if (this.#tail?.checkpoint.key === id) return
    const request = { id: 'start', ip: '', userAgent: '' }
    await record(
      { db: tx, actor: SYSTEM, request },
      { action: BEGINNING, resource: 'system', recordId: id, label: '', changes: { publicKey: [null, pem] } },
    )
    await this.#add(tx, await this.#extend(tx), [])
  }

  async #write(tx: Db): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    await this.#follow()
    for (;;) {
      const extended = await this.#extend(tx)
      for (const [id, txid] of this.#named) if (BigInt(txid) < BigInt(this.#to)) this.#named.delete(id)
      const entries = await tx.query<Open>(OPEN, [this.#to, [...this.#named.keys()]])
      if (this.#tail && entries.length === 0 && extended.seals.count === this.#tail.checkpoint.seals.count) return
      await this.#add(tx, extended, entries)
      if (entries.length < OPEN_AT_ONCE) return
    }
  }

  /** Another process may have written meanwhile. Lines that went away stay remembered: the next one does not follow what is left. */
  async #follow(): Promise<void> {
    const now = await tailOf(this.#folder)
    const mine = this.#tail
    if (!mine || (now && (now.file > mine.file || (now.file === mine.file && now.end >= mine.end)))) this.#tail = now
  }

  /** The seals since the last line, which must continue it. */
  async #extend(tx: Db): Promise<Pick<Checkpoint, 'seals' | 'entries'>> {
    const from = this.#tail?.checkpoint
    let { count, head, rows } = from?.seals ?? { count: 0, head: GENESIS.toString('hex'), rows: GENESIS.toString('hex') }
    let entries = from?.entries ?? 0
    if (count > 0) {
      const [last] = await tx.query<Seal>(`${SEALS} WHERE seq = $1`, [count])
      if (last?.hash.toString('hex') !== head)
        throw new Error(`The audit trail was changed: seal ${count} is not the one that was signed. Run audit-verify.`)
      this.#to = last.toTxid
    }
    for (;;) {
      const seals = await tx.query<Seal>(`${SEALS} WHERE seq > $1 ORDER BY seq LIMIT ${SEALS_AT_ONCE}`, [count])
      for (const seal of seals) {
        if (seal.seq !== count + 1 || seal.previous.toString('hex') !== head)
          throw new Error(`The audit trail was changed: seal ${seal.seq} does not follow what was signed. Run audit-verify.`)
        count = seal.seq
        head = seal.hash.toString('hex')
        rows = rowsHash(Buffer.from(rows, 'hex'), seal).toString('hex')
        entries += seal.entries
        this.#to = seal.toTxid
      }
      if (seals.length < SEALS_AT_ONCE) return { seals: { count, head, rows }, entries }
    }
  }

  async #add(tx: Db, extended: Pick<Checkpoint, 'seals' | 'entries'>, entries: readonly Open[]): Promise<void> {
    const last = this.#tail
    const { id } = this.#signer.publicKey
    const checkpoint: Checkpoint = {
      at: new Date().toISOString(),
      key: id,
      ...extended,
      ...(entries.length ? { open: { ids: rangesOf(entries.map((e) => e.id)), hash: hashOf(GENESIS, entries).toString('hex') } } : {}),
      previous: last?.hash ?? NO_LINE,
    }
    const line = signedLine(this.#signer, checkpoint)
    this.#tail = { ...(await this.#append(last, checkpoint.at, line)), hash: lineHash(line), checkpoint }
    for (const entry of entries) this.#named.set(entry.id, entry.txid)
    await tx.query(REMEMBER, [rememberedKey(id), JSON.stringify(this.#tail.hash)])
  }
  async #append(last: Tail | undefined, at: string, line: string): Promise<{ file: string; end: number }> {
    // A clock that was set back must not put a line before its predecessor.
    const file = last && last.file > fileAt(at) ? last.file : fileAt(at)
    const handle = await open(join(this.#folder, file), 'a', 0o600)
    try {
      if (last?.file === file && (await handle.stat()).size > last.end) await handle.truncate(last.end)
      await handle.write(`${line}\n`)
      await handle.sync()
      return { file, end: (await handle.stat()).size }
    } finally {
      await handle.close()
    }
  }
}
