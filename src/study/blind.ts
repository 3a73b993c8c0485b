import { can, ruleOf } from '#kernel'
import type { Reader, Rows } from './reader.ts'

/** The level of a variable that tells the arm of a subject: hidden from every role until the study is unblinded. */
export const ARM_LEVEL = 4
/** What such a variable is once it is no secret any more. */
export const OPENED_LEVEL = 1

type Blinding = { blinded: boolean; unblinded: boolean }
const BLINDING = 'SELECT blinded, unblinded_at IS NOT NULL AS unblinded FROM study_project WHERE id = $1'
const blindingOf = async (db: Rows, study: number): Promise<Blinding> =>
  (await db.query<Blinding>(BLINDING, [study]))[0] ?? { blinded: true, unblinded: false }

/** Whether variables that tell the arm are hidden still. A study that has none loses nothing by it. */
export const hidesArms = async (db: Rows, study: number): Promise<boolean> => !(await blindingOf(db, study)).unblinded
/** Whether the arms of its subjects are kept apart and sealed. */
export const isBlind = async (db: Rows, study: number): Promise<boolean> => {
  const { blinded, unblinded } = await blindingOf(db, study)
  return blinded && !unblinded
}

/** Whoever has to know before the others: a pharmacist, a board that watches over safety. No role and no other right stands for it. */
export const readsArms = ({ kind, rules }: Reader): boolean =>
  kind === 'system' || (kind === 'admin' && can(rules, ruleOf('study.project', 'unblinded')))

const TELLS = `SELECT 1 FROM study_variable v JOIN study_dictionary d ON d.id = v.dictionary
  WHERE v.form = $1 AND 'v' || v.slot = $2 AND v.sensitivity = ${ARM_LEVEL} AND d.state <> 'draft' LIMIT 1`
/** Whether a column of a form tells the arm, or once did: what is copied out of it would tell it elsewhere. */
export const tellsArm = async (db: Rows, form: number, column: string): Promise<boolean> =>
  (await db.query(TELLS, [form, column])).length > 0

const opening = (study: number): string => `unblind ${study}`
/** A study is unblinded after it was locked: in this transaction alone its subjects may be told their arm. */
export const openArms = ({ held }: Rows, study: number): void => void held?.add(opening(study))
export const opensArms = ({ held }: Rows, study: number): boolean => held?.has(opening(study)) === true
