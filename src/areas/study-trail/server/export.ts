import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { can, fail } from '#kernel'
import type { Actor, Call } from '#server'
import { record } from '#server/audit/entry.ts'
import { FRAME } from '#server/audit/seal.ts'
import { verifyTrail } from '#server/audit/verify.ts'
import { LIMITS } from '#server/db/limits.ts'
import { zipped } from '#server/excel/zip.ts'
import { SENT } from '#server/http/route.ts'
import { Limit } from '#server/limit.ts'
import { MOST_EVENTS } from './limit.ts'
import { askedOf } from './asked.ts'
import type { Asked } from './asked.ts'
import { eventsOf } from './event.ts'
import type { Event } from './event.ts'
import { shown } from './show.ts'
import type { Shown } from './show.ts'

const running = new Limit(2)

type Sealed = { id: number; sha256: string; seal: number | null; sealHash: string | null }
/** Each entry as the chain holds it: the hash of its whole text, and the seal that it lies under. */
const SEALED = `SELECT e.id, e.sha256, s.seq AS seal, encode(s.hash, 'hex') AS "sealHash"
  FROM (SELECT id, txid, encode(sha256(convert_to(${FRAME}, 'UTF8')), 'hex') AS sha256 FROM audit_entry WHERE id = ANY($1::bigint[])) e
  LEFT JOIN audit_seal s ON e.txid >= s.from_txid AND e.txid < s.to_txid`
const PAGE = 1000
const sealedOf = async ({ ctx }: Asked, events: readonly Event[]): Promise<Map<number, Sealed>> => {
  const ids = events.filter(({ rank }) => rank === 0).map(({ id }) => id)
  const found = new Map<number, Sealed>()
  for (let at = 0; at < ids.length; at += PAGE)
    for (const row of await ctx.db.query<Sealed>(SEALED, [ids.slice(at, at + PAGE)])) found.set(row.id, row)
  return found
}

const COLUMNS = [
  'at',
  'by',
  'kind',
  'where',
  'what',
  'subject',
  'visit',
  'form',
  'label',
  'changes',
  'reason',
  'entry',
  'sha256',
  'seal',
] as const
/** A cell that a spreadsheet would compute is not text any more. */
const cell = (value: unknown): string => {
  const text = String(value ?? '')
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
const rowOf = (event: Shown, sealed: Sealed | undefined): Record<(typeof COLUMNS)[number], unknown> => ({
  at: event.at,
  by: event.by,
  kind: event.kind,
  where: event.where,
  what: event.what,
  subject: event.subjectCode,
  visit: event.visitName,
  form: event.formName,
  label: event.label,
  changes: event.lines.map(({ title, before, after }) => `${title}: ${before ?? '–'} → ${after ?? '–'}`).join('\n'),
  reason: event.reason,
  entry: sealed?.id ?? null,
  sha256: sealed?.sha256 ?? null,
  seal: sealed?.seal ?? null,
})
const csvOf = (rows: readonly ReturnType<typeof rowOf>[]): string =>
  `\uFEFF${[COLUMNS.join(','), ...rows.map((row) => COLUMNS.map((name) => cell(row[name])).join(','))].join('\r\n')}\r\n`

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** That the chain was whole when this was written, up to which seal, and what of it lies in the files. */
const proofOf = async ({ backend }: Call, { study, subject, filter }: Asked, at: string, files: Readonly<Record<string, string>>) => {
  await backend.checkpoints.write().catch(() => {})
  const outside = { folder: backend.config.CHECKPOINT_DIR, keys: [backend.signer.publicKey] }
  const verdict = await backend.database.transaction((db) => verifyTrail(db, outside), LIMITS.task)
  return {
    written: at,
    study: study.code,
    subject: subject?.code ?? null,
    filter,
    chain: verdict,
    publicKey: backend.signer.publicKey.id,
    entry:
      'sha256 is over the text of an entry of the audit trail; seal is the link of the chain that holds it. Values that are masked for the reader are masked in the files, not in the entry.',
    files: Object.fromEntries(Object.entries(files).map(([name, text]) => [name, sha256(text)])),
  }
}

async function* partsOf(files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) yield { name, text: [text] }
}

/** The trail as a table and as data, with the proof of the chain. That it was taken out stands in the trail itself. */
export const sendTrail = async (call: Call, actor: Actor, reply: FastifyReply) => {
  if (!can(actor.rules, 'study/trail/export')) throw fail('auth.forbidden')
  const asked = await askedOf(call, actor)
  const { ctx, study, subject } = asked
  const leave = running.enter()
  if (!leave) throw fail('export.tooMany')
  try {
    const events = await eventsOf(asked, { limit: MOST_EVENTS + 1, isWhole: true })
    if (events.length > MOST_EVENTS) throw fail('export.tooLong', { limit: MOST_EVENTS })
    const sealed = await sealedOf(asked, events)
    const rows = (await shown(ctx, events)).map((event) => rowOf(event, event.rank === 0 ? sealed.get(event.id) : undefined))
    const files: Record<string, string> = {
      'trail.csv': csvOf(rows),
      'trail.ndjson': rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    }
    const at = new Date().toISOString()
    files['proof.json'] = `${JSON.stringify(await proofOf(call, asked, at, files), null, 2)}\n`
    const changes: Record<string, [unknown, unknown]> = { rows: [null, rows.length], ...(subject ? { subject: [null, subject.id] } : {}) }
    await ctx.engine.write(ctx, (tx) =>
      record(tx, { action: 'exportTrail', resource: 'study.project', recordId: study.id, label: study.title, changes }),
    )
    const name = `${[study.code, subject?.code].filter(Boolean).join('-')}-trail.zip`
    void reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .type('application/zip')
      .send(Readable.from(zipped(partsOf(files)), { objectMode: false }))
    return SENT
  } finally {
    leave()
  }
}
