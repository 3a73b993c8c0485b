import { serve } from '#server'
import { heldOn } from '#study/lock/held.ts'
import { studyForm } from '../index.ts'

export default serve(studyForm, { lockScope: (ctx, { id, study }) => heldOn(ctx.db, { study, form: id }) })
