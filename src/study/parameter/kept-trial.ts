import type { Rows } from '../reader.ts'
import { isJudged, isSound, type Trial } from './trial.ts'

export type Figures = Pick<Trial, 'study' | 'form' | 'datafile' | 'delivery' | 'rows' | 'violated' | 'snapshot' | 'engine'> & {
  judged: number
}
export type KeptTrial = { figures: Figures; at: string; by: number | null }

/** What is typed is tried again and again: the last trial of each definition is kept, for as long as somebody may want to count on it. */
const KEEP_DAYS = 30
const KEEP = `WITH old AS (DELETE FROM control_trial WHERE at < now() - interval '${KEEP_DAYS} days' AND hash <> $1)
  INSERT INTO control_trial (hash, study, datafile, figures, by) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (hash, study, datafile) DO UPDATE SET figures = EXCLUDED.figures, by = EXCLUDED.by, at = now()`
/** Never in the place of one that counts. */
const KEEP_VAIN = `INSERT INTO control_trial (hash, study, datafile, figures, by) VALUES ($1, $2, $3, '{"isVain": true}', $4)
  ON CONFLICT (hash, study, datafile) DO NOTHING`
/** Figures and hashes, no value of anybody: what a version counts as tested by. One that judged nothing proves nothing, but whoever asked is told so. */
export const keepTrial = async (db: Rows, trial: Trial, by: number | null): Promise<void> => {
  if (!isSound(trial)) return
  if (!isJudged(trial)) return void (await db.query(KEEP_VAIN, [trial.hash, trial.study, trial.datafile, by]))
  const { hash, study, form, datafile, delivery, rows, violated, snapshot, engine, tables } = trial
  const judged = tables.reduce((sum, { denominator }) => sum + denominator, 0)
  const figures: Figures = { study, form, datafile, delivery, rows, judged, violated, snapshot, engine }
  await db.query(KEEP, [hash, study, datafile, JSON.stringify(figures), by])
}

const TRIED = `SELECT t.figures, t.at, t.by FROM control_trial t JOIN control_parameter p ON p.id = $2
  WHERE t.hash = $1 AND (p.study IS NULL OR t.study = p.study OR t.datafile IS NOT NULL) AND t.figures ->> 'isVain' IS NULL ORDER BY t.at DESC LIMIT 1`
/** The last trial of exactly this definition, for a parameter: of one study's on its own data or on a file. */
export const keptTrial = async (db: Rows, hash: string, parameter: number): Promise<KeptTrial | undefined> =>
  (await db.query<KeptTrial>(TRIED, [hash, parameter]))[0]

const VAIN = `SELECT 1 FROM control_trial WHERE hash = $1 AND figures ->> 'isVain' IS NOT NULL LIMIT 1`
/** Whether exactly this definition was tried where there was nothing to judge. */
export const isTriedInVain = async (db: Rows, hash: string): Promise<boolean> => (await db.query(VAIN, [hash])).length > 0
