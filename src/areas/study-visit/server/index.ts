import { serve } from '#server'
import { heldOn } from '#study/lock/held.ts'
import { studyVisit } from '../index.ts'

export default serve(studyVisit, { lockScope: (ctx, { id, study }) => heldOn(ctx.db, { study, visit: id }) })
