import { serve } from '#server'
import { targetsCalled } from '#study/record/called.ts'
import { qcResult } from '../index.ts'

const JUDGED = 'SELECT r.id, q.study, q.datafile FROM qc_result r JOIN qc_run q ON q.id = r.run WHERE r.id = ANY($1::bigint[])'
type Judged = { id: number; study: number | null; datafile: number | null }

export default serve(qcResult, {
  said: {
    target: async ({ db, language }, all) => {
      const rows = await db.query<Judged>(JUDGED, [all.map(({ id }) => id)])
      const studies = new Map(rows.map(({ id, study }) => [id, study]))
      return targetsCalled(
        db,
        language,
        all.map(({ id, value }) => ({ study: studies.get(id) ?? null, target: value })),
      )
    },
  },
  /** What was judged: without it nobody could tell the findings of a rule here from those elsewhere. */
  showAll: async ({ db }, rows) => {
    const judged = new Map((await db.query<Judged>(JUDGED, [rows.map(({ id }) => id)])).map((one) => [one.id, one]))
    return rows.map((row) => ({ ...row, _judged: judged.get(row.id) ?? null }))
  },
})
