import { serve } from '#server'
import { targetsCalled } from '#study/record/called.ts'
import { qcResult } from '../index.ts'

const STUDY = 'SELECT r.id, q.study FROM qc_result r JOIN qc_run q ON q.id = r.run WHERE r.id = ANY($1::bigint[])'

export default serve(qcResult, {
  said: {
    target: async ({ db, language }, all) => {
      const rows = await db.query<{ id: number; study: number | null }>(STUDY, [all.map(({ id }) => id)])
      const studies = new Map(rows.map(({ id, study }) => [id, study]))
      return targetsCalled(
        db,
        language,
        all.map(({ id, value }) => ({ study: studies.get(id) ?? null, target: value })),
      )
    },
  },
})
