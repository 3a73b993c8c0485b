import type { Rows } from './reader.ts'

/** What seals and opens: the vault of the server. */
type Vault = { seal(name: string, text: string): Buffer; unseal(name: string, sealed: Buffer): string | undefined }
type Keeper = { readonly db: Rows; readonly services: { readonly vault: Vault } }

const nameOf = (subject: number): string => `study.allocation:${subject}`
const WRITE = `INSERT INTO study_allocation (subject, study, sealed) VALUES ($1, $2, $3)
  ON CONFLICT (subject) DO UPDATE SET sealed = excluded.sealed, sealed_at = now()`
export const allocate = async ({ db, services }: Keeper, subject: { id: number; study: number }, arm: number): Promise<void> =>
  void (await db.query(WRITE, [subject.id, subject.study, services.vault.seal(nameOf(subject.id), String(arm))]))

type Row = { subject: number; sealed: Buffer }
/** A key that is gone is no reason to tell a wrong arm. */
const opened = ({ services }: Keeper, { subject, sealed }: Row): { subject: number; arm: number } => {
  const text = services.vault.unseal(nameOf(subject), sealed)
  if (text === undefined) throw new Error(`The arm of subject ${subject} was sealed with another key`)
  return { subject, arm: Number(text) }
}
const OF = 'SELECT subject, sealed FROM study_allocation WHERE subject = $1'
export const allocationOf = async (keeper: Keeper, subject: number): Promise<number | null> => {
  const [row] = await keeper.db.query<Row>(OF, [subject])
  return row ? opened(keeper, row).arm : null
}
const IN = `SELECT a.subject, a.sealed FROM study_allocation a JOIN study_subject s ON s.id = a.subject
  WHERE a.study = $1 AND s.deleted_at IS NULL AND s.arm IS NULL ORDER BY a.subject`
/** Those whose subject has not been told yet. */
export const allocationsIn = async (keeper: Keeper, study: number): Promise<{ subject: number; arm: number }[]> =>
  (await keeper.db.query<Row>(IN, [study])).map((row) => opened(keeper, row))
