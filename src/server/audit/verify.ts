import type { Db } from '../db/database.ts'
import { PublicKey } from '../signer.ts'
import { firstLink, walkChain } from './chain.ts'
import type { Link } from './chain.ts'
import { readCheckpoints } from './checkpoint.ts'
import { BEGINNING, rememberedKey } from './checkpoint-writer.ts'
import { Comparison } from './comparison.ts'

/** `problems`: what was changed, or what should prove that nothing was and is not there. `notes`: what is right and worth knowing. */
export type Verdict = { ok: boolean; seals: number; entries: number; head: string; problem?: string; problems: string[]; notes: string[] }
/** The checkpoints outside the database, and the keys whose signature counts. */
export type Outside = { folder: string; keys: readonly PublicKey[] }

const BEGINNINGS = `SELECT id, at, record_id AS key, changes -> 'publicKey' ->> 1 AS pem,
  EXISTS (SELECT 1 FROM audit_entry r WHERE r.action = 'restoreBackup' AND r.id < e.id
    AND r.id > coalesce((SELECT max(p.id) FROM audit_entry p WHERE p.action = '${BEGINNING}' AND p.resource = 'system' AND p.id < e.id), 0)) AS "isRestored",
  (SELECT a.actor_name FROM audit_entry a WHERE a.action = 'terminal' AND a.label = 'checkpoint-accept' AND a.id > e.id ORDER BY a.id LIMIT 1) AS accepted
  FROM audit_entry e WHERE action = '${BEGINNING}' AND resource = 'system' ORDER BY id`
type Beginning = { id: number; at: string; key: string; pem: string; isRestored: boolean; accepted: string | null }

/** A second beginning means that the files or the key were not there: that is known, or it is a problem. */
const judgeBeginnings = (beginnings: readonly Beginning[]): Pick<Verdict, 'problems' | 'notes'> => {
  const problems: string[] = []
  const notes: string[] = []
  for (const { id, at, isRestored, accepted } of beginnings.slice(1)) {
    const what = `checkpoints began anew on ${at} (entry ${id})`
    if (isRestored) notes.push(`${what}, after a restore`)
    else if (accepted) notes.push(`${what}; ${accepted} accepted it`)
    else
      problems.push(
        `${what}: the files or the signing key of before were lost, and nothing outside the database vouches for what is older. Put them back, or run checkpoint-accept`,
      )
  }
  return { problems, notes }
}

const NUMBERS = `SELECT count(*) AS entries, coalesce(max(id) - min(id) + 1 - count(*), 0) AS unused,
  count(*) FILTER (WHERE txid >= (pg_snapshot_xmax(pg_current_snapshot())::text::numeric + audit_shift())::text::xid8) AS future FROM audit_entry`

const judgeNumbers = async (db: Db, sealed: number): Promise<Pick<Verdict, 'problems' | 'notes'>> => {
  const [row] = await db.query<{ entries: number; unused: number; future: number }>(NUMBERS)
  const { entries, unused, future } = row!
  return {
    problems: future ? [`${future} entries name a transaction that never was: they were not written by the application`] : [],
    notes: [
      ...(entries > sealed ? [`${entries - sealed} entries wait for their seal`] : []),
      ...(unused
        ? [
            `${unused} numbers of entries are unused: writes that were undone, or entries that were removed before anything was signed about them`,
          ]
        : []),
    ],
  }
}

/** Keys of before, as the trail names them: a beginning that nobody explains is a problem of its own. */
const keysOf = (beginnings: readonly Beginning[]): PublicKey[] =>
  beginnings.flatMap(({ pem }) => {
    try {
      return [PublicKey.read(pem)]
    } catch {
      return []
    }
  })

const compare = async (db: Db, link: Link, { folder, keys }: Outside): Promise<Pick<Verdict, 'problems' | 'notes'>> => {
  const beginnings = await db.query<Beginning>(BEGINNINGS)
  const marks = await db.query<{ hash: string }>(`SELECT value #>> '{}' AS hash FROM setting WHERE key = ANY($1)`, [
    keys.map((key) => rememberedKey(key.id)),
  ])
  const lines = readCheckpoints(folder, [...keys, ...keysOf(beginnings)])
  const comparison = new Comparison(db, lines, new Set(marks.map((m) => m.hash)))
  const broken = await walkChain(db, link, comparison.watch)
  await comparison.end(link.count, !broken)
  const problems = [...(broken ? [broken] : []), ...comparison.problems]
  if (!comparison.first && comparison.problems.length === 0)
    problems.push(`there are no checkpoints in ${folder}: they were lost, and nothing outside the database vouches for the trail`)
  else if (marks.length > comparison.found && comparison.problems.length === 0)
    problems.push(
      'checkpoints: the line that the database remembers as the last is not there: the file was cut, or this is an older copy of it',
    )
  const begun = judgeBeginnings(beginnings)
  const numbers = await judgeNumbers(db, link.entries)
  const signed = comparison.last?.checkpoint
  return {
    problems: [...problems, ...begun.problems, ...numbers.problems],
    notes: [...(signed ? [`signed up to seal ${signed.seals.count} on ${signed.at}`] : []), ...begun.notes, ...numbers.notes],
  }
}

/** The chain alone, or, with checkpoints, also whether it is all that was ever signed. */
export const verifyTrail = async (db: Db, outside?: Outside): Promise<Verdict> => {
  const link = firstLink()
  const broken = outside ? undefined : await walkChain(db, link, async () => {})
  const { problems, notes } = outside ? await compare(db, link, outside) : { problems: broken ? [broken] : [], notes: [] }
  const [problem] = problems
  const facts = { seals: link.count, entries: link.entries, head: link.head.toString('hex') }
  return { ok: !problem, ...facts, ...(problem ? { problem } : {}), problems, notes }
}
