import { serve } from '#server'
import { sayValues } from '#study/record/found-value.ts'
import { findingEvent } from '../index.ts'
import { withRule } from './rule.ts'
import { unsearchable, withVeil } from './veiled.ts'

const PLACES = `SELECT e.id, f.form, f.field FROM finding_event e JOIN finding f ON f.id = e.finding
  WHERE e.id = ANY($1::bigint[]) AND f.field LIKE '%, %'`

export default serve(findingEvent, {
  said: { value: sayValues(PLACES) },
  showAll: async (ctx, rows) => withRule(ctx, await withVeil(ctx, rows)),
  unsearchable,
})
