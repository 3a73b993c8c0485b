import type { Db } from '#server/db/database.ts'
import type { FindingState } from '#study/finding/state.ts'
import { filePlace, formPlace, studyPlace } from '#study/run/source.ts'
import { readTold, type Told } from './told.ts'

export type Mass = {
  id: number
  state: FindingState
  parameter: number
  study: number | null
  datafile: number | null
  form: number | null
  severity: string | null
  /** The run that changed it last: what it found then is what the finding stands for. */
  run: number
  /** The hash of its violations; null where they are gone. */
  violations: string | null
  told: Told | null
  /** The file that was judged, if it was one and is still there. */
  file: { datafile: number; sha256: string; name: string } | null
  /** What the rule judged there, to say how large a share is hit. */
  denominator: number | null
  /** Where it was found, how its violations call the rule there, and what is about no single form. */
  place: string
  cover: string
  whole: string
}

type Row = Omit<Mass, 'told' | 'file' | 'place' | 'cover' | 'whole'> & { told: unknown; sha256: string | null; name: string | null }
const READ = `SELECT f.id, f.state, f.parameter, f.study, f.datafile, f.form, f.severity, r.id AS run, r.violations, r.told, v.sha256, v.name,
    (SELECT sum(q.denominator)::float8 FROM qc_result q WHERE q.run = r.id AND q.parameter = f.parameter AND q.form IS NOT DISTINCT FROM f.form) AS denominator
  FROM finding f JOIN qc_run r ON r.id = f.state_run LEFT JOIN datafile_version v ON v.id = r.file_version WHERE f.id = $1 AND f.mass_count IS NOT NULL`

/** A finding that stands for more than anyone could read one by one; undefined where it is none. Scope is the caller's. */
export const readMass = async (db: Pick<Db, 'query'>, id: number): Promise<Mass | undefined> => {
  const [row] = await db.query<Row>(READ, [id])
  if (!row) return undefined
  const { coverOf } = await import('#study/finding/identity.ts')
  const { told, sha256, name, ...rest } = row
  const { datafile, form, study, parameter } = rest
  const whole = datafile === null ? studyPlace(study ?? 0) : filePlace(datafile)
  const place = datafile !== null || form === null ? whole : formPlace(form)
  return {
    ...rest,
    told: readTold(told),
    file: datafile !== null && sha256 !== null && name !== null ? { datafile, sha256, name } : null,
    place,
    cover: coverOf({ lineage: String(parameter), form: place }),
    whole,
  }
}
