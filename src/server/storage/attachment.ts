import { fail } from '#kernel'
import { takeOne } from '../db/allowance.ts'
import type { Database } from '../db/database.ts'
import type { Actor, AnyRow, Ctx } from '../model/context.ts'
import { readSite } from '../site.ts'
import type { Site } from '../site.ts'
import { addressOf, ownAddress } from './address.ts'
import type { AddressFacts } from './address.ts'
import { allowedKind, suffixOf } from './file-kind.ts'
import { isSafeName } from './file-name.ts'
import { inspect } from './inspect.ts'
import type { Verdict } from './inspect.ts'

const NAME = 'routine.attachment'
type Sent = { readonly name: string; readonly size: number; readonly sha256: string }

const KNOWN = `SELECT id, quote FROM routine_attachment WHERE sha256 = $1 AND suffix = $2 AND topic = $3 AND admin IS NOT DISTINCT FROM $4 AND "user" IS NOT DISTINCT FROM $5`

/** So many an hour of one person, by whichever way. */
export const takeUpload = async (database: Database, { kind, id }: Actor, { uploadsPerHour }: Site): Promise<void> => {
  const wait = await takeOne(database, `upload:${kind}:${id}`, { seconds: 3600, count: uploadsPerHour })
  if (wait) throw fail('request.tooMany', { seconds: wait }, { retryAfter: wait })
}

/** By what is said of a file, before any of it comes: its size and its name. */
export const refuseAttachment = ({ upload }: Site, { name, size }: { name: string; size: number }): void => {
  if (!isSafeName(name) || !allowedKind(name, upload.mimetype)) throw fail('upload.type')
  if (size === 0) throw fail('upload.incomplete')
  if (size > upload.maxsize) throw fail('upload.size')
}
/** By what is in it. */
export const proveAttachment = async ({ upload }: Site, path: string, { name, size }: { name: string; size: number }): Promise<Verdict> => {
  const kind = allowedKind(name, upload.mimetype)
  const verdict = kind && (await inspect(path, kind, size))
  if (!verdict) throw fail('upload.type')
  return verdict
}

/** An address means one record: where another person's has it, this one gets its own. */
const freeAddress = async (tx: Ctx, template: string, info: AddressFacts): Promise<string> => {
  const url = addressOf(template, info)
  const taken = await tx.db.query('SELECT 1 FROM routine_attachment WHERE url = $1 LIMIT 1', [url])
  return taken.length ? ownAddress(url) : url
}

/** The person's record of content that is stored, made or counted once more. Two uploads of the same bytes at once make one record: whoever calls holds them. */
export const enterAttachment = async (tx: Ctx, file: Sent, verdict: Verdict, topic: string): Promise<AnyRow> => {
  const suffix = suffixOf(file.name)
  const now = new Date()
  const uploader = {
    admin: tx.actor.kind === 'admin' ? tx.actor.id : null,
    user: tx.actor.kind === 'member' ? tx.actor.id : null,
  }
  const asked = [file.sha256, suffix, topic, uploader.admin, uploader.user]
  const [known] = await tx.db.query<{ id: number; quote: number }>(KNOWN, asked)
  if (known) return tx.engine.edit(tx, NAME, { id: known.id }, { quote: known.quote + 1, lastUploadAt: now.toISOString() })
  const { savename } = (await readSite(tx.db)).upload
  const info = {
    url: await freeAddress(tx, savename, { topic, suffix, sha256: file.sha256, at: now }),
    size: file.size,
    mimetype: allowedKind(file.name, suffix)!.mime,
    suffix,
    topic,
    sha256: file.sha256,
    ...verdict,
    storage: 'local',
    quote: 1,
    lastUploadAt: now.toISOString(),
    ...uploader,
  }
  return tx.engine.add(tx, NAME, { name: file.name }, info)
}
