import type { Rows } from '../reader.ts'

/** A finding as its query looks at it. */
export type Looked = {
  id: number
  state: string
  cause: string | null
  value: string | null
  field: string | null
  slot: string | null
  form: number | null
  record: number | null
  datafile: number | null
  parameter: number
  stateRun: number
}
type Rule = { code: string; name: string; nameEn: string; version: number | null }
type Change = { after?: string | null; by: string | null; at: string | null }

/** What a run says of one finding: by which version of which rule; gone, the value that it had and what became of it; still there, its value. */
export type Proof = Rule & { finding: number; field: string | null } & ({ value: string | null } | ({ before: string | null } & Change))

const RULE = `SELECT p.code, p.name, p.name_en AS "nameEn", v.number AS version FROM control_parameter p
  LEFT JOIN qc_result r ON r.run = $2 AND r.parameter = p.id LEFT JOIN control_version v ON v.id = r.parameter_version WHERE p.id = $1 LIMIT 1`
/** Of a file it is who sent it: whoever stores it types no value. */
const changed = (value: '' | 'c.after, ') => `SELECT ${value}coalesce(u.nickname, c.actor_name) AS "by", c.at FROM value_change c
  LEFT JOIN gather_delivery d ON d.id = c.delivery LEFT JOIN user_user u ON u.id = d.sender`
/** Who gave the cell the value that it has. */
const OF_CELL = `${changed('c.after, ')} WHERE c.form = $1 AND c.record = $2 AND c.slot = $3 ORDER BY c.id DESC LIMIT 1`
/** Who changed the record last, where a rule looked at several values. */
const OF_RECORD = `${changed('')} WHERE c.form = $1 AND c.record = $2 ORDER BY c.id DESC LIMIT 1`
/** Who brought the version of the file that was judged, as the trail tells it. */
const OF_FILE = `SELECT e.actor_name AS "by", e.at FROM qc_run r JOIN audit_entry e ON e.resource = 'datafile.version' AND e.record_id = r.file_version::text
  WHERE r.id = $1 AND e.action = 'add' LIMIT 1`

const changeOf = async (db: Rows, run: number, { form, record, slot }: Looked): Promise<Change | undefined> => {
  if (form === null) return (await db.query<Change>(OF_FILE, [run]))[0]
  const [, number] = /^v(\d+)$/.exec(slot ?? '') ?? []
  const [change] = number === undefined ? [] : await db.query<Change>(OF_CELL, [form, record, Number(number)])
  return change ?? (await db.query<Change>(OF_RECORD, [form, record]))[0]
}

export const proofsOf = async (db: Rows, run: number, findings: readonly Looked[]): Promise<Proof[]> => {
  const proofs: Proof[] = []
  for (const one of findings) {
    const [rule] = await db.query<Rule>(RULE, [one.parameter, run])
    if (!rule) continue
    const about = { finding: one.id, field: one.field, ...rule }
    if (one.state !== 'resolved') proofs.push({ ...about, value: one.value })
    else proofs.push({ ...about, before: one.value, ...((await changeOf(db, run, one)) ?? { by: null, at: null }) })
  }
  return proofs
}
